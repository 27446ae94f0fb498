import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { load } from './load.ts'
import { pacedLoad } from './paced-load.ts'

/** Longer than a test may take: a load that failed must end by itself. */
const SECONDS = 600

/** A server that closes its second connection and never answers. */
async function startUnreliable(t: TestContext): Promise<{ origin: string; ended: Promise<unknown> }> {
  const sockets: Socket[] = []
  const ended = Promise.withResolvers<void>()
  const server = createServer(socket => {
    sockets.push(socket.resume())
    socket.once('error', () => {})
    if (sockets.length === 1) socket.once('close', () => ended.resolve())
    if (sockets.length === 2) socket.end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return { origin: `http://127.0.0.1:${address.port}`, ended: ended.promise }
}

describe('a load with a connection that the server closes', () => {
  it('fails, and closes the others', async t => {
    const { origin, ended } = await startUnreliable(t)
    await assert.rejects(
      load({ origin, paths: ['/'], connections: 2, seconds: SECONDS }),
      /The server closed a connection/,
    )
    await ended
  })

  it('fails at a fixed pace, too, and closes the others', async t => {
    const { origin, ended } = await startUnreliable(t)
    const requests = [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')]
    await assert.rejects(
      pacedLoad({ origin, requests, perSecond: 10, seconds: SECONDS, connections: 2 }),
      /The server closed a connection/,
    )
    await ended
  })
})
