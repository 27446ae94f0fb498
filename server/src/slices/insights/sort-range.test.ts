import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sortRange } from './sort-range.ts'

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
