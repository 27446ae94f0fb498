import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '../kernel/text/fold.ts'
import { wordForm } from '../kernel/text/word-form.ts'
import { tagsMeantBy, wordsBeginningWith } from './query-tags.ts'
import { firstSynonyms } from './synonyms.ts'
import { readNarrowerWords, readSameWords, readVocabulary } from './vocabulary.ts'

test('the vocabulary is read over several turns of the event loop', async () => {
  // Another test file in this process may have loaded the module's vocabulary already, so this imports a new instance.
  const unread = new URL('./query-tags.ts?unread', import.meta.url).href
  const { readQueryTags } = (await import(unread)) as typeof import('./query-tags.ts')
  let turns = 0
  const countTurns = (): void => {
    turns++
    counting = setImmediate(countTurns)
  }
  let counting = setImmediate(countTurns)
  await readQueryTags()
  clearImmediate(counting)
  assert.ok(turns >= 10, `one for each group: ${turns}`)
})

const meant = (word: string) => tagsMeantBy(wordForm(fold(word)))

test('words of four languages, in any form of writing, mean a tag', () => {
  for (const word of ['猫', 'ねこ', 'ネコ', '고양이', '猫咪', '貓', 'kitty', 'cats'])
    assert.deepEqual(meant(word), ['cat'], word)
  for (const word of ['狐', 'きつね', 'キツネ', '여우', '狐狸', 'kitsune', 'foxes'])
    assert.deepEqual(meant(word), ['fox'], word)
  for (const word of ['ドラゴン', 'どらごん', '竜', '龍', '龙', '드래곤', 'dragons'])
    assert.deepEqual(meant(word), ['dragon'], word)
})

test('words in scripts without spaces are found by their beginning, written as it is', () => {
  const begun = (typed: string) => wordsBeginningWith(typed).map(({ text, tags }) => `${text} ${tags}`)
  assert.deepEqual(begun('マヌ'), ['マヌカ manuka'])
  assert.ok(begun('ネ').includes('ネコ cat'))
  assert.ok(begun('ね').includes('ねこ cat'))
  assert.ok(begun('猫').includes('猫 cat'))
  assert.ok(begun('고양').includes('고양이 cat'))
  assert.deepEqual([begun('fo'), begun('黒猫')], [[], []])
})

test('the words of a tag may be written as one', () => {
  assert.deepEqual(meant('FaceTracking'), ['face_tracking'])
  assert.deepEqual(meant('フェイストラッキング'), ['face_tracking'])
})

test('a word may mean several tags together', () => {
  assert.deepEqual(meant('jk'), ['student', 'school_uniform'])
})

test('of different words that are written alike, the first in the vocabulary is meant', () => {
  for (const word of ['僵尸', '殭屍']) assert.deepEqual(meant(word), ['zombie'], word)
  assert.deepEqual(meant('キョンシー'), ['jiangshi'])
})

test('a narrower word, an unknown word, and the name of a tag mean no tag', () => {
  for (const word of ['husky', '黒猫', '비둘기', 'xyzzy', '', 'cat', 'constructor'])
    assert.deepEqual(meant(word), [], word)
})

test('every listed word is a synonym, and every narrower one is the first of a language', () => {
  const firsts = readVocabulary()
    .flatMap(({ tags }) => Object.values(tags))
    .flatMap(firstSynonyms)
  const texts = new Set(firsts.map(({ text }) => text))
  assert.deepEqual(
    readSameWords().filter(word => meant(word).length === 0),
    [],
  )
  assert.deepEqual(
    readNarrowerWords().filter(word => !texts.has(word)),
    [],
  )
})
