import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../tests/support/code-point.ts'
import { textRuns } from '../../kernel/text/tokenize.ts'
import { parseWithWantedText } from './parse-query.ts'
import { searchTerm } from './search-term.ts'

const termOf = (q: string) => searchTerm(parseWithWantedText(q).wantedText)

const TERMS: Readonly<Record<string, string>> = {
  'cat 💩': 'cat',
  'neon!!!': 'neon',
  '❤️ Red   FOX ❤️': 'red fox',
  '𝈀㎂': 'ua',
  '"red fox" -maid -"good dog" -tag:sex': 'red fox',
  '"red"-fox': 'red',
  'red "fox -cub': 'red fox',
  '-"red fox': 'red fox',
  author_tag_cute: 'cute',
  'Foo-Bar v2.0': 'foo bar v2 0',
  vrc用: 'vrc用',
  桔梗: '桔梗',
  狐: '狐',
  ネ: 'ネ',
  여: '여',
  '狐!': '狐',
  ab: 'ab',
  'a b': 'a b',
  a: '',
  '7': '',
  'a 💩': '',
  ก: '',
  '💩': '',
  '': '',
  '-fox': '',
}

describe('the term of a search text', () => {
  for (const [q, term] of Object.entries(TERMS)) {
    it(`is ${JSON.stringify(term)} for ${JSON.stringify(q)}`, () => assert.equal(termOf(q), term))
  }

  it('consists of index words and single spaces, and is its own term', () => {
    const text = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(text, q => {
        const term = termOf(q)
        assert.equal(term.replaceAll(' ', ''), textRuns(term).join(''))
        assert.doesNotMatch(term, /^ | {2}| $/)
        assert.equal(termOf(term), term)
      }),
    )
  })
})
