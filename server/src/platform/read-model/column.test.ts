import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Column } from './column.ts'

const counts = fc.oneof(
  fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(0, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 10 ** 12, Number.MAX_SAFE_INTEGER),
)
const SIZE = 20

function loaded(column: Column<Float64Array>): Column<Float64Array> {
  const pieces = column.capture(SIZE)
  return new Column(Float64Array, Float64Array.from(pieces.flatMap(piece => [...piece])))
}

describe('a column of counts', () => {
  it('returns the last count that was set, up to 2^53 - 1, also after a capture', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: SIZE - 1 }), counts)), sets => {
        const column = new Column(Float64Array)
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

  it('captures counts that later changes do not affect', () => {
    const column = new Column(Float64Array)
    column.set(0, 2 ** 40)
    const [captured] = column.capture(1)
    column.set(0, 2 ** 41)
    assert.equal(new Column(Float64Array, captured).get(0), 2 ** 40)
  })

  it('has pieces with pages of their own, between which freed memory goes back to the system', () => {
    const column = new Column(Uint32Array)
    column.set(0, 1)
    const [piece] = column.capture(1)
    assert.ok(piece!.buffer.byteLength >= 128 * 1024)
  })
})
