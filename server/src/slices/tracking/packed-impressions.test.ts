import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasOnlyImpressions, packImpressions, sumImpressions } from './packed-impressions.ts'

const DELTA = fc.record({
  day: fc.integer({ min: 0, max: 2 }),
  key: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 50_000 }), fc.constant(2 ** 40)),
  impressions: fc.integer({ min: 1, max: 10_000_000 }),
})
const FLUSH = fc
  .uniqueArray(DELTA, { selector: ({ day, key }) => `${day} ${key}` })
  .map(deltas => deltas.sort((a, b) => a.day - b.day || a.key - b.key))

describe('packed impressions', () => {
  it('are summed by avatar and day, whatever part they are in', () => {
    fc.assert(
      fc.property(fc.array(FLUSH, { maxLength: 4 }), flushes => {
        const expected = new Map<string, number>()
        for (const { day, key, impressions } of flushes.flat())
          expected.set(`${day} ${key}`, (expected.get(`${day} ${key}`) ?? 0) + impressions)
        const rows = flushes.flatMap(packImpressions)
        const parts = Map.groupBy(rows, ({ part }) => part)
        const sums = [...parts.values()].flatMap(sumImpressions)
        assert.deepEqual(new Map(sums.map(sum => [`${sum.day} ${sum.key}`, sum.impressions])), expected)
        assert.equal(sums.length, expected.size)
      }),
    )
  })

  it('take some three bytes an avatar', () => {
    const deltas = Array.from({ length: 1000 }, (_, i) => ({ day: 1, key: 1 + i * 16, impressions: 200 }))
    const rows = packImpressions(deltas)
    assert.deepEqual([rows.length, rows[0]!.impressions.length], [1, 3000])
  })

  it('are of avatars without other counts', () => {
    const counts = { key: 1, day: 1, impressions: 2 }
    assert.ok(hasOnlyImpressions({ ...counts, views: 0, wears: 0 }))
    for (const other of ['views', 'outbound', 'wears', 'likes', 'favorites'])
      assert.ok(!hasOnlyImpressions({ ...counts, [other]: 1 }))
  })
})
