import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvOf } from './csv.ts'

describe('a CSV file', () => {
  it('has a line for each row, below the names of the columns', () => {
    assert.equal(csvOf(['name', 'views'], [['Fox', 3]]), 'name,views\r\nFox,3\r\n')
  })

  it('quotes what would end a field', () => {
    assert.equal(csvOf(['name'], [['a "b", c'], ['d\ne']]), 'name\r\n"a ""b"", c"\r\n"d\ne"\r\n')
  })

  it('keeps spreadsheets from running names as formulas, and leaves numbers as they are', () => {
    assert.equal(csvOf(['name', 'likes'], [['=HYPERLINK(1)', -2]]), "name,likes\r\n'=HYPERLINK(1),-2\r\n")
  })
})
