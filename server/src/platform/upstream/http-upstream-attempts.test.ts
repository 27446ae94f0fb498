import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { type SimAnswer, type SimRequest, startSimServer } from '../../../../sim/src/server/sim-server.ts'
import { testUpstream } from '../../../tests/support/upstream.ts'

const schema = Type.Object({ rows: Type.Array(Type.Object({ id: Type.String() })) })
const serve = (service: (request: SimRequest) => SimAnswer) => startSimServer({ service, now: () => 0 })
const answering = (answer: SimAnswer) => serve(() => answer)

describe('attempts', () => {
  it('end with the first usable answer', async () => {
    await using sim = await answering({ status: 200, body: { rows: [] } })
    sim.faults.add({ fault: 'reset', times: 1 })
    sim.faults.add({ fault: 'truncated', times: 1 })
    const { upstream, pauses, recorded } = testUpstream(sim.origin, { retry: { firstPauseMs: 100 } })
    assert.equal((await upstream.get('/x', { schema })).kind, 'ok')
    assert.deepEqual(pauses, [50, 100])
    assert.deepEqual(
      recorded.map(({ outcome }) => outcome),
      ['broken_off', 'garbage', 'ok'],
    )
  })

  it('wait until the date in `Retry-After`', async () => {
    const test = testUpstream('http://limited.example', {
      fetch: async () =>
        test.pauses.length > 0
          ? new Response('{}')
          : new Response('', {
              status: 503,
              headers: { 'retry-after': new Date(test.clock.now() + 5000).toUTCString() },
            }),
      random: () => 0,
    })
    assert.equal((await test.upstream.get('/x')).kind, 'ok')
    assert.deepEqual(test.pauses, [5000])
  })

  it('end when the time for all of them is over', async () => {
    await using sim = await answering({ status: 503 })
    const retry = { maxAttempts: 100, firstPauseMs: 1000, longestPauseMs: 1000, totalMs: 10_000 }
    const { upstream, pauses } = testUpstream(sim.origin, { retry, circuit: { maxFailures: 1000 } })
    assert.deepEqual(await upstream.get('/x'), unavailable('server_error', 'answered 503'))
    assert.equal(pauses.length, 19)
  })

  it('end at once when the caller aborts, during a pause and during an attempt', async () => {
    await using sim = await answering({ status: 503 })
    const waiting = new AbortController()
    const given = new Error('given up')
    const pausing = testUpstream(sim.origin, {
      random: () => {
        waiting.abort(given)
        return 0
      },
    })
    await assert.rejects(pausing.upstream.get('/x', { signal: waiting.signal }), given)
    assert.equal(sim.requests.length, 1)

    sim.faults.add({ fault: 'silent' })
    const asking = new AbortController()
    const { upstream, recorded } = testUpstream(sim.origin)
    const answer = upstream.get('/x', { signal: asking.signal })
    while (sim.requests.length === 1) await nextTurn()
    asking.abort(given)
    await assert.rejects(answer, given)
    await assert.rejects(upstream.get('/x', { signal: asking.signal }), given)
    assert.deepEqual([sim.requests.length, recorded], [2, []])
  })
})

it('a call leaves neither timers nor listeners behind', async () => {
  await using sim = await answering({ status: 200, body: {} })
  const { signal } = new AbortController()
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  for (const fault of [null, 'reset', 'cut-off', 'huge', 'silent'] as const) {
    if (fault !== null) sim.faults.add({ fault, times: 1 })
    const limits = { headMs: fault === 'silent' ? 50 : 20_000, maxBodyBytes: 1000 }
    await testUpstream(sim.origin, { limits }).upstream.get('/x', { signal, maxAttempts: 1 })
    assert.equal(getEventListeners(signal, 'abort').length, 0, `listeners after ${fault}`)
  }
  assert.ok(timers() <= before, `${timers()} timers, ${before} before`)
})

describe('a refusal', () => {
  it('is logged as a failure unless it is expected', async () => {
    await using sim = await answering({ status: 403, body: { message: 'Missing Access' } })
    const { upstream, lines } = testUpstream(sim.origin)
    assert.equal((await upstream.get('/x', { expectedRefusals: [403] })).kind, 'refused')
    assert.deepEqual(lines, [])
    assert.equal((await upstream.get('/x', { expectedRefusals: [401] })).kind, 'refused')
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, /upstream-failed/)
  })
})

