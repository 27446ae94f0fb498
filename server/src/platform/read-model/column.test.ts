import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Column } from './column.ts'

const numbers = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1))
const SIZE = 20

function loaded(column: Column): Column {
  return new Column(Uint32Array.from(column.capture(SIZE).flatMap(piece => [...piece])))
}

describe('a column', () => {
  it('returns the last number that was set, also after a capture', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: SIZE - 1 }), numbers)), sets => {
        const column = new Column()
        const last = Array<number>(SIZE).fill(0)
        for (const [slot, number] of sets) {
          column.set(slot, number)
          last[slot] = number
        }
        for (const held of [column, loaded(column)])
          assert.deepEqual(
            last.map((_, slot) => held.get(slot)),
            last,
          )
      }),
    )
  })

  it('captures numbers that later changes do not affect', () => {
    const column = new Column()
    column.set(0, 40)
    const [captured] = column.capture(1)
    column.set(0, 41)
    assert.equal(new Column(captured).get(0), 40)
  })

  it('has pieces with pages of their own, between which freed memory goes back to the system', () => {
    const column = new Column()
    column.set(0, 1)
    const [piece] = column.capture(1)
    assert.ok(piece!.buffer.byteLength >= 128 * 1024)
  })
})
