import assert from 'node:assert/strict'
import { it } from 'node:test'
import { columnsOf } from './grid-shape.ts'

it('a grid has as many columns as fit, and never fewer than the fewest', () => {
  assert.equal(columnsOf(1348, 208, 20, 2), 6)
  assert.equal(columnsOf(208 * 3 + 20 * 2, 208, 20, 2), 3)
  assert.equal(columnsOf(208 * 3 + 20 * 2 - 1, 208, 20, 2), 2)
  assert.equal(columnsOf(300, 208, 12, 2), 2)
})
