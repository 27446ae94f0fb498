import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { route, startHttp } from '../../../tests/support/http-layer.ts'
import { prepared } from '../../kernel/answer.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { registerRoute } from './routes.ts'

/** More than the socket's buffers hold while nobody reads. */
const LONG = 32 * 1024 * 1024

/**
 * Serves answers of `bytes` bytes, all written by one writer. Counts how many buffers were given back; `cutOff`
 * resolves when the server has closed an answer that was not sent completely.
 */
async function setUp(t: TestContext, bytes: number) {
  const out = new JsonWriter()
  const seen = { made: 0, released: 0 }
  const cutOff = Promise.withResolvers<void>()
  const service = await startHttp(t, server =>
    registerRoute(server, route({}), async ({ context }) => {
      context.signal.addEventListener('abort', () => cutOff.resolve())
      const { bytes: body, release } = out.ascii(String(seen.made++ % 10).repeat(bytes)).lend()
      return prepared({
        body,
        release: () => {
          seen.released++
          release()
        },
      })
    }),
  )
  return { ...service, seen, cutOff: cutOff.promise }
}

describe('the memory of an answer', () => {
  for (const headers of [{}, { 'Accept-Encoding': 'br' }, { 'If-None-Match': '*' }]) {
    it(`is given back once it was answered, to ${JSON.stringify(headers)}`, async t => {
      const { request, seen } = await setUp(t, 100_000)
      for (let n = 1; n <= 3; n++) {
        await request('/api/test', { headers })
        assert.deepEqual(seen, { made: n, released: n })
      }
    })
  }

  it('is given back after HEAD', async t => {
    const { request, seen } = await setUp(t, 100_000)
    await request('/api/test', { method: 'HEAD' })
    assert.equal(seen.released, 1)
  })

  it('is not lent to others while its bytes wait for the socket', async t => {
    const { connect, request, seen } = await setUp(t, LONG)
    const slow = await connect()
    slow.pause()
    slow.write('GET /api/test HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await once(slow, 'readable')
    await request('/api/test')
    assert.deepEqual(seen, { made: 2, released: 1 })
    const chunks: Buffer[] = []
    for await (const chunk of slow) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('latin1')
    assert.ok(text.endsWith(`\r\n\r\n${'0'.repeat(LONG)}`))
    assert.equal(seen.released, 2)
  })

  it('is left to the garbage collector when the client closes its connection first', async t => {
    const { connect, seen, cutOff } = await setUp(t, LONG)
    const client = await connect()
    client.write('GET /api/test HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(client, 'readable')
    client.destroy()
    await cutOff
    assert.deepEqual(seen, { made: 1, released: 0 })
  })
})
