import { PLATFORMS, RATINGS } from '@avatary/contract/avatar'
import fc from 'fast-check'
import type { AuthorFilter, Condition, NumberRange, TextQuery } from '../../../src/avatars/search-port.ts'
import { catalogQuery, type QueryParts } from './index-document.ts'
import {
  addedAtMs,
  counter,
  type Family,
  filledAuthorId,
  filledPhrase,
  filledTag,
  filledTraits,
  filledWord,
  paging,
  performance,
  updatedAtMs,
} from './operations.ts'

/** Words that are prefixes of each other, sort differently by code units than by code points, or are long. */
const WORDS = [
  'a',
  'ab',
  'abc',
  'abd',
  'b',
  'ba',
  'bab',
  'fox',
  'foxy',
  '0',
  '01',
  'é',
  'éa',
  '狐',
  '雪',
  '狐雪',
  'マ',
  'マヌ',
  '\u{20bb7}',
  '\u{20bb7}a',
  '\uffa0',
  'z'.repeat(63),
  'z'.repeat(64),
]
const TAGS = ['a', 'ab', 'fox', '狐', 'a_b', 'with space', 'with\0zero', 'with\nline', '\u{1f98a}']
const AUTHOR_IDS = ['', 'usr_1', 'usr_2', 'usr_22', 'abcdefghij', 'fox', 'a\0b']
const AUTHOR_NAMES = ['', 'a', 'ab', 'fox', 'abcdefghij', 'a b', 'a\0b', 'マヌカ', '\u{1f98a}']
const NAME_KEYS = [
  '',
  'a',
  'a b',
  'ab',
  'b',
  '\u{10000}',
  '\uffff',
  '\ue000',
  'n'.repeat(99),
  'n'.repeat(100),
]

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'ab', 'b') },
  { weight: 3, arbitrary: fc.constantFrom(...WORDS.slice(0, 8)) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS) },
)
const searchedWord = fc.oneof({ weight: 2, arbitrary: word }, { weight: 1, arbitrary: filledWord })
const tag = fc.constantFrom(...TAGS)
const phrase = fc.array(fc.oneof(word, fc.constantFrom('a', 'ab', 'b')), { minLength: 1, maxLength: 3 })

const rawDraft = fc.record({
  fields: fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { maxLength: 4 }),
  description: fc.array(word, { maxLength: 6 }),
  extraWords: fc.array(word, { maxLength: 2 }),
  tags: fc.uniqueArray(tag, { maxLength: 4 }),
  authorId: fc.constantFrom(...AUTHOR_IDS),
  authorName: fc.constantFrom(...AUTHOR_NAMES),
  nameKey: fc.constantFrom(...NAME_KEYS),
  platforms: fc.nat(7),
  performance,
  addedAtMs,
  updatedAtMs,
  views: counter,
  likes: counter,
  isListed: fc.nat(5).map(n => n > 0),
  named: fc.nat(2),
  created: fc.nat(1),
})

const draft = rawDraft.map(({ named, created, ...document }) => {
  const nameFields = Math.min(named, document.fields.length)
  return { ...document, nameFields, authorFields: Math.min(created, document.fields.length - nameFields) }
})

const id = fc.oneof(fc.constantFrom(...AUTHOR_IDS.slice(1), 'unknown'), filledAuthorId)
const foldedName = fc.constantFrom(...AUTHOR_NAMES.slice(1), 'unknown')
const author: fc.Arbitrary<AuthorFilter> = fc.oneof(
  fc.record({ kind: fc.constant('id' as const), id }),
  fc.record({ kind: fc.constant('name' as const), foldedName }),
  fc.record({ kind: fc.constant('id-or-name' as const), id, foldedName }),
)

const prefix = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'f', 'fo', 'foxy', '狐', 'z') },
  { weight: 2, arbitrary: searchedWord },
)
const searchedPhrase = fc.oneof({ weight: 2, arbitrary: phrase }, { weight: 1, arbitrary: filledPhrase })
const searchedTag = fc.oneof({ weight: 2, arbitrary: tag }, { weight: 1, arbitrary: filledTag })
const oneOrTwo = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: 1, maxLength: 2 })
const groupOf = (one: fc.Arbitrary<Condition>): fc.Arbitrary<Condition[]> => fc.array(one, { maxLength: 3 })
const text = (told: Partial<TextQuery>): QueryParts => ({ text: told })

const momentRange = fc.tuple(addedAtMs, addedAtMs, fc.nat(3)).map(
  ([one, other, open]): NumberRange => ({
    from: open === 1 ? Number.NEGATIVE_INFINITY : Math.min(one, other),
    before: open === 2 ? Number.POSITIVE_INFINITY : Math.max(one, other),
  }),
)
const counterRange = fc.tuple(counter, counter, fc.nat(3)).map(
  ([one, other, open]): NumberRange => ({
    from: open === 1 ? Number.NEGATIVE_INFINITY : Math.min(one, other),
    before: open === 2 ? Number.POSITIVE_INFINITY : Math.max(one, other) + 1,
  }),
)

