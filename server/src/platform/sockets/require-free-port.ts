import { once } from 'node:events'
import { createServer } from 'node:net'

/** @throws the error that `listen` would have there, such as EADDRINUSE. */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  await server[Symbol.asyncDispose]()
}
