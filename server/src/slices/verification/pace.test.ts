import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BegunLookup, estimateSeconds, type PaceFacts } from './pace.ts'

const NOW = Date.UTC(2026, 10, 21)
const QUIET: PaceFacts = {
  budget: { restUntilMs: 0, restReason: null },
  begunLookups: [],
  perMinute: 20,
  isConfigured: true,
}
const estimate = (position: number, facts: Partial<PaceFacts> = {}) =>
  estimateSeconds(position, { ...QUIET, ...facts }, NOW)

/** Lookups with these pauses between them, in seconds. */
function begun(gaps: number[], isDecided: BegunLookup['isDecided'] = true): BegunLookup[] {
  const times = [0]
  for (const gap of gaps) times.push(times.at(-1)! + gap)
  return times.map(seconds => ({ atMs: NOW - 600_000 + seconds * 1000, isDecided }))
}

describe('the estimate', () => {
  it('uses the even pace while nothing was measured', () => {
    assert.deepEqual(
      [1, 10, 100].map(position => estimate(position)),
      [3, 30, 300],
    )
    assert.equal(estimate(10, { begunLookups: begun([9, 9]) }), 30)
  })

  it('follows the measured pace, for lookups in any order', () => {
    assert.equal(estimate(10, { begunLookups: begun([5, 6, 6, 6, 20]) }), 60)
    assert.equal(estimate(10, { begunLookups: begun([5, 6, 6, 6, 20]).reverse() }), 60)
  })

  it('ignores periods without lookups', () => {
    assert.equal(estimate(10, { begunLookups: begun([3, 120, 4, 120, 4, 120, 4, 120, 120]) }), 40)
    assert.equal(estimate(1, { perMinute: 1, begunLookups: begun([100, 100, 100]) }), 100)
  })

  it('grows at most tenfold when lookups decide nothing', () => {
    const even = [3, 3, 3, 3, 3]
    const half = begun(even).map((lookup, i) => ({ ...lookup, isDecided: i % 2 === 0 }))
    assert.equal(estimate(10, { begunLookups: half }), 60)
    assert.equal(estimate(10, { begunLookups: begun(even, false) }), 300)
    assert.equal(estimate(10, { begunLookups: begun(even, null) }), 30)
  })

  it('adds the remaining rest', () => {
    const budget = { restUntilMs: NOW + 60_000, restReason: 'limited' } as const
    assert.equal(estimate(10, { budget }), 90)
  })

  it('is null while the platform refuses our account, or no process is known to make lookups', () => {
    const budget = { restUntilMs: NOW + 1, restReason: 'refused' } as const
    assert.equal(estimate(1, { budget }), null)
    assert.equal(estimate(1, { budget: { ...budget, restUntilMs: NOW } }), 3)
    assert.equal(estimate(1, { isConfigured: false }), null)
    assert.equal(estimate(1, { isConfigured: false, begunLookups: begun([3]) }), 3)
  })
})
