import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../tests/support/code-point.ts'
import { fold } from './fold.ts'
import {
  characterPairs,
  isUnspaced,
  MAX_TOKEN_LENGTH,
  textRuns,
  tokenizeField,
  wordRuns,
} from './tokenize.ts'

test('runs are letters and digits, split where scripts with and without spaces meet', () => {
  const table: [string, string[]][] = [
    ['Fe_サブアーム', ['fe', 'サブアーム']],
    ['airi狐', ['airi', '狐']],
    ['ak 우간다', ['ak', '우간다']],
    ['Queenǃǃ', ['queen']],
    ['v2.0 -copy-', ['v2', '0', 'copy']],
    ['000123 479er', ['000123', '479er']],
    ['バニー・ガール', ['バニー', 'ガール']],
    ['𠮷野家々', ['𠮷野家々']],
    ['Лиса-кошка', ['лиса', 'кошка']],
    ['♡ ☆ 🦊', []],
  ]
  for (const [text, runs] of table) assert.deepEqual(textRuns(fold(text)), runs, text)
})

test('runs of any text are the longest sequences of one class, as a regular expression finds them', () => {
  const word = '\\p{L}\\p{N}\\p{M}'
  const scripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt']
  const unspaced = scripts.map(script => `\\p{scx=${script}}`).join('')
  const runs = new RegExp(`[[${word}]&&[${unspaced}]]+|[[${word}]--[${unspaced}]]+`, 'gv')
  const unit = fc.oneof(
    fc.constantFrom(...'aあ𠮷🦊é_〰\ud800', 'か\u3099'),
    fc.string({ unit: codePoint, maxLength: 1 }),
  )
  const text = fc.array(unit).map(units => `é${units.join('')}`)
  fc.assert(fc.property(text, any => assert.deepEqual(textRuns(any), any.match(runs))))
})

test('every character of a script without spaces is a token, so that a phrase is an exact substring', () => {
  assert.deepEqual(tokenizeField('airi_狐雪 マヌカ2'), ['airi', '狐', '雪', 'ま', 'ぬ', 'か', '2'])
  assert.deepEqual(tokenizeField('แมว'), ['แ', 'ม', 'ว'])
})

test('words have the form in which they are compared, and each emoji is one, without its skin tone', () => {
  const table: [string, string[]][] = [
    ['ネコ耳 Cat', ['ねこ耳', 'cat']],
    ['🦊fox🦊🐺', ['🦊', 'fox', '🦊', '🐺']],
    ['👋🏽 ❤️ ❤', ['👋', '❤', '❤']],
    ['1️⃣ #️⃣ ©®™ 🇯🇵', ['1', 'tm', 'jp']],
    ['♡ ☆ ★', []],
  ]
  for (const [text, runs] of table) assert.deepEqual(wordRuns(fold(text)), runs, text)
})

test('neighbouring characters of a run are its pairs, whole code points each', () => {
  assert.deepEqual(characterPairs('マヌカ'), ['マヌ', 'ヌカ'])
  assert.deepEqual(characterPairs('𠮷野家'), ['𠮷野', '野家'])
  assert.deepEqual(characterPairs('狐'), [])
})

test('Han, kana, Hangul and Thai are unspaced; Latin, Cyrillic, Arabic and digits are not', () => {
  for (const run of ['狐', 'ねこ', 'ネコ', 'ー', '고양이', 'แมว']) assert.equal(isUnspaced(run), true, run)
  for (const run of ['fox', 'лиса', 'قطة', '12', 'ß']) assert.equal(isUnspaced(run), false, run)
})

test('a token is cut at the maximum length, never inside a character', () => {
  assert.deepEqual(tokenizeField('x'.repeat(200)), ['x'.repeat(MAX_TOKEN_LENGTH)])
  const [token] = tokenizeField(`x${'𐐨'.repeat(MAX_TOKEN_LENGTH)}é`)
  assert.equal(token, `x${'𐐨'.repeat(MAX_TOKEN_LENGTH / 2 - 1)}`)
})
