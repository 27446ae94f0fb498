import assert from 'node:assert/strict'
import { it } from 'node:test'
import { columnsOf, reuseEqualParts } from './grid-shape.ts'

it('a grid has as many columns as fit, and never fewer than the minimum', () => {
  assert.equal(columnsOf(1348, 208, 20, 2), 6)
  assert.equal(columnsOf(208 * 3 + 20 * 2, 208, 20, 2), 3)
  assert.equal(columnsOf(208 * 3 + 20 * 2 - 1, 208, 20, 2), 2)
  assert.equal(columnsOf(300, 208, 12, 2), 2)
})

it('a grid that moves keeps its layout, so that no card re-renders', () => {
  const layout = { columns: 6, cardWidth: 208, columnGap: 20, rowHeight: 264, gap: 32 }
  const before = { layout, top: 500, coveredHeight: 148 }
  assert.equal(reuseEqualParts(before, { ...before, layout: { ...layout } }), before)
  const moved = reuseEqualParts(before, { ...before, layout: { ...layout }, top: 120 })
  assert.equal(moved.layout, layout)
  assert.equal(moved.top, 120)
  const narrower = { ...layout, columns: 5 }
  assert.equal(reuseEqualParts(before, { ...before, layout: narrower }).layout, narrower)
})
