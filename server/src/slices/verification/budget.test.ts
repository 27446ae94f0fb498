import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { admit, type Budget, drawSpacingMs, restMsAfter, retryPauseMs } from './budget.ts'

const NOW = Date.UTC(2026, 10, 21)
const FREE: Budget = { nextAtMs: 0, restUntilMs: 0, restReason: null, failures: 0 }
const NONE = { count: 0, firstAtMs: null }

describe('the budget', () => {
  it('allows a lookup when nothing prevents it', () => {
    assert.deepEqual(admit(FREE, NONE, 20, NOW), { kind: 'start' })
    assert.deepEqual(admit({ ...FREE, nextAtMs: NOW, restUntilMs: NOW }, NONE, 20, NOW), { kind: 'start' })
  })

  it('waits for the spacing, and for the end of a rest, whose reason it returns', () => {
    const next = { ...FREE, nextAtMs: NOW + 2000 }
    assert.deepEqual(admit(next, NONE, 20, NOW), { kind: 'wait', untilMs: NOW + 2000, restReason: null })
    const resting: Budget = { ...next, restUntilMs: NOW + HOUR_MS, restReason: 'refused' }
    assert.deepEqual(admit(resting, NONE, 20, NOW), {
      kind: 'wait',
      untilMs: NOW + HOUR_MS,
      restReason: 'refused',
    })
  })

  it('waits while the last minute is full', () => {
    const full = { count: 20, firstAtMs: NOW - 50_000 }
    assert.deepEqual(admit(FREE, full, 20, NOW), { kind: 'wait', untilMs: NOW + 10_000, restReason: null })
    assert.deepEqual(admit(FREE, { ...full, count: 19 }, 20, NOW), { kind: 'start' })
  })

  it('is not blocked for ever after a clock was wrong once', () => {
    for (const wrong of [{ nextAtMs: NOW + 1000 * HOUR_MS }, { restUntilMs: NOW + 1000 * HOUR_MS }])
      assert.deepEqual(admit({ ...FREE, ...wrong }, NONE, 20, NOW), { kind: 'start' })
  })

  it('never starts more than its number in any minute, whatever the random spacing', () => {
    const draws = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 50, maxLength: 90 })
    fc.assert(
      fc.property(draws, fc.integer({ min: 1, max: 60 }), (randoms, perMinute) => {
        const begun: number[] = []
        let budget = FREE
        let now = NOW
        for (const random of randoms) {
          for (;;) {
            const recent = begun.filter(at => at > now - MINUTE_MS)
            const lastMinute = { count: recent.length, firstAtMs: recent[0] ?? null }
            const admission = admit(budget, lastMinute, perMinute, now)
            if (admission.kind === 'start') break
            assert.ok(admission.untilMs > now)
            now = admission.untilMs
          }
          begun.push(now)
          budget = { ...FREE, nextAtMs: now + drawSpacingMs(perMinute, random) }
        }
        for (const at of begun)
          assert.ok(begun.filter(other => other > at - MINUTE_MS && other <= at).length <= perMinute)
      }),
    )
  })

  it('randomises the spacing of lookups around the even pace', () => {
    assert.deepEqual(
      [0, 0.5, 1].map(random => drawSpacingMs(20, random)),
      [2250, 3000, 3750],
    )
  })
})

describe('a rest', () => {
  it('lasts as long as the platform asked for, and a little longer', () => {
    for (const random of [0, 0.5, 0.999]) {
      const rest = restMsAfter({ kind: 'limited', retryAfterMs: 30_000 }, 1, random)
      assert.ok(rest >= 30_000 && rest < 33_000, String(rest))
    }
    assert.ok(restMsAfter({ kind: 'failed', retryAfterMs: 30_000 }, 1, 0) >= 30_000)
    assert.ok(restMsAfter({ kind: 'unasked', restMs: 15_000 }, 0, 0) >= 15_000)
  })

  it('doubles with each consecutive limit if the platform did not say how long', () => {
    const rest = (failures: number) => restMsAfter({ kind: 'limited', retryAfterMs: null }, failures, 0.999)
    assert.deepEqual(
      [1, 2, 3, 50].map(n => Math.round(rest(n) / MINUTE_MS)),
      [1, 2, 4, 60],
    )
  })

  it('is long when our account is refused', () => {
    const rest = (failures: number) => restMsAfter({ kind: 'refused' }, failures, 0)
    assert.deepEqual(
      [1, 2, 99].map(n => rest(n) / HOUR_MS),
      [0.75, 1.5, 18],
    )
  })

  it('follows several consecutive failures, but not a single one', () => {
    const rest = (failures: number) => restMsAfter({ kind: 'failed', retryAfterMs: null }, failures, 0.999)
    assert.deepEqual([1, 2].map(rest), [0, 0])
    assert.deepEqual(
      [3, 4, 99].map(n => Math.round(rest(n) / 1000)),
      [10, 20, 600],
    )
  })
})

it('an avatar whose lookup failed waits longer each time, at most six hours, randomised', () => {
  assert.deepEqual(
    [1, 2, 3, 60].map(failures => retryPauseMs(failures, 0)),
    [22_500, 45_000, 90_000, 4.5 * HOUR_MS],
  )
  assert.ok(retryPauseMs(1, 0.9) > retryPauseMs(1, 0.1))
})
