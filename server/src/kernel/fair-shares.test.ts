import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../tests/support/manual-clock.ts'
import { FairShares } from './fair-shares.ts'
import { MINUTE_MS } from './time.ts'

function setUp(perMinute: number) {
  const clock = new ManualClock(10 * MINUTE_MS)
  const shares = new FairShares({ perMinute, share: 0.25, clock })
  const taken = (network: string, times: number) =>
    Array.from({ length: times }, () => shares.take(network)).filter(Boolean).length
  return { clock, taken }
}

describe('a fair share', () => {
  it('is a part of the budget of a minute, and at least one', () => {
    assert.equal(setUp(30).taken('a', 100), 8)
    assert.equal(setUp(1).taken('a', 100), 1)
  })

  it('belongs to one client and begins anew each minute', () => {
    const { clock, taken } = setUp(8)
    assert.deepEqual([taken('a', 5), taken('b', 1)], [2, 1])
    clock.advance(MINUTE_MS)
    assert.deepEqual([taken('a', 5), taken('b', 5)], [2, 2])
  })

  it('is given to at most ten thousand clients a minute', () => {
    const { clock, taken } = setUp(8)
    for (let n = 0; n < 10_000; n++) taken(`client ${n}`, 1)
    assert.deepEqual([taken('late', 1), taken('client 7', 5)], [0, 1])
    clock.advance(MINUTE_MS)
    assert.equal(taken('late', 1), 1)
  })
})
