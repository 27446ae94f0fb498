import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { idOf } from '../../../tests/support/search/run.ts'
import { firstSynonyms } from '../../ai-tags/synonyms.ts'
import { readNarrowerWords, readVocabulary } from '../../ai-tags/vocabulary.ts'
import { analyse } from '../../avatars/analyse.ts'
import type { CatalogRecord } from '../../avatars/record.ts'
import { fold } from '../../kernel/text/fold.ts'
import { wordRuns } from '../../kernel/text/tokenize.ts'
import { wordForm } from '../../kernel/text/word-form.ts'
import { catalogQuery } from '../../slices/catalog/search.ts'
import { createLiveIndex } from './live-index.ts'

function indexOf(all: readonly Partial<CatalogRecord>[]) {
  const index = createLiveIndex()
  for (const [slot, values] of all.entries())
    index.put(slot, analyse(recordWith({ ...values, id: idOf(slot) })))
  const find = (q: string): readonly number[] => {
    const { total, slots } = index.search(catalogQuery({ q, sort: 'recent', offset: 0, limit: 5000 }))
    assert.equal(total, slots.length)
    return slots
  }
  return { find, mergeAll: () => index.mergeAll(), [Symbol.asyncDispose]: () => index[Symbol.asyncDispose]() }
}

/** Letters and emoji that are searched as equal. */
const ALIKE =
  'しシ おオ まマ ぬヌ かカ がガ ねネ こコ 龙龍竜 猫貓 娘嬢孃 变變変 乐樂楽 桜樱櫻 اأإآ هة يىئ كک fFｆＦ𝓯ᶠ oOｏ𝕠 xXｘ eEéＥ'
    .split(' ')
    .map(letters => [...letters])
const EMOJI = [
  ['👍', '👍🏽', '👍🏿'],
  ['❤', '❤️'],
  ['🦊', '🦊\ufe0f'],
]
const SPELLINGS = new Map(
  [...ALIKE, ...EMOJI].flatMap(letters => letters.map(letter => [letter, letters] as const)),
)
const NAMES = [
  'しお',
  'マヌカ',
  '龍娘',
  'ねこ竜',
  '猫',
  '桜乐',
  'أهك',
  'fox',
  'fée',
  'しfox',
  '🦊',
  '👍 ok',
  '❤fox',
  '桔梗改変',
  '変',
]
const letters = [...SPELLINGS.values()].map(([first]) => first!)
const run = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 }).map(all => all.join('')),
  },
)
const prose = fc.array(run, { minLength: 1, maxLength: 3 }).map(runs => runs.join(' '))
/** Parts of a text around a word, with as many words as places. */
const FRAMES = ['#', '# #', '"#"', '# -#', '-#', '"# #"', '# OR #', '(# OR #) #', '-(# #)', '# added>2000']

/** Writes each letter in one of its spellings. */
const respelled = (text: string) =>
  fc.array(fc.nat(), { minLength: text.length, maxLength: text.length }).map(picks =>
    Array.from(text, (letter, i) => {
      const spellings = SPELLINGS.get(letter)
      return spellings === undefined ? letter : spellings[picks[i]! % spellings.length]
    }).join(''),
  )
const twoSpellings = run.chain(text => fc.tuple(fc.constant(text), respelled(text)))

