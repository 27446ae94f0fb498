import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BegunLookup, estimateSeconds, type PaceFacts } from './pace.ts'

const NOW = Date.UTC(2026, 10, 21)
const QUIET: PaceFacts = {
  budget: { restUntilMs: 0, restReason: null },
  begun: [],
  perMinute: 20,
  isConfigured: true,
}
const estimate = (position: number, facts: Partial<PaceFacts> = {}) =>
  estimateSeconds(position, { ...QUIET, ...facts }, NOW)

/** Lookups with these seconds between them. */
function begun(gaps: number[], isDecided: BegunLookup['isDecided'] = true): BegunLookup[] {
  const times = [0]
  for (const gap of gaps) times.push(times.at(-1)! + gap)
  return times.map(seconds => ({ atMs: NOW - 600_000 + seconds * 1000, isDecided }))
}

describe('the estimate', () => {
  it('is that of the even pace while nothing was measured', () => {
    assert.deepEqual(
      [1, 10, 100].map(position => estimate(position)),
      [3, 30, 300],
    )
    assert.equal(estimate(10, { begun: begun([9, 9]) }), 30)
  })

  it('follows the measured pace, in whatever order it is told', () => {
    assert.equal(estimate(10, { begun: begun([5, 6, 6, 6, 20]) }), 60)
    assert.equal(estimate(10, { begun: begun([5, 6, 6, 6, 20]).reverse() }), 60)
  })

  it('ignores times without lookups', () => {
    assert.equal(estimate(10, { begun: begun([3, 120, 4, 120, 4, 120, 4, 120, 120]) }), 40)
    assert.equal(estimate(1, { perMinute: 1, begun: begun([100, 100, 100]) }), 100)
  })

  it('grows when lookups decide nothing, tenfold at most', () => {
    const even = [3, 3, 3, 3, 3]
    const half = begun(even).map((lookup, i) => ({ ...lookup, isDecided: i % 2 === 0 }))
    assert.equal(estimate(10, { begun: half }), 60)
    assert.equal(estimate(10, { begun: begun(even, false) }), 300)
    assert.equal(estimate(10, { begun: begun(even, null) }), 30)
  })

  it('adds the rest that lookups have', () => {
    const budget = { restUntilMs: NOW + 60_000, restReason: 'limited' } as const
    assert.equal(estimate(10, { budget }), 90)
  })

  it('is none while the platform does not let us in, nor where nobody is known to look up', () => {
    const budget = { restUntilMs: NOW + 1, restReason: 'refused' } as const
    assert.equal(estimate(1, { budget }), null)
    assert.equal(estimate(1, { budget: { ...budget, restUntilMs: NOW } }), 3)
    assert.equal(estimate(1, { isConfigured: false }), null)
    assert.equal(estimate(1, { isConfigured: false, begun: begun([3]) }), 3)
  })
})
