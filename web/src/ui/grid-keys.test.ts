import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextIndex } from './grid-keys.ts'

const GRID = { total: 23, columns: 5, pageRows: 3 }

describe('a key in a grid of 23 cards in 5 columns', () => {
  const cases: readonly [key: string, from: number, to: number | null][] = [
    ['ArrowRight', 4, 5],
    ['ArrowLeft', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 2, 7],
    ['ArrowDown', 21, 22],
    ['ArrowUp', 7, 2],
    ['ArrowUp', 2, 0],
    ['PageDown', 1, 16],
    ['PageUp', 16, 1],
    ['Home', 14, 0],
    ['End', 14, 22],
    ['Enter', 3, null],
    ['a', 3, null],
  ]
  for (const [key, from, to] of cases) {
    it(`moves from ${from} to ${to}: ${key}`, () => {
      assert.equal(nextIndex(key, { ...GRID, index: from }), to)
    })
  }

  it('moves nowhere in an empty grid', () => {
    assert.equal(nextIndex('End', { ...GRID, total: 0, index: 0 }), null)
  })
})
