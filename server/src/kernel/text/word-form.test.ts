import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../tests/support/code-point.ts'
import { fold } from './fold.ts'
import { wordForm } from './word-form.ts'

const SAME: Record<string, string[]> = {
  'hiragana and katakana': ['しお', 'シオ', 'ｼｵ'],
  'long vowels and voiced kana of both': ['がーゔ', 'ガーヴ', 'ｶﾞｰヴ'],
  'traditional, simplified and Japanese characters': ['龙', '龍', '竜'],
  'characters of words': ['樱花猫', '櫻花貓', '桜花猫'],
  'hamza forms of alef': ['احمد', 'أحمد', 'إحمد', 'آحمد'],
  'teh marbuta, alef maksura, vowel signs and tatweel': ['قطه', 'قِطّة', 'قطـة'],
  'Hebrew with and without points': ['שועל', 'שׁוּעָל', 'שׁוּעָל'],
  'letters of Persian': ['كيك', 'کیک', 'كىك'],
}

for (const [what, written] of Object.entries(SAME)) {
  test(`${what} are alike`, () => {
    const forms = written.map(text => wordForm(fold(text)))
    assert.deepEqual(new Set(forms), new Set([written[0]]))
  })
}

test('different letters keep different forms', () => {
  for (const text of ['fox', 'лиса', 'か が', 'は ぱ', '猫 狐', 'قطن', 'כלב', '고양이'])
    assert.equal(wordForm(text), text)
})

test('the word form is idempotent for any text', () => {
  const unit = fc.oneof(
    fc.constantFrom(...'カヴヷヽー竜龍龙余餘予豫萌أىةש\u05b8\u064b'),
    fc.string({ unit: codePoint, maxLength: 1 }),
  )
  const text = fc.array(unit).map(units => fold(units.join('')))
  fc.assert(fc.property(text, folded => assert.equal(wordForm(wordForm(folded)), wordForm(folded))))
})
