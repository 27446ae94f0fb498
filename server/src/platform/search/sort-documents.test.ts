import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { byHighest } from './sort-documents.ts'

const NUMBERS = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 255, 256, -Infinity, Infinity),
  fc.double({ noNaN: true }),
)

it('sorts documents as comparing their numbers does, newest first among equal ones', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(NUMBERS, NUMBERS)), rows => {
      const columnOf = (index: 0 | 1) => Float64Array.from(rows, row => row[index]!)
      const order = byHighest(columnOf(0), columnOf(1))
      const above = (x: number, y: number) => Number(x < y) - Number(x > y)
      const expected = [...rows.keys()].sort(
        (a, b) => above(rows[a]![0], rows[b]![0]) || above(rows[a]![1], rows[b]![1]) || b - a,
      )
      assert.deepEqual([...order], expected)
    }),
  )
})
