import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasInvisible } from './invisible.ts'

describe('a text has an invisible character if it contains', () => {
  for (const [what, text] of [
    ['a right-to-left override', 'Foxes\u202egpj'],
    ['a left-to-right override', '\u202dFoxes'],
    ['an embedding', 'a\u202ab\u202c'],
    ['isolates', '\u2066Foxes\u2069'],
    ['marks of direction', 'Foxes\u200f'],
    ['an Arabic letter mark', 'Foxes\u061c'],
    ['a zero-width space', 'Fo\u200bxes'],
    ['a word joiner', 'Fo\u2060xes'],
    ['a byte order mark', 'Foxes\ufeff'],
    ['a soft hyphen', 'Fo\u00adxes'],
    ['a joiner between Latin letters', 'Fo\u200dxes'],
    ['a non-joiner between Latin letters', 'Fo\u200cxes'],
    ['a joiner at the end', 'می\u200c'],
    ['a selector after a letter', 'Foxes\ufe0f'],
    ['a Hangul filler', 'Foxes\u3164'],
    ['an empty Braille pattern', 'Foxes\u2800'],
    ['a combining grapheme joiner', 'Fo\u034fxes'],
    ['tags', 'Foxes\u{e0061}'],
    ['a line end', 'Fo\u2028xes'],
    ['a control', 'Fo\u0007xes'],
    ['half a character', 'Foxes\ud83e'],
    ['what stands for a NUL or half a character', 'Foxes\ufffd'],
  ] as const) {
    it(what, () => assert.equal(hasInvisible(text), true))
  }
})

describe('no character is invisible in', () => {
  for (const text of [
    'Foxes',
    'Füchse 2',
    'Лисы',
    '狐の群れ',
    '여우',
    'ثعالب',
    'שועלים',
    'Cáo e\u0323\u0301',
    '',
    '🦊',
    '👨‍👩‍👧',
    '🏳️‍🌈',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '❤️ Foxes',
    '☀︎',
    '#️⃣',
    '👍🏽',
    'می\u200cخواهم',
    'क्\u200dष',
    '葛\u{e0100}飾',
  ]) {
    it(JSON.stringify(text), () => assert.equal(hasInvisible(text), false))
  }
})
