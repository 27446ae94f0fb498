import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { type SimAnswer, type SimRequest, startSimServer } from '../../../../sim/src/server/sim-server.ts'
import { testUpstream, USER_AGENT } from '../../../tests/support/upstream.ts'

const schema = Type.Object({ rows: Type.Array(Type.Object({ id: Type.String() })) })
const serve = (service: (request: SimRequest) => SimAnswer) => startSimServer({ service, now: () => 0 })
const answering = (answer: SimAnswer) => serve(() => answer)

describe('an upstream', () => {
  it('gets our headers and credentials, and answers a value', async () => {
    await using sim = await answering({
      status: 200,
      body: { rows: [{ id: 'x', more: 1 }] },
    })
    const { upstream } = testUpstream(sim.origin)
    const credentials = { kind: 'cookies', cookies: { auth: 'c' } } as const
    const request = { params: { id: 'a b' }, query: { q: 'ü' }, credentials, schema }
    const answer = await upstream.get('/x/{id}', request)
    assert.ok(answer.kind === 'ok')
    assert.equal(answer.value.rows[0]?.id, 'x')
    assert.deepEqual(answer.value, { rows: [{ id: 'x', more: 1 }] })
    const [{ method, path, query, headers }] = sim.requests as [SimRequest]
    assert.deepEqual([method, path, query.get('q')], ['GET', '/x/a%20b', 'ü'])
    assert.deepEqual([headers['user-agent'], headers.cookie], [USER_AGENT, 'auth=c'])
  })

  it('gets JSON and forms once, even if that fails', async () => {
    await using sim = await serve(({ method }) => ({ status: method === 'DELETE' ? 204 : 503 }))
    const { upstream } = testUpstream(sim.origin)
    await upstream.send('POST', '/a', { body: { json: { n: 1 } } })
    await upstream.send('PATCH', '/a', { body: { form: { n: '1' } } })
    const deleted = await upstream.send('DELETE', '/a')
    assert.ok(deleted.kind === 'ok' && deleted.value === undefined)
    assert.deepEqual(
      sim.requests.map(({ method, body }) => [method, String(body)]),
      [
        ['POST', '{"n":1}'],
        ['PATCH', 'n=1'],
        ['DELETE', ''],
      ],
    )
  })

  const STATUSES: [status: number, headers: Record<string, string>, answer: object][] = [
    [400, {}, { kind: 'refused', status: 400, message: 'no', code: null }],
    [401, {}, { kind: 'refused', status: 401, message: 'no', code: null }],
    [403, {}, { kind: 'refused', status: 403, message: 'no', code: null }],
    [404, {}, { kind: 'absent', status: 404, body: 'json' }],
    [410, {}, { kind: 'absent', status: 410, body: 'json' }],
    [429, { 'retry-after': '7' }, { kind: 'limited', retryAfterMs: 7000 }],
    [429, {}, { kind: 'limited', retryAfterMs: null }],
    [408, {}, unavailable('server_error', 'answered 408')],
    [500, {}, unavailable('server_error', 'answered 500')],
    [503, { 'retry-after': '9' }, unavailable('server_error', 'answered 503', 9000)],
    [304, {}, unavailable('redirected', 'answered 304, and redirects are not followed')],
  ]
  for (const [status, headers, answer] of STATUSES)
    it(`that answers ${status} is ${JSON.stringify(answer)}`, async () => {
      await using sim = await answering({ status, headers, body: { error: { message: 'no' } } })
      assert.deepEqual(await testUpstream(sim.origin).upstream.get('/x', { maxAttempts: 1 }), answer)
    })

  it('may name the wait in the body; a header takes precedence', async () => {
    const body = { errors: [{ retry_after_seconds: 12 }] }
    for (const [headers, retryAfterMs] of [
      [{}, 12_000],
      [{ 'retry-after': '7' }, 7000],
    ] as const) {
      await using sim = await answering({ status: 429, headers, body })
      const answer = await testUpstream(sim.origin).upstream.get('/x', { maxAttempts: 1 })
      assert.deepEqual(answer, { kind: 'limited', retryAfterMs })
    }
  })

  it('that redirects is not followed', async () => {
    await using other = await answering({ status: 200, body: {} })
    for (const status of [301, 302, 303, 307, 308]) {
      await using sim = await answering({ status, headers: { location: other.origin } })
      const answer = await testUpstream(sim.origin).upstream.get('/x')
      assert.ok(answer.kind === 'unavailable' && answer.fault === 'redirected')
    }
    assert.equal(other.requests.length, 0)
  })

  it('that answers 404 is told apart from the 404 page of a proxy', async () => {
    const bodies = { none: '', other: '<html>' }
    for (const [kind, body] of Object.entries(bodies)) {
      await using sim = await answering({ status: 404, body })
      const answer = await testUpstream(sim.origin).upstream.get('/x')
      assert.deepEqual(answer, { kind: 'absent', status: 404, body: kind })
    }
  })

  const VALUES: [what: string, body: unknown, reason: string][] = [
    ['in a field', { rows: [{ id: 'x' }, { id: 7 }] }, 'unexpected answer: rows.1.id must be string'],
    ['in a list', { rows: { 0: 1 } }, 'unexpected answer: rows must be array'],
    ['in whole', [], 'unexpected answer: all of it must be object'],
    ['being empty', '', 'unexpected answer: all of it must be object'],
  ]
  for (const [what, body, reason] of VALUES)
    it(`that is wrong ${what} is not believed, and the first fault is named`, async () => {
      await using sim = await answering({ status: 200, body })
      const answer = await testUpstream(sim.origin).upstream.get('/x', { schema })
      assert.deepEqual(answer, unavailable('unexpected', reason))
    })

  it('may send JSON with another media type', async () => {
    const body = '\ufeff{"rows":[]}'
    await using sim = await answering({ status: 200, headers: { 'content-type': 'text/html' }, body })
    assert.equal((await testUpstream(sim.origin).upstream.get('/x', { schema })).kind, 'ok')
    for (const bad of [Buffer.from('{"rows":["\xff"]}', 'latin1'), '[1,]', '<html>', 'NaN']) {
      await using other = await answering({ status: 200, body: bad })
      const answer = await testUpstream(other.origin).upstream.get('/x', { maxAttempts: 1 })
      assert.ok(answer.kind === 'unavailable' && answer.fault === 'garbage', String(bad))
    }
  })

  it('is cut off when a body is too large after decompression', async () => {
    const body = gzipSync(Buffer.alloc(4 * 1024 * 1024, '0'))
    await using sim = await answering({ status: 200, headers: { 'content-encoding': 'gzip' }, body })
    const { upstream } = testUpstream(sim.origin, { limits: { maxBodyBytes: 64 * 1024 } })
    const answer = await upstream.get('/x')
    assert.deepEqual(answer, unavailable('too_large', 'answered more than may be expected'))
  })

  it('that refuses connections is unreachable', async () => {
    const sim = await answering({ status: 200 })
    await sim.stop()
    const answer = await testUpstream(sim.origin).upstream.get('/x')
    assert.deepEqual(answer, unavailable('unreachable', 'cannot be reached (ECONNREFUSED)'))
  })
})

function unavailable(fault: string, reason: string, retryAfterMs: number | null = null): object {
  return { kind: 'unavailable', fault, reason, retryAfterMs }
}
