import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'

/** The floor: a bare `node:http` server that sends the answers it was given by address. Prints its port. */
const answers: Map<string, { status: number; body: Uint8Array }> = new Map(
  deserialize(readFileSync(process.argv[2]!)),
)
const server = createServer((request, response) => {
  const { status, body } = answers.get(request.url!)!
  if (status === 304) {
    response.writeHead(304)
    response.end()
    return
  }
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`listening ${address.port}`)
})
