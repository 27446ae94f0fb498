import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MAX_PART_ROWS, orderRows } from './order-rows.ts'

/** Rows of a slot and a number that identifies the row. */
function rowsOf(slots: readonly number[]): Uint32Array {
  return Uint32Array.from(slots.flatMap((slot, i) => [slot, i]))
}

function slotsOf(rows: Uint32Array): number[] {
  return [...rows].filter((_, i) => i % 2 === 0)
}

describe('rows of a flush', () => {
  it('are ordered by the keys of their avatars, and stay in order within an avatar', async () => {
    const slots = fc.array(fc.integer({ min: 0, max: 20 }))
    await fc.assert(
      fc.asyncProperty(slots, async slots => {
        const keyOf = (slot: number) => (slot === 7 ? -1 : 2 ** 31 - slot)
        const rows = rowsOf(slots)
        await orderRows(rows, 2, keyOf)
        const expected = slots.map((slot, i) => [slot, i] as const).sort(([a], [b]) => keyOf(a) - keyOf(b))
        assert.deepEqual([...rows], expected.flat())
      }),
    )
  })

  it('are ordered in parts, one per turn of the event loop', async () => {
    const rows = rowsOf(Array.from({ length: MAX_PART_ROWS + 2 }, (_, i) => MAX_PART_ROWS + 2 - i))
    let hasTurned = false
    setImmediate(() => {
      hasTurned = true
    })
    await orderRows(rows, 2, slot => slot)
    assert.ok(hasTurned)
    const slots = slotsOf(rows)
    assert.deepEqual([slots[0], slots[MAX_PART_ROWS - 1]], [3, MAX_PART_ROWS + 2])
    assert.deepEqual(slots.slice(MAX_PART_ROWS), [1, 2])
  })
})