describe('an upstream that fails again and again', () => {
  const circuit = { maxFailures: 2, restMs: 1000, longestRestMs: 4000 }

  it('is not called for a while, then gets one probe, then all calls', async () => {
    await using sim = await answering({ status: 200, body: {} })
    sim.faults.add({ fault: 'server-error', times: 2 })
    const { upstream, clock, recorded, lines } = testUpstream(sim.origin, {
      circuit,
      retry: { maxAttempts: 1 },
    })
    const ask = async () => {
      const answer = await upstream.get('/x')
      return answer.kind === 'unavailable' ? answer.fault : answer.kind
    }
    assert.deepEqual([await ask(), await ask(), await ask()], ['server_error', 'server_error', 'resting'])
    assert.equal(sim.requests.length, 2)
    assert.deepEqual(recorded.at(-1), { outcome: 'resting', isSent: false })
    clock.advance(1000)
    assert.deepEqual([...(await Promise.all([ask(), ask()]))].sort(), ['ok', 'resting'])
    assert.equal(await ask(), 'ok')
    assert.equal(sim.requests.length, 4)
    const messages = lines.map(line => (JSON.parse(line) as { msg: string }).msg)
    assert.deepEqual(messages, [
      'A call to an upstream failed',
      'An upstream fails repeatedly; calls to it stop for a while',
      'A call to an upstream failed',
      'An upstream answers again',
    ])
  })

  it('gets no retries while the circuit is open', async () => {
    await using sim = await answering({ status: 503 })
    const { upstream } = testUpstream(sim.origin, { circuit, retry: { maxAttempts: 9, firstPauseMs: 10 } })
    assert.deepEqual(await upstream.get('/x'), unavailable('server_error', 'answered 503'))
    assert.equal(sim.requests.length, 2)
  })

  it('gets another probe when the caller of the first one aborts', async () => {
    await using sim = await answering({ status: 200, body: {} })
    sim.faults.add({ fault: 'server-error', times: 2 })
    const { upstream, clock } = testUpstream(sim.origin, { circuit, retry: { maxAttempts: 1 } })
    for (let i = 0; i < 2; i++) await upstream.get('/x')
    clock.advance(1000)
    await assert.rejects(upstream.get('/x', { signal: AbortSignal.abort(new Error('given up')) }))
    assert.equal((await upstream.get('/x')).kind, 'ok')
  })

  it('gets no calls before the moment that one answer named', async () => {
    await using sim = await answering({ status: 200, body: {} })
    sim.faults.add({ fault: 'rate-limited', times: 1, retryAfterSeconds: 60 })
    const { upstream, clock, pauses } = testUpstream(sim.origin, { retry: { totalMs: 30_000 } })
    assert.deepEqual(await upstream.get('/x'), { kind: 'limited', retryAfterMs: 60_000 })
    clock.advance(59_000)
    assert.deepEqual(await upstream.get('/y'), { kind: 'limited', retryAfterMs: 1000 })
    clock.advance(1000)
    assert.equal((await upstream.get('/y')).kind, 'ok')
    assert.deepEqual([sim.requests.length, pauses], [2, []])
  })

  it('may limit one sender, which does not affect others', async () => {
    let scope: string | null = 'user'
    await using sim = await serve(({ headers }) =>
      headers.authorization === 'Bearer busy'
        ? { status: 429, headers: { 'retry-after': '60', ...(scope && { 'x-ratelimit-scope': scope }) } }
        : { status: 200, body: {} },
    )
    const { upstream, clock } = testUpstream(sim.origin, { retry: { totalMs: 30_000 } })
    const ask = async (token: string, path: string) =>
      (await upstream.get(path, { credentials: { kind: 'bearer', token } })).kind
    assert.equal(await ask('busy', '/x'), 'limited')
    assert.equal(await ask('busy', '/x'), 'limited')
    assert.equal(sim.requests.length, 1, 'not asked again')
    assert.deepEqual([await ask('other', '/x'), await ask('other', '/y')], ['ok', 'ok'])
    assert.equal(await ask('busy', '/y'), 'limited')
    assert.equal(sim.requests.length, 4, 'another request has a limit of its own')
    clock.advance(60_000)
    for (scope of ['global', null]) {
      assert.equal(await ask('busy', '/x'), 'limited')
      assert.equal(await ask('other', '/x'), 'limited')
      clock.advance(60_000)
    }
    assert.equal(sim.requests.length, 6)
  })
})

describe('the log', () => {
  it('never has values or credentials of a request', async () => {
    const secrets = ['p4th-secret', 'qu3ry text', 'c00kie-secret', 'b0dy-secret']
    const echo = ({ path, query, headers, body }: SimRequest): SimAnswer => {
      const message = `${path} ${query} ${query.get('q')} ${headers.cookie} ${body}`
      return {
        status: path.startsWith('/401') ? 401 : 200,
        body: { error: { message }, rows: [{ id: message }, 7] },
      }
    }
    await using sim = await serve(echo)
    const { upstream, lines } = testUpstream(sim.origin, { circuit: { maxFailures: 3 } })
    const ask = async (path: string, fault?: 'reset' | 'garbage' | 'server-error') => {
      if (fault) sim.faults.add({ fault, times: 1 })
      const answer = await upstream.send('PUT', path, {
        params: { id: secrets[0]! },
        query: { q: secrets[1]! },
        credentials: { kind: 'cookies', cookies: { auth: secrets[2]! } },
        body: { json: { code: secrets[3]! } },
        schema,
      })
      lines.push(JSON.stringify(answer))
    }
    await ask('/401/{id}')
    await ask('/200/{id}')
    for (const fault of ['reset', 'garbage', 'server-error'] as const) await ask('/200/{id}', fault)
    const text = decodeURIComponent(lines.join('\n').replaceAll('+', ' '))
    for (const secret of secrets) assert.ok(!text.includes(secret), text)
    assert.match(
      text,
      /"upstream":"test","method":"PUT","path":"\/401\/\{id\}","attempts":1,"outcome":"refused","status":401/,
    )
  })

  it('has at most 200 characters of keys that an upstream sends', async () => {
    await using sim = await serve(({ query }) => ({
      status: 200,
      body: { [`${query.get('q')}${'x'.repeat(500)}`]: 'no number' },
    }))
    const numbers = Type.Record(Type.String(), Type.Number())
    const { upstream } = testUpstream(sim.origin)
    const answer = await upstream.get('/x', { query: { q: 'qu3ry' }, schema: numbers })
    assert.ok(answer.kind === 'unavailable' && answer.fault === 'unexpected')
    assert.match(answer.reason, /^unexpected answer: …x+…$/)
    assert.equal(answer.reason.length, 200)
  })
})

function unavailable(fault: string, reason: string, retryAfterMs: number | null = null): object {
  return { kind: 'unavailable', fault, reason, retryAfterMs }
}
