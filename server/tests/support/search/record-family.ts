import { PLATFORMS, RATINGS } from '@avatary/contract/avatar'
import { TYPED_RATINGS } from '@avatary/contract/query-language'
import fc from 'fast-check'
import { analyse } from '../../../src/avatars/analyse.ts'
import { withoutDescriptionSearch } from '../../../src/slices/catalog/parse-query.ts'
import { catalogQuery } from '../../../src/slices/catalog/search.ts'
import { recordWith } from '../blank-avatar.ts'
import {
  addedAtMs,
  counter,
  type Family,
  filledPhrase,
  filledTag,
  filledTraits,
  filledWord,
  paging,
  seldom,
  updatedAtMs,
} from './operations.ts'

const WORDS = [
  'fox',
  'Foxy',
  'FO',
  'f',
  '\u{1d5d9}\u{1d5fc}\u{1d605}',
  'red',
  'Queen\u01c3',
  'v2',
  '2',
  'caf\u00e9',
  'ꜰᴏx',
  '狐',
  '狐雪',
  '雪狐雪',
  '桔梗',
  'マヌカ',
  '桔梗改変',
  '改変',
  'redfox',
  'RedFox',
  'foxred',
  '猫',
  'きつね',
  'kitty',
  '🦊',
  'ﾏﾇｶ',
  'が',
  '여우',
  'กิน',
  '\u{20bb7}野',
  '♡',
  '',
]
const GLUE = [' ', ' ', ' ', '_', '-', '', '♡', "'"]
const TAGS = [
  'author_tag_fox',
  'fox',
  'author_tag_Face-Tracking',
  'face tracking',
  'dps',
  '狐',
  'author_tag_',
  'content_sex',
]
const AUTHOR_IDS = [
  '',
  'usr_005507FE-9c05-47d5-af02-a21b4f552596',
  'usr_005507fe-9c05-47d5-af02-a21b4f552596',
  'usr_105507fe-9c05-47d5-af02-a21b4f552596',
  'AbCdEfGhIj',
  'abcdefghij',
]
const AUTHOR_NAMES = ['', 'Mai', 'mai', 'Mai Bear', 'mai  bear', 'AbCdEfGhIj', '狐', '♡', 'fox']

const sign = fc.constantFrom(':', '=', '<', '<=', '>', '>=')
const word = fc.oneof(fc.constantFrom('fox', 'red', '狐雪'), fc.constantFrom(...WORDS))
const pair = fc.tuple(word, word).map(words => words.join(' '))
const prose = fc
  .array(fc.tuple(word, fc.constantFrom(...GLUE)), { maxLength: 5 })
  .map(parts => parts.flat().join(''))

const record = fc.record({
  name: prose,
  description: prose,
  authorId: fc.constantFrom(...AUTHOR_IDS),
  authorName: fc.constantFrom(...AUTHOR_NAMES),
  tags: fc.array(fc.constantFrom(...TAGS), { maxLength: 3 }),
  aiTags: fc.array(fc.constantFrom('fox', 'cat', 'face_tracking'), { maxLength: 2 }),
  platforms: fc.subarray([...PLATFORMS]),
  performance: fc.record(
    { pc: fc.constantFrom(...RATINGS), quest: fc.constantFrom(...RATINGS), ios: fc.constantFrom(...RATINGS) },
    { requiredKeys: [] },
  ),
  addedAtMs,
  updatedAtMs,
  views: counter,
  likes: counter,
  isListed: fc.nat(5).map(n => n > 0),
})

const item = fc.oneof(
  { weight: 6, arbitrary: word.filter(text => text !== '') },
  { weight: 2, arbitrary: fc.tuple(word, fc.nat(3)).map(([text, cut]) => [...text].slice(0, cut).join('')) },
  { weight: 2, arbitrary: filledWord },
  { weight: 1, arbitrary: filledTraits.map(({ own, shared, beginning }) => `${own} ${shared} ${beginning}`) },
  { weight: 1, arbitrary: filledTraits.map(({ own, tag }) => `${own} -tag:${tag}`) },
  { weight: 1, arbitrary: filledPhrase.map(words => `"${words.join(' ')}"`) },
  { weight: 1, arbitrary: filledWord.map(text => `-"${text}"`) },
  { weight: 1, arbitrary: prose.map(text => `"${text}"`) },
  { weight: 2, arbitrary: pair.map(text => `"${text}"`) },
  { weight: 1, arbitrary: word.map(text => `-${text}`) },
  { weight: 1, arbitrary: pair.map(text => `-"${text}"`) },
  { weight: 1, arbitrary: fc.constantFrom(...TAGS).map(tag => `-tag:"${tag}"`) },
)
/** Qualifiers with values that some records have, or with invalid values. */
const operator = fc.oneof(
  fc.constantFrom(...TAGS).map(tag => `tag:"${tag}"`),
  fc.constantFrom(...AUTHOR_NAMES, ...AUTHOR_IDS).map(author => `author:"${author}"`),
  fc.constantFrom(...PLATFORMS).map(platform => `platform:${platform}`),
  fc.tuple(sign, fc.constantFrom(...TYPED_RATINGS, 'huge')).map(([sign, rating]) => `perf${sign}${rating}`),
  fc
    .tuple(
      fc.constantFrom('added', 'updated'),
      sign,
      fc.constantFrom('2023', '2023-11-14', '2026-01', 'soon'),
    )
    .map(([name, sign, date]) => name + sign + date),
  fc.tuple(sign, counter).map(([sign, count]) => `views${sign}${count}`),
  fc.constant('foo:fox'),
)
const phraseOf = (parts: readonly string[]): string => parts.join(' ')
const clause = fc.letrec<{ clause: string }>(tie => ({
  clause: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'clause' },
    { weight: 3, arbitrary: operator },
    { weight: 2, arbitrary: word },
    { weight: 1, arbitrary: tie('clause').map(text => `-${text}`) },
    { weight: 2, arbitrary: fc.tuple(tie('clause'), tie('clause')).map(([a, b]) => `${a} OR ${b}`) },
    { weight: 2, arbitrary: fc.array(tie('clause'), { maxLength: 3 }).map(all => `(${phraseOf(all)})`) },
    { weight: 1, arbitrary: fc.array(tie('clause'), { maxLength: 3 }).map(phraseOf) },
  ),
})).clause

const q = fc.oneof(
  { weight: 8, arbitrary: clause },
  { weight: 3, arbitrary: fc.array(fc.constantFrom('(', ')', 'OR', '-', 'fox', 'tag:', '"')).map(phraseOf) },
  { weight: 12, arbitrary: fc.array(item, { maxLength: 3 }).map(items => items.join(' ')) },
  { weight: 1, arbitrary: fc.constantFrom(...AUTHOR_IDS) },
)
const question = fc.record({
  q,
  author: seldom(fc.constantFrom(...AUTHOR_IDS, ...AUTHOR_NAMES), 5),
  tag: seldom(fc.oneof(fc.constantFrom(...TAGS), filledTag), 5),
  skipsDescription: fc.nat(3).map(n => n === 0),
  ...paging,
})

/** Records as sources provide them and queries as people type them, through the catalog's own analysis and parsing. */
export const recordFamily: Family = {
  draft: record.map(told => analyse(recordWith(told))),
  query: question.map(({ author, tag, platform, skipsDescription, ...rest }) => {
    const query = catalogQuery({
      ...rest,
      ...(author === null ? {} : { author }),
      ...(tag === null ? {} : { tag }),
      ...(platform === null ? {} : { platform }),
    })
    return skipsDescription ? { ...query, text: withoutDescriptionSearch(query.text) } : query
  }),
}
