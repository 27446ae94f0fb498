import { tagsMeantBy } from '../../../server/src/ai-tags/query-tags.ts'
import { synonymsOf } from '../../../server/src/ai-tags/synonyms.ts'
import { readVocabulary } from '../../../server/src/ai-tags/vocabulary.ts'
import { fold } from '../../../server/src/kernel/text/fold.ts'
import { wordForm } from '../../../server/src/kernel/text/word-form.ts'
import { foldedWords } from '../../../server/src/kernel/text/words.ts'
import { mistype, mistypeUnspaced } from './mistype.ts'
import type { AvatarTexts } from './texts.ts'

/** A question, and a rule that decides which avatars it means. */
export interface Question {
  kind: string
  q: string
  isMeant: (avatar: AvatarTexts) => boolean
}

/** Number of questions of each kind and script. */
const QUESTIONS_PER_KIND = 12
const LETTERS = /^[a-z]+$/

const SCRIPTS: readonly [name: string, script: RegExp][] = [
  ['Latin', /^[\p{Script=Latin}\p{N} ]+$/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Han', /^[\p{Script=Han}\p{N} ]+$/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Arabic', /\p{Script=Arabic}/u],
]

/** At least 300 questions in six scripts about a catalog; always the same for the same catalog. */
export function questionsOn(avatars: readonly AvatarTexts[]): Question[] {
  const names = [...new Set(avatars.map(({ name }) => foldedWords(name)))].filter(
    name => [...name].length >= 2,
  )
  const authors = [...new Set(avatars.map(({ author }) => foldedWords(author)))].filter(
    one => [...one].length >= 3,
  )
  return [
    ...inEachScript(names).map(exactName),
    ...inEachScript(names.filter(name => [...name].length >= 5)).map(beginning),
    ...inEachScript(authors).map(creator),
    ...typos(names),
    ...unspacedTypos(names),
    ...synonyms(avatars),
    ...otherForms(names),
    ...joinedOrSplit(names),
  ]
}

function exactName(name: string): Question {
  return { kind: 'exact name', q: name, isMeant: avatar => foldedWords(avatar.name) === name }
}

function beginning(name: string): Question {
  const q = [...name]
    .slice(0, Math.ceil([...name].length * 0.6))
    .join('')
    .trim()
  return { kind: 'beginning', q, isMeant: avatar => foldedWords(avatar.name).startsWith(q) }
}

function creator(author: string): Question {
  return { kind: 'creator', q: author, isMeant: avatar => foldedWords(avatar.author) === author }
}

/** Frequent words of names with two letters swapped, one omitted, or one doubled. */
function typos(names: readonly string[]): Question[] {
  const knownWords = new Set(names.flatMap(name => name.split(' ')))
  const words = frequentWords(names).filter(word => /^[\p{Script=Latin}\p{Script=Cyrillic}]{5,}$/u.test(word))
  return words
    .slice(0, 5 * QUESTIONS_PER_KIND)
    .map((word, i) => ({ word, q: mistype(word, i) }))
    .filter(({ word, q }) => q !== word && !knownWords.has(q))
    .map(({ word, q }) => ({ kind: 'typo', q, isMeant: avatar => wordsOf(avatar.name).includes(word) }))
}

/** Scripts without spaces, with the minimum number of characters of a word that is mistyped. */
const UNSPACED_SCRIPTS: readonly [script: RegExp, minLength: number][] = [
  [/^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u, 4],
  [/^\p{Script=Han}+$/u, 3],
  [/^\p{Script=Hangul}+$/u, 3],
  [/^[\p{Script=Thai}\p{M}]+$/u, 5],
]

/**
 * Typos in scripts without spaces, where a word may be a part of another. In Hangul, one letter of a syllable is wrong.
 */
function unspacedTypos(names: readonly string[]): Question[] {
  const forms = names.map(wordForm)
  return UNSPACED_SCRIPTS.flatMap(([script, minLength]) => {
    const words = names.flatMap(name => name.split(' '))
    const longWords = [...new Set(words)].filter(word => script.test(word) && [...word].length >= minLength)
    return spread(longWords, QUESTIONS_PER_KIND)
      .map((word, i) => ({ word: wordForm(word), q: wordForm(mistypeUnspaced(word, i)) }))
      .filter(({ q }) => !forms.some(form => form.includes(q)))
      .map(({ word, q }) => ({
        kind: 'typo, unspaced',
        q,
        isMeant: ({ name }) => wordForm(foldedWords(name)).includes(word),
      }))
  })
}

