import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { route, startHttp } from '../../../tests/support/http-layer.ts'
import { stream } from '../../kernel/answer.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { registerRoute } from './routes.ts'

const unavailable = () => new DatabaseUnavailableError('unreachable', 'connect ECONNREFUSED 10.0.0.7:5432')

async function* brokenOff() {
  yield 'one,'
  throw unavailable()
}

async function start(t: TestContext) {
  return await startHttp(
    t,
    server => {
      registerRoute(server, route({ path: '/read' }), () => Promise.reject(unavailable()))
      registerRoute(server, route({ method: 'POST', path: '/write', body: Type.Object({}) }), () =>
        Promise.reject(unavailable()),
      )
      registerRoute(server, route({ path: '/who', auth: 'session' }), () => {
        throw new Error('not asked')
      })
      registerRoute(server, route({ path: '/stream' }), async () => stream(brokenOff(), 'text/plain'))
    },
    { identify: () => Promise.reject(unavailable()) },
  )
}

describe('while the database is unavailable', () => {
  it('answers 503 with Retry-After to each request that needs it, and logs nothing', async t => {
    const { request, lines, metrics } = await start(t)
    const write = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    const replies = [
      await request('/api/read'),
      await request('/api/write', write),
      await request('/api/who'),
    ]
    for (const { status, headers, body } of replies) {
      assert.equal(status, 503)
      assert.equal(JSON.parse(body.toString()).code, 'unavailable')
      assert.equal(headers['retry-after'], '5')
      assert.equal(headers['cache-control'], 'no-store')
      assert.doesNotMatch(body.toString(), /ECONNREFUSED|10\.0/)
    }
    assert.deepEqual(lines, [])
    assert.doesNotMatch(await metrics.text(), /avatary_http_request_failures_total\{/)
  })

  it('closes the connection of an answer that has started', async t => {
    const { request, lines } = await start(t)
    await assert.rejects(request('/api/stream'))
    assert.deepEqual(lines, [])
  })
})
