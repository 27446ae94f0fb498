import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backoffMs } from './backoff.ts'

describe('a pause after failures', () => {
  const rule = { firstMs: 100, longestMs: 1000, randomShare: 0.5 }

  it('doubles with each failure, up to a bound, however many there are', () => {
    const pauses = [1, 2, 3, 4, 5, 9, 5000].map(failures =>
      backoffMs(failures, { ...rule, randomShare: 0 }, 0.7),
    )
    assert.deepEqual(pauses, [100, 200, 400, 800, 1000, 1000, 1000])
  })

  it('is random to the given share', () => {
    assert.deepEqual(
      [0, 0.5, 1].map(random => backoffMs(1, rule, random)),
      [50, 75, 100],
    )
    assert.equal(backoffMs(1, { ...rule, randomShare: 1 }, 0), 0)
  })
})