/** Words in four languages for tags of avatars; the question means all avatars with the tag. */
function synonyms(avatars: readonly AvatarTexts[]): Question[] {
  const counts = new Map<string, number>()
  for (const tag of avatars.flatMap(({ aiTags }) => aiTags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const entries = readVocabulary().flatMap(({ tags }) => Object.entries(tags))
  const candidates = entries
    .filter(([tag]) => (counts.get(tag) ?? 0) >= 10)
    .flatMap(([tag, entry]) => synonymsOf(tag, entry).map(({ text }) => ({ tag, q: text })))
    .filter(({ tag, q }) => q !== tag && tagsMeantBy(wordForm(fold(q))).includes(tag))
  return spread(candidates, 6 * QUESTIONS_PER_KIND).map(({ tag, q }) => ({
    kind: 'synonym',
    q,
    isMeant: avatar => avatar.aiTags.includes(tag),
  }))
}

/** Names in another form of their script: the other kana, traditional characters, alef with hamza, fancy letters. */
function otherForms(names: readonly string[]): Question[] {
  const forms: [script: RegExp, change: (name: string) => string][] = [
    [/\p{Script=Hiragana}/u, name => shift(name, /[\u3041-\u3096]/gu, 0x60)],
    [/\p{Script=Katakana}/u, name => shift(name, /[\u30a1-\u30f6]/gu, -0x60)],
    [
      /[龙马鸟猫红蓝]/u,
      name => name.replace(/[龙马鸟猫红蓝]/gu, one => '龍馬鳥貓紅藍'['龙马鸟猫红蓝'.indexOf(one)]!),
    ],
    [/[اأ]/u, name => name.replace(/[اأ]/gu, one => (one === 'ا' ? 'أ' : 'ا'))],
    [/^[a-z ]{4,}$/, name => shift(name, /[a-z]/g, 0x1d5ee - 0x61)],
  ]
  return forms.flatMap(([script, change]) =>
    spread(
      names.filter(name => script.test(name)),
      QUESTIONS_PER_KIND,
    ).map(name => ({ kind: 'mixed script', q: change(name), isMeant: exactName(name).isMeant })),
  )
}

function shift(text: string, letters: RegExp, by: number): string {
  return text.replace(letters, letter => String.fromCodePoint(letter.codePointAt(0)! + by))
}

/** Names of two words written as one, and names of one word that consists of two frequent words. */
function joinedOrSplit(names: readonly string[]): Question[] {
  const pairs = names.filter(name => /^[a-z]{3,} [a-z]{3,}$/.test(name))
  const joinedNames = spread(pairs, 3 * QUESTIONS_PER_KIND).map(name => ({ name, q: name.replace(' ', '') }))
  const wordSet = new Set(frequentWords(names).filter(word => LETTERS.test(word)))
  const splitNames = names.flatMap(name => {
    if (!LETTERS.test(name)) return []
    const at = Array.from(name, (_, i) => i).find(
      i => i >= 3 && name.length - i >= 3 && wordSet.has(name.slice(0, i)) && wordSet.has(name.slice(i)),
    )
    return at === undefined ? [] : [{ name, q: `${name.slice(0, at)} ${name.slice(at)}` }]
  })
  return [...joinedNames, ...spread(splitNames, QUESTIONS_PER_KIND)].map(({ name, q }) => ({
    kind: 'joined or split',
    q,
    isMeant: avatar => foldedWords(avatar.name).replaceAll(' ', '').includes(name.replace(' ', '')),
  }))
}

function frequentWords(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of names.flatMap(name => name.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts].filter(([, count]) => count >= 5)
  return words.sort((a, b) => b[1] - a[1]).map(([word]) => word)
}

function wordsOf(name: string): string[] {
  return foldedWords(name).split(' ')
}

function inEachScript(texts: readonly string[]): string[] {
  return SCRIPTS.flatMap(([, script]) =>
    spread(
      texts.filter(text => script.test(text)),
      QUESTIONS_PER_KIND,
    ),
  )
}

/** At most `count` items, evenly spread over the list. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[Math.floor(i * step)]!)
}
