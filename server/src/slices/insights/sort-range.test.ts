import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { indexesOfLargest, sortRange } from './sort-range.ts'

it('sorts any range of any list', () => {
  const lists = fc.uint32Array({ maxLength: 400 })
  fc.assert(
    fc.property(lists, fc.nat(420), fc.nat(60), (list, from, length) => {
      const items = Uint32Array.from(list.keys())
      const compare = (a: number, b: number) => (list[a]! % 7) - (list[b]! % 7) || a - b
      const expected = [...items].sort(compare).slice(from, from + length)
      sortRange(items, from, from + length, compare)
      assert.deepEqual([...items.subarray(from, from + length)], expected)
      assert.equal(new Set(items).size, items.length)
    }),
  )
})

it('compares each item of a long list only a few times for one page', () => {
  for (const order of [(i: number) => i, (i: number) => -i, (i: number) => Math.imul(i, 0x9e3779b1)]) {
    const items = Uint32Array.from({ length: 100_000 }, (_, i) => i)
    let looks = 0
    sortRange(items, 50_000, 50_100, (a, b) => {
      looks++
      return order(a) - order(b)
    })
    assert.ok(looks < 100_000 * 6, `${looks} looks`)
  }
})

it('finds the largest values of any list, and few others of a long one', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 100 })
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 12_000 }), fc.nat(120), (list, length, most) => {
      const values = Float64Array.from({ length }, (_, i) => (list[i % list.length] ?? 0) * ((i % 3) + 1))
      const least = values.toSorted().at(-most) ?? Number.NEGATIVE_INFINITY
      const indexes = indexesOfLargest(values, most)
      assert.deepEqual(
        [...indexes],
        [...new Set(indexes)].sort((a, b) => a - b),
      )
      const missed = Array.from(values.keys()).filter(i => values[i]! >= least && !indexes.includes(i))
      if (most > 0) assert.deepEqual(missed, [])
    }),
    { numRuns: 40 },
  )
  const spread = Float64Array.from({ length: 100_000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0)
  assert.ok(indexesOfLargest(spread, 150).length < 10_000)
})
