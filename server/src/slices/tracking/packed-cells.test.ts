import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hourCell, numberedCell, TERM_CELL } from './cells.ts'
import { CellSum, packCells, unpackCells } from './packed-cells.ts'
import type { AudienceCell } from './store.ts'

const COUNT = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const NAMED = cellOf(fc.nat(TERM_CELL - 1), fc.constant(''))
const TERM = cellOf(fc.constant(TERM_CELL), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }))

function cellOf(cell: fc.Arbitrary<number>, term: fc.Arbitrary<string>) {
  return fc.record({ cell, term, views: COUNT, outbound: COUNT }, { noNullPrototype: true })
}

function sorted(cells: readonly AudienceCell[]): AudienceCell[] {
  return cells.toSorted((a, b) => a.cell - b.cell || (a.term < b.term ? -1 : 1))
}

describe('packed cells', () => {
  it('are the same after packing and unpacking', () => {
    const cells = fc.uniqueArray(fc.oneof(NAMED, TERM), {
      selector: ({ cell, term }) => `${cell} ${term}`,
      maxLength: 50,
    })
    fc.assert(
      fc.property(cells, given => {
        assert.deepEqual(sorted(unpackCells(packCells(given))), sorted(given))
      }),
    )
  })

  it('take a few bytes per bucket', () => {
    const cells = Array.from({ length: 20 }, (_, i) => ({
      cell: numberedCell('countries', i * 30),
      term: '',
      views: i,
      outbound: 1,
    }))
    assert.ok(packCells(cells).length <= 62)
  })

  it('keep the fifty most used terms', () => {
    const terms = Array.from({ length: 80 }, (_, i) => ({
      cell: TERM_CELL,
      term: `t${i}`,
      views: i,
      outbound: 0,
    }))
    const kept = unpackCells(packCells(terms))
    assert.equal(kept.length, 50)
    assert.equal(Math.min(...kept.map(({ views }) => views)), 30)
  })
})

describe('a sum of cells', () => {
  it('adds counts of the same bucket and term', () => {
    const one = { cell: hourCell(0), term: '', views: 1, outbound: 0 }
    const fox = { cell: TERM_CELL, term: 'fox', views: 0, outbound: 2 }
    const sum = new CellSum().add([one, fox]).add([one, { ...fox, term: 'wolf' }])
    assert.deepEqual(sorted(sum.cells()), [{ ...one, views: 2 }, fox, { ...fox, term: 'wolf' }])
    assert.equal(one.views, 1)
  })
})
