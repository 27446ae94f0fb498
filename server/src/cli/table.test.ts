import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatTable } from './table.ts'

describe('a table', () => {
  it('aligns columns in any script, without trailing spaces', () => {
    const rows = [
      ['1', '桔梗', 'x'],
      ['10', 'fox 😀', ''],
    ]
    assert.equal(formatTable(['NO', 'NAME', 'TEXT'], rows), 'NO  NAME    TEXT\n1   桔梗    x\n10  fox 😀\n')
  })

  it('replaces control characters', () => {
    const rows = [['\u001b[2J\u001b]0;evil\u0007 a\r\nb', '\u202eabc\u2066\0']]
    assert.equal(formatTable(['A', 'B'], rows), 'A                 B\n[2J ]0;evil  a b  abc\n')
  })
})
