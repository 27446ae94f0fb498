import assert from 'node:assert/strict'
import { it } from 'node:test'
import { columnsOf, keepSame } from './grid-shape.ts'

it('a grid has as many columns as fit, and never fewer than the minimum', () => {
  assert.equal(columnsOf(1348, 208, 20, 2), 6)
  assert.equal(columnsOf(208 * 3 + 20 * 2, 208, 20, 2), 3)
  assert.equal(columnsOf(208 * 3 + 20 * 2 - 1, 208, 20, 2), 2)
  assert.equal(columnsOf(300, 208, 12, 2), 2)
})

it('a grid that moves keeps its cells, so that no card re-renders', () => {
  const cells = { columns: 6, cardWidth: 208, columnGap: 20, rowHeight: 264, gap: 32 }
  const before = { cells, top: 500, covered: 148 }
  assert.equal(keepSame(before, { ...before, cells: { ...cells } }), before)
  const moved = keepSame(before, { ...before, cells: { ...cells }, top: 120 })
  assert.equal(moved.cells, cells)
  assert.equal(moved.top, 120)
  const narrower = { ...cells, columns: 5 }
  assert.equal(keepSame(before, { ...before, cells: narrower }).cells, narrower)
})
