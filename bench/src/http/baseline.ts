import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'

/**
 * The baseline of the comparison: a bare `node:http` server that answers each path with the recorded status, headers
 * and body of our server. Prints its port.
 */
const answers: Map<string, { status: number; headers: string[]; body: Uint8Array }> = new Map(
  deserialize(readFileSync(process.argv[2]!)),
)
const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!
  response.writeHead(status, headers)
  if (status === 304) response.end()
  else response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`listening ${address.port}`)
})
