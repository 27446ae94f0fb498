import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitsOf } from './splits.ts'

const partsOf = (word: string, known: string[]) => splitsOf(word, part => known.includes(part))

test('a word is split into two to four known words', () => {
  assert.deepEqual(partsOf('blackcat', ['black', 'cat', 'blackcat']), [['black', 'cat']])
  assert.deepEqual(partsOf('darkdragongirl', ['dark', 'dragon', 'girl', 'dragongirl']), [
    ['dark', 'dragongirl'],
    ['dark', 'dragon', 'girl'],
  ])
  assert.deepEqual(partsOf('foxfoxfoxfox', ['fox']), [['fox', 'fox', 'fox', 'fox']])
  assert.deepEqual(partsOf('foxfoxfoxfoxfox', ['fox']), [])
})

test('parts have three letters or more', () => {
  assert.deepEqual(partsOf('egirl', ['e', 'girl']), [])
  assert.deepEqual(partsOf('mycat', ['my', 'cat']), [])
})

test('the longest word with everything known has bounded ways', () => {
  assert.ok(splitsOf('a'.repeat(64), () => true).length < 50_000)
})