it('a text finds the same in every form of its letters', async () => {
  const name = prose.chain(respelled)
  const question = fc.tuple(
    fc.constantFrom(...FRAMES),
    fc.array(twoSpellings, { minLength: 3, maxLength: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name, description: name, authorName: name, views: fc.nat(9) }), {
        minLength: 5,
        maxLength: 20,
      }),
      fc.array(question, { minLength: 8, maxLength: 8 }),
      async (all, questions) => {
        await using index = indexOf(all)
        for (const [frame, words] of questions) {
          const fill = (side: 0 | 1) => {
            let i = 0
            return frame.replaceAll('#', () => words[i++]![side])
          }
          assert.deepEqual(index.find(fill(1)), index.find(fill(0)), `${fill(0)} and ${fill(1)}`)
        }
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})

/** Written as the usual word for another tag, 僵尸, which it means (`query-tags.ts`). */
const OF_ANOTHER = '殭屍'

/** Each usual word for a tag, with all tags that it means. */
function usualWords(): Map<string, string[]> {
  const keyOf = (text: string): string => wordForm(fold(text))
  const narrower = new Set(readNarrowerWords().map(keyOf))
  const words = new Map<string, string[]>()
  for (const { tags } of readVocabulary())
    for (const [tag, entry] of Object.entries(tags))
      for (const { text } of firstSynonyms(entry))
        if (!narrower.has(keyOf(text)) && text !== OF_ANOTHER)
          words.set(text, [...(words.get(text) ?? []), tag])
  return words
}

it('the usual word of each language for a tag finds the tag, and the literal word; quotes and a minus take it literally', async () => {
  // A word of three runs means its tag only as a whole, which a search does not look up.
  const words = [...usualWords()].filter(([word]) => wordRuns(fold(word)).length < 3)
  assert.ok(words.length > 600, `${words.length} words`)
  const records = words.flatMap(([word, tags]) => [
    { aiTags: tags },
    { name: `x ${word} x` },
    { description: word },
  ])
  await using index = indexOf(records)
  await index.mergeAll()
  const literal = (slots: readonly number[]) => slots.filter(slot => slot % 3 > 0)
  for (const [i, [word, tags]] of words.entries()) {
    const tagged = words.flatMap(([, others], n) => (tags.every(tag => others.includes(tag)) ? [3 * n] : []))
    const found = index.find(word)
    assert.deepEqual(
      found.filter(slot => slot % 3 === 0).toSorted((a, b) => a - b),
      tagged,
      word,
    )
    for (const own of [3 * i + 1, 3 * i + 2]) assert.ok(found.includes(own), word)
    assert.deepEqual(
      index.find(`"${word}"`).filter(slot => slot % 3 === 0),
      [],
      word,
    )
    const excluded = new Set(index.find(word.includes(' ') ? `-"${word}"` : `-${word}`))
    assert.ok(excluded.has(3 * i) && !excluded.has(3 * i + 1) && !excluded.has(3 * i + 2), word)
    assert.deepEqual(literal(index.find(`"${word}"`)), literal(found), word)
  }
})

/** Words that no other begins with, nor the vocabulary knows; of the last, parts of other words are too short. */
const PARTS = ['zorp', 'kivo', 'lum', 'te']
const written = fc
  .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(' ', '', '-')), { minLength: 1, maxLength: 4 })
  .map(parts => parts.flat().join(''))

/** Two to four of the consecutive words, of three letters or more, that form a word together. */
const hasJoined = (words: readonly string[], joined: string): boolean =>
  words.some((_, start) =>
    [2, 3, 4].some(count => {
      const parts = words.slice(start, start + count)
      return parts.length === count && parts.every(part => part.length > 2) && parts.join('') === joined
    }),
  )

it('joined words find separate ones, and separate words find joined ones', async () => {
  const isFound = (name: string, q: string): boolean => {
    const words = name.match(/[a-z]+/g)!
    const asked = q.match(/[a-z]+/g)!
    const begins = (typed: string) => words.some(word => word.startsWith(typed))
    return asked.every((typed, i) => {
      const [isLast, isLastButOne] = [i === asked.length - 1, i === asked.length - 2]
      if (words.includes(typed) || (isLast && begins(typed))) return true
      if (typed.length >= 6 && hasJoined(words, typed)) return true
      const after = i + 1 < asked.length ? typed + asked[i + 1] : null
      const before = i > 0 ? asked[i - 1] + typed : null
      if (after !== null && (isLastButOne ? begins(after) : words.includes(after))) return true
      return before !== null && (isLast ? begins(before) : words.includes(before))
    })
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { minLength: 5, maxLength: 30 }),
      fc.array(written, { minLength: 10, maxLength: 10 }),
      async (names, requests) => {
        await using index = indexOf(names.map(name => ({ name })))
        for (const typed of requests) {
          // A word that is repeated is one word, which may be joined with the neighbours of each.
          const q = [...new Set(typed.match(/[a-z]+/g))].join(' ')
          const expected = [...names.keys()].filter(slot => isFound(names[slot]!, q))
          assert.deepEqual(
            index.find(q).toSorted((a, b) => a - b),
            expected,
            q,
          )
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
})
