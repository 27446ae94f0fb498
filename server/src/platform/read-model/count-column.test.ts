import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { CountColumn } from './count-column.ts'

const counts = fc.oneof(
  fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(0, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 10 ** 12, Number.MAX_SAFE_INTEGER),
)
const SIZE = 20

function loaded(column: CountColumn): CountColumn {
  const { counts, large } = column.capture(SIZE)
  return new CountColumn(Uint32Array.from(counts.flatMap(piece => [...piece])), large)
}

describe('a column of counts', () => {
  it('returns the last count that was set, up to 2^53 - 1, also after a capture', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: SIZE - 1 }), counts)), sets => {
        const column = new CountColumn()
        const last = Array<number>(SIZE).fill(0)
        for (const [slot, count] of sets) {
          column.set(slot, count)
          last[slot] = count
        }
        for (const held of [column, loaded(column)])
          assert.deepEqual(
            last.map((_, slot) => held.get(slot)),
            last,
          )
      }),
    )
  })

  it('removes a count that became small again from the table of large ones', () => {
    const column = new CountColumn()
    column.set(3, 2 ** 40)
    assert.equal(column.capture(SIZE).large.length, 2)
    column.set(3, 7)
    assert.equal(column.capture(SIZE).large.length, 0)
  })

  it('captures counts that later changes do not affect', () => {
    const column = new CountColumn()
    column.set(0, 2 ** 40)
    const { counts, large } = column.capture(1)
    column.set(0, 2 ** 41)
    assert.equal(new CountColumn(counts[0]!, large).get(0), 2 ** 40)
  })
})
