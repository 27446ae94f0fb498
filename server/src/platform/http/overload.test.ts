import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { errorsOf } from '@avatary/contract/route'
import { route, startHttp } from '../../../tests/support/http-layer.ts'
import { json } from '../../kernel/answer.ts'

import { Overload } from '../limits/overload.ts'
import { silentLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { registerPage, registerRoute } from './routes.ts'

/** Lists the paths that are answered at this event loop lag; all others must be 503. */
async function answeredAt(t: TestContext, lagMs: number): Promise<string[]> {
  const overload = new Overload({ lagMs: 100, log: silentLog, metrics: new Metrics(), random: () => 0 })
  overload.note(lagMs)
  const answer = async () => json({})
  const { request } = await startHttp(
    t,
    server => {
      const read = { limit: 'read' } as const
      registerRoute(server, route({ path: '/bulk', limit: 'bulk', tag: 'catalog' }), answer)
      registerRoute(server, route({ path: '/vrcx', tag: 'interop', ...read }), answer)
      registerRoute(server, route({ path: '/insights', tag: 'insights', ...read }), answer)
      registerRoute(server, route({ path: '/world', limit: 'world', tag: 'world' }), answer)
      registerRoute(server, route({ path: '/search', tag: 'catalog', ...read }), answer)
      registerRoute(server, route({ path: '/health', limit: 'exempt', tag: 'service' }), answer)
      registerPage(server, '/', answer)
      registerPage(server, '/metrics', answer, { isForOperators: true })
    },
    { overload },
  )
  const answered: string[] = []
  const paths = ['bulk', 'vrcx', 'insights', 'world', 'search', 'health'].map(name => `/api/${name}`)
  for (const path of [...paths, '/', '/metrics']) {
    const { status, headers, body } = await request(path)
    if (status === 200) answered.push(path)
    else {
      assert.deepEqual([status, headers['retry-after']], [503, '2'], path)
      assert.equal(JSON.parse(body.toString()).code, 'overloaded')
    }
  }
  return answered
}

describe('an overloaded process', () => {
  it('refuses first what is cheapest to repeat, then more, and never what operators need', async t => {
    const always = ['/api/health', '/metrics']
    assert.equal((await answeredAt(t, 99)).length, 8)
    assert.deepEqual(await answeredAt(t, 100), ['/api/world', '/api/search', '/api/health', '/', '/metrics'])
    assert.deepEqual(await answeredAt(t, 200), ['/api/search', '/api/health', '/', '/metrics'])
    assert.deepEqual(await answeredAt(t, 400), always)
  })

  it('makes few bulk answers at a time, and makes more when these were sent', async t => {
    const made = Promise.withResolvers<void>()
    const bothStarted = Promise.withResolvers<void>()
    let started = 0
    const bulk = route({ path: '/bulk', limit: 'bulk' })
    const { request } = await startHttp(
      t,
      server => {
        registerRoute(server, bulk, async () => {
          if (++started === 2) bothStarted.resolve()
          await made.promise
          return json({})
        })
      },
      { bulk: { perProcess: 0, perClient: 2 }, limits: { bulk: 0 } },
    )
    const first = [request('/api/bulk'), request('/api/bulk')]
    await bothStarted.promise
    const { status, headers, body } = await request('/api/bulk')
    assert.deepEqual([status, headers['retry-after']], [429, '5'])
    assert.equal(JSON.parse(body.toString()).code, 'too_much_at_once')
    assert.ok(errorsOf(bulk).includes('too_much_at_once'))
    made.resolve()
    assert.deepEqual(
      (await Promise.all(first)).map(reply => reply.status),
      [200, 200],
    )
    assert.equal((await request('/api/bulk')).status, 200)
  })
})
