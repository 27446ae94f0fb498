import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../tests/support/code-point.ts'
import { fold } from './fold.ts'
import { spellingsOf } from './spellings.ts'
import { wordForm } from './word-form.ts'

const ALIKE: readonly (readonly string[])[] = [
  ['まぬか', 'マヌカ'],
  ['ねこみみ', 'ネコミミ', 'ねこミミ', 'ネコみみ'],
  ['龙', '龍', '竜'],
  ['ねこ竜', 'ネコ龍', 'ネコ龙'],
  ['أميرة', 'اميره'],
  ['桔梗改変', '桔梗改變', '桔梗改变'],
]

test('each of several spellings is one of any other', () => {
  for (const texts of ALIKE)
    for (const text of texts)
      for (const other of texts) assert.ok(spellingsOf(text).includes(other), `${other} for ${text}`)
})

test('most texts have one spelling', () => {
  for (const text of ['', 'fox', 'лиса', '고양이', '桔梗', 'น่ารัก', '🦊'])
    assert.deepEqual(spellingsOf(text), [text])
})

test('the spellings of any text begin with itself, and are few, different and alike', () => {
  const unit = fc.oneof(
    fc.constantFrom(...'カヴヷヽーぬ竜龍龙余餘予豫历暦曆萌أىة\u064b'),
    fc.string({ unit: codePoint, maxLength: 1 }),
  )
  const text = fc.array(unit, { maxLength: 40 }).map(units => fold(units.join('')))
  fc.assert(
    fc.property(text, folded => {
      const spellings = spellingsOf(folded)
      assert.equal(spellings[0], folded)
      assert.equal(new Set(spellings).size, spellings.length)
      assert.ok(spellings.length <= 64)
      for (const spelling of spellings) assert.equal(wordForm(spelling), wordForm(folded))
    }),
  )
})