const simpleCondition: fc.Arbitrary<Condition> = fc.oneof(
  searchedWord.map(word => ({ kind: 'word' as const, word })),
  prefix.map(prefix => ({ kind: 'prefix' as const, prefix })),
  searchedPhrase.map(tokens => ({ kind: 'phrase' as const, tokens })),
  fc
    .array(fc.constantFrom('fox', 'foxy', 'abc', 'bab', 'ab'), { minLength: 1, maxLength: 4 })
    .map(parts => ({ kind: 'split' as const, word: parts.join('') })),
  searchedTag.map(tag => ({ kind: 'tag' as const, tag })),
  author.map(author => ({ kind: 'author' as const, author })),
  fc.constantFrom(...PLATFORMS).map(platform => ({ kind: 'platform' as const, platform })),
  fc.record({
    kind: fc.constant('performance' as const),
    platform: fc.constantFrom(null, ...PLATFORMS),
    ratings: fc.subarray([...RATINGS]),
  }),
  fc.record({
    kind: fc.constant('range' as const),
    column: fc.constantFrom('addedAt' as const, 'updatedAt' as const),
    range: momentRange,
  }),
  counterRange.map(range => ({ kind: 'range' as const, column: 'views' as const, range })),
)

/** Nested groups of conditions; an empty `all` matches everything, and an empty `any` nothing. */
const condition = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    { weight: 4, arbitrary: simpleCondition },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), of: groupOf(tie('condition')) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('any' as const), of: groupOf(tie('condition')) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('not' as const), of: tie('condition') }) },
  ),
})).condition

/** Queries whose conditions match very different numbers of documents, and that find one document or none. */
const traits = fc
  .tuple(filledTraits, fc.nat(4))
  .map(([{ own, shared, beginning, tag }, kind]): QueryParts => {
    if (kind === 0) return { ...text({ words: [own] }), tags: [tag] }
    if (kind === 1) return text({ words: [own, shared] })
    if (kind === 2) return text({ words: [own], prefix: beginning })
    if (kind === 3) return text({ words: [shared], prefix: beginning })
    return text({ words: [own], notTags: [tag] })
  })

/** A query has only few of these, or it would hardly find anything. */
const part: fc.Arbitrary<QueryParts> = fc.oneof(
  { weight: 4, arbitrary: oneOrTwo(searchedWord).map(words => text({ words })) },
  { weight: 3, arbitrary: traits },
  { weight: 4, arbitrary: prefix.map(prefix => text({ prefix })) },
  { weight: 4, arbitrary: oneOrTwo(searchedPhrase).map(phrases => text({ phrases })) },
  { weight: 2, arbitrary: oneOrTwo(searchedWord).map(notWords => text({ notWords })) },
  { weight: 2, arbitrary: oneOrTwo(searchedPhrase).map(notPhrases => text({ notPhrases })) },
  { weight: 2, arbitrary: oneOrTwo(searchedTag).map(notTags => text({ notTags })) },
  { weight: 6, arbitrary: oneOrTwo(condition).map(conditions => text({ conditions })) },
  { weight: 1, arbitrary: id.map(authorId => text({ authorId })) },
  { weight: 1, arbitrary: fc.constant(text({ matchesNothing: true })) },
  { weight: 4, arbitrary: author.map(author => ({ author })) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof(searchedTag, searchedTag, fc.constantFrom('', 'unknown')), {
        minLength: 1,
        maxLength: 2,
      })
      .map(tags => ({ tags })),
  },
)

const query = fc
  .record({
    parts: fc.array(part, { maxLength: 3 }),
    paging: fc.record(paging),
    skipsDescription: fc.nat(3).map(n => n === 0),
    nameKeys: fc.uniqueArray(fc.constantFrom(...NAME_KEYS.slice(1)), { maxLength: 3 }),
    authorTokens: fc.option(fc.array(fc.constantFrom(...WORDS.slice(0, 3)), { minLength: 1, maxLength: 2 })),
  })
  .map(({ parts, paging, skipsDescription, nameKeys, authorTokens }) => {
    const told = Object.assign({}, ...parts.map(({ text }) => text)) as Partial<TextQuery>
    const query = catalogQuery({
      ...Object.assign({}, ...parts),
      ...paging,
      text: { ...told, skipsDescription },
    })
    const relevance = paging.sort === 'relevance' ? { nameKeys, authorTokens, text: query.text } : null
    return { ...query, relevance }
  })

/** Documents and queries that the port allows, even if analysis and parsing would never make them. */
export const documentFamily: Family = { draft, query }
