import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstUncoveredRow, visibleRows } from './visible-rows.ts'

const GRID = { rowCount: 100, rowHeight: 200, top: 300, scrollY: 0, height: 900, coveredHeight: 148 }

describe('the visible rows', () => {
  it('are those of the window', () => {
    assert.deepEqual(visibleRows(GRID), [0, 3])
    assert.deepEqual(visibleRows({ ...GRID, scrollY: 2300 }), [10, 15])
    assert.deepEqual(visibleRows({ ...GRID, scrollY: 2301 }), [10, 15])
    assert.deepEqual(visibleRows({ ...GRID, scrollY: 2399 }), [10, 15])
    assert.deepEqual(visibleRows({ ...GRID, scrollY: 2500 }), [11, 16])
  })

  it('end with the grid', () => {
    assert.deepEqual(visibleRows({ ...GRID, scrollY: 20_000 }), [98, 100])
    assert.deepEqual(visibleRows({ ...GRID, rowCount: 2 }), [0, 2])
    assert.deepEqual(visibleRows({ ...GRID, rowCount: 0 }), [0, 0])
  })

  it('are none above or below the window', () => {
    assert.deepEqual(visibleRows({ ...GRID, top: 5000 }), [0, 0])
    assert.deepEqual(visibleRows({ ...GRID, scrollY: 50_000 }), [100, 100])
  })
})

describe('the first row that no bar covers', () => {
  it('is below the bars', () => {
    assert.equal(firstUncoveredRow(GRID), 0)
    assert.equal(firstUncoveredRow({ ...GRID, scrollY: 2352 }), 11)
    assert.equal(firstUncoveredRow({ ...GRID, scrollY: 2353 }), 12)
  })

  it('is the first visible one where the bars cover all others', () => {
    assert.equal(firstUncoveredRow({ ...GRID, scrollY: 2301, height: 140 }), 10)
    assert.equal(firstUncoveredRow({ ...GRID, rowCount: 3, scrollY: 800 }), 2)
    assert.equal(firstUncoveredRow({ ...GRID, rowCount: 0 }), 0)
  })
})
