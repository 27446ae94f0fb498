import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../../avatars/index.ts'
import { wordsOfRun } from './other-forms.ts'
import { parseQuery, withoutDescriptionSearch } from './parse-query.ts'

const word = (word: string): Condition => ({ kind: 'word', word })
const prefix = (prefix: string): Condition => ({ kind: 'prefix', prefix })
const tag = (tag: string): Condition => ({ kind: 'tag', tag })
const split = (word: string): Condition => ({ kind: 'split', word })

function assertForms(table: Record<string, Record<string, Condition[]>>): void {
  for (const [q, forms] of Object.entries(table))
    assert.deepEqual(Object.fromEntries(parseQuery(q).forms), forms, q)
}

test('a word in the vocabulary has the tags that it means as other forms', () => {
  assertForms({
    猫: { 猫: [tag('cat')] },
    キツネ: { きつ: [tag('fox')], つね: [tag('fox')] },
    kitty: { kitty: [tag('cat')] },
    jk: { jk: [{ kind: 'all', of: [tag('student'), tag('school_uniform')] }] },
    cat: {},
    Q版: { q: [tag('chibi')], 版: [tag('chibi')] },
    'Quest対応 maid': { quest: [tag('quest')], 对应: [tag('quest')] },
  })
})

test('a word of six letters or more may be split into consecutive words', () => {
  assertForms({
    foxcat: { foxcat: [split('foxcat')] },
    foxes: { foxes: [tag('fox')] },
    maids: { maids: [tag('maid')] },
  })
})

test('a word may be joined with its neighbour, which may still be incomplete', () => {
  assertForms({
    'cat girl': { cat: [prefix('catgirl')], girl: [prefix('catgirl')] },
    'e-girl "x"': { e: [tag('e_girl'), word('egirl')], girl: [tag('e_girl'), word('egirl')] },
    'red fox 雪雪': { red: [word('redfox')], fox: [word('redfox')] },
    'fox 🦊': {},
  })
})

test('quoted and excluded words have no other forms, and a phrase separates neighbours', () => {
  assertForms({ '"猫"': {}, '-猫 -kitty': {}, '"blackcat"': {}, 'cat "red fox" girl': {} })
})

test('a run of Han, kana and Hangul may be split between words of two characters', () => {
  assert.deepEqual(wordsOfRun('桔梗改变'), ['桔梗', '改变'])
  assert.deepEqual(wordsOfRun('猫耳めいど'), ['猫耳', 'めい', 'いど'])
  assert.deepEqual(wordsOfRun('검은고양이'), ['검은', '은고', '양이'])
  assertForms({ 검은고양이: { 은고: [word('고양')] } })
})

test('runs of only kana, of Thai, and of three characters are not split', () => {
  assert.deepEqual(wordsOfRun('まぬか'), ['まぬ', 'ぬか'])
  assert.deepEqual(wordsOfRun('どらごん'), ['どら', 'らご', 'ごん'])
  assert.deepEqual(wordsOfRun('น่ารัก').length, 5)
  assert.deepEqual(wordsOfRun('黑天鹅'), ['黑天', '天鹅'])
})

test('without descriptions, forms have phrases for pairs of characters', () => {
  const { words, phrases, conditions } = withoutDescriptionSearch(parseQuery('キツネ'))
  const either = (...tokens: string[]) => ({ kind: 'any', of: [{ kind: 'phrase', tokens }, tag('fox')] })
  assert.deepEqual({ words, phrases }, { words: [], phrases: [] })
  assert.deepEqual(conditions, [either('き', 'つ'), either('つ', 'ね')])
})
