import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type ItemOrder, Pages } from './pages.ts'
import { selectLargest } from './select-largest.ts'

/** Lists with many equal values, and with few. */
const lists = fc
  .tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 60 }), fc.nat(3), fc.nat(4000))
  .map(([some, kinds, length]) =>
    Float64Array.from({ length }, (_, i) => some[i % some.length]! + (i % 10 ** kinds) / 7),
  )

function orderBy(first: (i: number) => number, second: (i: number) => number): ItemOrder {
  return { keys: [first, second], compare: (a, b) => first(b) - first(a) || second(b) - second(a) || a - b }
}

describe('a page of an ordered list', () => {
  const pages = new Pages()

  it('equals that of the sorted list, with ties in both keys, wherever it begins', () => {
    fc.assert(
      fc.property(
        lists,
        fc.nat(20),
        fc.oneof(
          fc.constant(0),
          fc.double({ min: 0, max: 0.05, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
        ),
        fc.nat(120),
        (list, ties, share, limit) => {
          const order = orderBy(
            i => list[i]!,
            i => (i * 7919) % (ties + 1),
          )
          const from = Math.floor(share * (list.length + 2))
          const expected = Array.from(list.keys())
            .sort(order.compare)
            .slice(from, from + limit)
          assert.deepEqual(pages.pageOf(list.length, order, from, from + limit), expected)
        },
      ),
    )
  })

  it('compares few items of a long list, also among equal ones', () => {
    for (const kinds of [100_000, 3, 1]) {
      const { keys, compare } = orderBy(
        i => Math.imul(i, 0x9e37_79b1) % kinds,
        i => (i * 31) % 65_521,
      )
      for (const from of [0, 120, 50_000]) {
        let compared = 0
        const counting = (a: number, b: number) => {
          compared++
          return compare(a, b)
        }
        assert.equal(pages.pageOf(100_000, { keys, compare: counting }, from, from + 100).length, 100)
        assert.ok(compared < 2000, `${compared} comparisons`)
      }
    }
  })
})

it('selects the value at any rank, and divides the others by it', () => {
  fc.assert(
    fc.property(lists, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (list, share) => {
      fc.pre(list.length > 0)
      const rank = Math.floor(share * list.length)
      const expected = list.toSorted().reverse()
      const values = list.slice()
      assert.equal(selectLargest(values, rank, 0), expected[rank])
      assert.ok(values.subarray(0, rank).every(value => value >= expected[rank]!))
      assert.ok(values.subarray(rank).every(value => value <= expected[rank]!))
      assert.deepEqual(values.toSorted().reverse(), expected)
    }),
  )
})
