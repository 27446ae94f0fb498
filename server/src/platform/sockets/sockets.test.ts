import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  parseHead,
  readAll,
  readUntil,
  route,
  type ServiceOptions,
  startHttp,
} from '../../../tests/support/http-layer.ts'
import { json } from '../../kernel/answer.ts'
import { registerRoute } from '../http/routes.ts'

const GET = 'GET /api/test HTTP/1.1\r\nHost: a\r\n\r\n'

function start(t: TestContext, options: ServiceOptions) {
  return startHttp(t, server => registerRoute(server, route({}), async () => json({ ok: true })), options)
}

describe('connections', () => {
  it('beyond the bound of an address are answered 429 and closed, and others go on', async t => {
    const { connect, request, metrics } = await start(t, { connectionsPerClient: 2 })
    const [first, second] = [await connect(), await connect()]
    const third = await connect()
    const { status, headers, body } = parseHead(await readAll(third))
    assert.deepEqual([status, headers.connection], [429, 'close'])
    assert.equal(JSON.parse(body).code, 'too_much_at_once')
    assert.match(headers['retry-after']!, /^\d+$/)
    assert.match(headers['ratelimit-limit']!, /^\d+$/)
    first.write(GET)
    assert.match(await readUntil(first, '}'), /^HTTP\/1\.1 200 /)
    assert.match(await metrics.text(), /avatary_rate_limit_refusals_total\{group="connections"\} 1/)
    second.destroy()
    const answered = async () => (await request('/api/test').catch(() => null))?.status === 200
    while (!(await answered())) await setImmediate()
    first.destroy()
  })

  it('far beyond the bound are closed without an answer', async t => {
    const { connect } = await start(t, { connectionsPerClient: 1 })
    const [first, second] = [await connect(), await connect()]
    second.on('error', () => {})
    const third = await connect()
    third.on('error', () => {})
    if (!third.destroyed) await once(third, 'close')
    assert.equal(third.bytesRead, 0)
    for (const socket of [first, second]) socket.destroy()
  })

  it('of a trusted proxy have no bound', async t => {
    const { connect, request } = await start(t, { connectionsPerClient: 1, trustProxy: ['loopback'] })
    const open = [await connect(), await connect()]
    assert.equal((await request('/api/test')).status, 200)
    for (const socket of open) socket.destroy()
  })

  it('have no bound when it is 0', async t => {
    const { connect, request, metrics } = await start(t, { connectionsPerClient: 0 })
    const open = await Promise.all(Array.from({ length: 20 }, connect))
    assert.equal((await request('/api/test')).status, 200)
    assert.match(await metrics.text(), /^avatary_http_connections 2[01]$/m)
    for (const socket of open) socket.destroy()
  })
})
