import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fromCsv, toCsv } from './csv.ts'

describe('writing CSV', () => {
  it('puts the names first, in the order of the columns, and ends lines with CRLF', () => {
    const rows = [
      { views: 3, date: '2026-11-21' },
      { views: -1, date: '2026-11-22' },
    ]
    assert.equal(toCsv(rows, ['date', 'views']), 'date,views\r\n2026-11-21,3\r\n2026-11-22,-1\r\n')
  })

  it('writes the names alone when there are no rows', () => {
    assert.equal(toCsv<{ a: number }>([], ['a']), 'a\r\n')
  })

  it('quotes commas, quotes and line breaks', () => {
    assert.equal(toCsv([{ a: 'x, "y"\nz' }], ['a']), 'a\r\n"x, ""y""\nz"\r\n')
  })

  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1"]) {
    it(`guards a spreadsheet against ${JSON.stringify(formula)}`, () => {
      assert.match(toCsv([{ a: formula }], ['a']), /^a\r\n"?'/)
    })
  }
})

describe('reading CSV', () => {
  it('gives back whatever was written', () => {
    const texts = fc.array(
      fc.record(
        { a: fc.string({ unit: 'grapheme' }), b: fc.constantFrom('=x', "'=x", '-') },
        { noNullPrototype: true },
      ),
    )
    fc.assert(
      fc.property(texts, rows => {
        const reading = fromCsv(toCsv(rows, ['a', 'b']))
        assert.ok(reading.kind === 'rows')
        assert.deepEqual(
          reading.rows,
          rows.map(({ a, b }) => [a, b]),
        )
      }),
    )
  })

  it('takes what a spreadsheet writes: semicolons, a byte order mark, empty lines, short lines', () => {
    const reading = fromCsv('\uFEFFid;group\r\nx;Best\r\n\r\ny\r\n')
    assert.ok(reading.kind === 'rows')
    assert.deepEqual(reading.columns, ['id', 'group'])
    assert.deepEqual(reading.rows, [['x', 'Best'], ['y']])
  })

  it('needs memory for the values of its lines, not for the width of its header', () => {
    const names = Array.from({ length: 260 }, (_, i) => i.toString(36))
    const reading = fromCsv(`${names.join(',')}\n${'x\n'.repeat(50_000)}`)
    assert.ok(reading.kind === 'rows')
    assert.deepEqual([reading.columns.length, reading.rows.length], [260, 50_000])
    assert.ok(
      reading.rows.every(row => row.length === 1),
      'no row holds values for all columns',
    )
  })

  it('names the line with a quote that is never closed, or with too many values', () => {
    assert.deepEqual(
      ['a,b\r\nx,y\r\n"z,1\r\n', 'a,b\r\n1,2\r\n1,2,3\r\n'].map(text => {
        const reading = fromCsv(text)
        return reading.kind === 'malformed' ? reading.line : reading
      }),
      [3, 3],
    )
  })
})
