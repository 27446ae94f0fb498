import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'

/** The floor: a bare `node:http` server that sends the bytes it was given by URL. Prints its port. */
const bodies: Map<string, Buffer> = new Map(deserialize(readFileSync(process.argv[2]!)))
const server = createServer((request, response) => {
  const body = bodies.get(request.url!)!
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`listening ${address.port}`)
})
