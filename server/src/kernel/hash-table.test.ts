import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cellsFor, findIn, HashTable, roomyCellsFor } from './hash-table.ts'

const ROWS = 400

/** A hash that spreads consecutive rows over the table. */
function hashOfRow(row: number): number {
  return Math.imul(row, 0x9e3779b1) >>> 0
}

/** Adversarial hash functions: many rows share a hash, or hash to the last cells of the table. */
const hashes = fc.constantFrom(
  hashOfRow,
  (row: number) => hashOfRow(row % 7),
  (row: number) => 0xffff_ffff - (row % 3),
  () => 0,
)
const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(ROWS - 1)), { maxLength: 1500, size: 'max' })

describe('the hash table', () => {
  it('holds the same rows as a set, through growth and removal', () => {
    fc.assert(
      fc.property(hashes, steps, fc.nat(ROWS), (hashOf, list, room) => {
        const table = new HashTable(hashOf, new Uint32Array(cellsFor(room)))
        const rows = new Set<number>()
        for (const [isAdded, row] of list) {
          if (isAdded === rows.has(row)) continue
          if (isAdded) table.add(row)
          else table.remove(row)
          if (isAdded) rows.add(row)
          else rows.delete(row)
        }
        const found = (row: number) => table.find(hashOf(row), other => other === row)
        const sameHash = [...rows].filter(row => hashOf(row) === hashOf(0))
        assert.deepEqual(new Set(table.entriesOf(hashOf(0))), new Set(sameHash))
        for (let row = 0; row < ROWS; row++) {
          const expected = rows.has(row) ? row : -1
          assert.equal(found(row), expected)
          assert.equal(
            findIn(table.cells, hashOf(row), other => other === row),
            expected,
          )
        }
        assert.equal(table.cells.filter(cell => cell !== 0).length, rows.size)
      }),
      { numRuns: 60 },
    )
  })

  it('moves a bounded number of rows with each addition while it grows', () => {
    let hashes = 0
    const hashOf = (row: number) => {
      hashes++
      return hashOfRow(row)
    }
    const table = new HashTable(hashOf)
    let maximum = 0
    for (let row = 0; row < 20_000; row++) {
      hashes = 0
      table.add(row)
      maximum = Math.max(maximum, hashes)
    }
    // The row itself and 32 others.
    assert.ok(maximum <= 33, `${maximum} rows`)
  })

  it('uses the given cells while the rows fit, and always has a free cell', () => {
    for (const room of [0, 1, 2, 100]) {
      const cells = new Uint32Array(cellsFor(room))
      const table = new HashTable(hashOfRow, cells)
      for (let row = 0; row < room; row++) table.add(row)
      assert.equal(table.cells, cells)
      assert.ok(cells.includes(0))
      table.add(room)
      assert.notEqual(table.cells, cells)
      assert.equal(
        table.find(hashOfRow(room), row => row === room),
        room,
      )
    }
  })

  it('takes an eighth more rows before it grows, when it has room', () => {
    const cells = new Uint32Array(roomyCellsFor(800))
    const table = new HashTable(hashOfRow, cells)
    for (let row = 0; row < 900; row++) table.add(row)
    assert.equal(table.cells, cells)
  })
})
