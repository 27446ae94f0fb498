import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RetryPolicy, UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'
import type { Method } from './request.ts'
import { pauseBeforeRetry, readRetryAfter, retryAfterInBody } from './retry.ts'

const POLICY: RetryPolicy = { maxAttempts: 10, firstPauseMs: 100, longestPauseMs: 1000, totalMs: 60_000 }
const failed = (fault: UpstreamFault, retryAfterMs: number | null = null): UpstreamAnswer => ({
  kind: 'unavailable',
  fault,
  reason: '',
  retryAfterMs,
})

interface Given {
  answer?: UpstreamAnswer
  method?: Method
  attempts?: number
  elapsedMs?: number
  random?: number
}

function pause({
  answer = failed('timeout'),
  method = 'GET',
  attempts = 1,
  elapsedMs = 0,
  random = 0.5,
}: Given) {
  return pauseBeforeRetry(POLICY, { method, answer, attempts, elapsedMs }, random)
}

describe('another attempt', () => {
  it('follows temporary faults and no others', () => {
    for (const fault of ['unreachable', 'broken_off', 'timeout', 'server_error', 'garbage'] as const)
      assert.equal(pause({ answer: failed(fault) }), 50, fault)
    for (const fault of ['unexpected', 'too_large', 'redirected', 'resting'] as const)
      assert.equal(pause({ answer: failed(fault) }), null, fault)
    const done: UpstreamAnswer[] = [
      { kind: 'ok', status: 200, value: 1 },
      { kind: 'refused', status: 403, message: '', code: null },
      { kind: 'absent', status: 404, body: 'none' },
    ]
    for (const answer of done) assert.equal(pause({ answer }), null, answer.kind)
  })

  it('follows only for idempotent methods', () => {
    const pauses = (['GET', 'PUT', 'DELETE', 'POST', 'PATCH'] as const).map(method => pause({ method }))
    assert.deepEqual(pauses, [50, 50, 50, null, null])
  })

  it('waits a random time whose bound doubles each time, up to a maximum', () => {
    const longest = [1, 2, 3, 4, 5, 9].map(attempts => pause({ attempts, random: 0.9999 }))
    assert.deepEqual(longest, [100, 200, 400, 800, 1000, 1000])
    assert.equal(pause({ attempts: 9, random: 0 }), 0)
  })

  it('does not follow after the last attempt, or when the time would run out', () => {
    assert.equal(pause({ attempts: 10 }), null)
    assert.equal(pause({ elapsedMs: 59_949 }), 50)
    assert.equal(pause({ elapsedMs: 59_950 }), null)
  })

  it('waits for as long as the upstream says, and a random time more', () => {
    const answer: UpstreamAnswer = { kind: 'limited', retryAfterMs: 7000 }
    assert.equal(pause({ answer, random: 0 }), 7000)
    assert.equal(pause({ answer, random: 0.5 }), 7050)
    assert.equal(pause({ answer: failed('server_error', 3000), random: 0 }), 3000)
    assert.equal(pause({ answer: { kind: 'limited', retryAfterMs: 60_000 } }), null)
    assert.equal(pause({ answer: { kind: 'limited', retryAfterMs: null } }), 50)
  })
})

describe('Retry-After', () => {
  const NOW = Date.UTC(2026, 10, 21, 12)
  const CASES: [header: string | null, ms: number | null][] = [
    ['7', 7000],
    [' 0 ', 0],
    ['0.65', 650],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999999999', 86_400_000],
    ['Fri, 21 Nov 2036 12:00:00 GMT', 86_400_000],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
    ['Sat, nonsense GMT', null],
    ['', null],
    [null, null],
  ]
  for (const [header, ms] of CASES)
    it(`of ${JSON.stringify(header)} is ${ms} ms`, () => assert.equal(readRetryAfter(header, NOW), ms))
})

describe('a wait in the body', () => {
  const CASES: [unknown, number | null][] = [
    [{ errors: [{ code_name: 'RequestThrottled', retry_after_seconds: 12, status: '429' }] }, 12_000],
    [{ message: 'You are being rate limited.', retry_after: 0.25, global: false }, 250],
    [{ errors: [{ retry_after_seconds: 'soon' }] }, null],
    [{ errors: [], retry_after: -1 }, null],
    [{ errors: [7] }, null],
    ['slow down', null],
    [undefined, null],
  ]
  for (const [body, ms] of CASES)
    it(`as ${JSON.stringify(body)} is ${ms} ms`, () => assert.equal(retryAfterInBody(body), ms))
})
