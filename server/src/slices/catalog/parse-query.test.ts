import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_QUERY_CODE_POINTS } from '@avatary/contract/query-language'
import fc from 'fast-check'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { codePoint } from '../../../tests/support/code-point.ts'
import { analyse } from '../../avatars/analyse.ts'
import { NO_TEXT } from '../../avatars/empty-query.ts'
import type { CatalogRecord } from '../../avatars/record.ts'
import type { TextQuery } from '../../avatars/search-port.ts'
import { fold } from '../../kernel/text/fold.ts'
import { parseAuthor } from './parse-author.ts'
import { parseQuery, withoutDescriptionSearch } from './parse-query.ts'

const UUID = '26187637-0c30-4a09-86e1-bc928c07309e'
const OTHER_UUID = '5eed0000-0000-4000-8000-000000000001'

const CASES: Record<string, Record<string, Partial<TextQuery>>> = {
  'words must all match, the last one as a prefix': {
    fox: { prefix: 'fox' },
    'Fox girl cu ': { words: ['fox', 'girl'], prefix: 'cu' },
    'a fox fox': { words: ['a', 'fox'], prefix: 'fox' },
    'e-girl': { words: ['e'], prefix: 'girl' },
    'fox!': { prefix: 'fox' },
    'fox ♡': { prefix: 'fox' },
  },
  'characters are the letters that they look like': {
    Queenǃǃ: { prefix: 'queen' },
    𝓕ᴏx: { prefix: 'fox' },
    'f\u0336o\u0336x\u0336': { prefix: 'fox' },
    'fo\u2063x': { prefix: 'fox' },
    v４: { prefix: 'v4' },
  },
  'words of scripts without spaces are their pairs, or the single character': {
    桔梗: { words: ['桔梗'] },
    マヌカ: { words: ['まぬ', 'ぬか'] },
    狐: { words: ['狐'] },
    airi_狐雪: { words: ['airi', '狐雪'] },
    '狐 ai': { words: ['狐'], prefix: 'ai' },
  },
  'traditional, simplified and half-width forms are the same, and an emoji is a word': {
    ﾏﾇｶ: { words: ['まぬ', 'ぬか'] },
    櫻龍: { words: ['樱龙'] },
    أحمد: { prefix: 'احمد' },
    'fox🦊🐾': { words: ['fox', '🦊'], prefix: '🐾' },
    '-🦊 fox': { prefix: 'fox', notWords: ['🦊'] },
  },
  'quoted words are a phrase, and one quoted word is whole': {
    '"big cat"': { phrases: [['big', 'cat']] },
    '＂big cat＂ “red fox”': {
      phrases: [
        ['big', 'cat'],
        ['red', 'fox'],
      ],
    },
    '"fox"': { words: ['fox'] },
    'fox "big cat"': { words: ['fox'], phrases: [['big', 'cat']] },
    'a"b c"d': { words: ['a'], phrases: [['b', 'c']], prefix: 'd' },
    '"マヌカ"': { words: ['まぬ', 'ぬか'], phrases: [['ま', 'ぬ', 'か']] },
    '"桔梗"': { words: ['桔梗'] },
  },
  'a quote that is never closed is ignored': { 'fox "big ca': { words: ['fox', 'big'], prefix: 'ca' } },
  'a minus excludes the word, phrase or tag it stands before, and only there': {
    'fox -maid': { prefix: 'fox', notWords: ['maid'] },
    'red fox -tag:x': { words: ['red'], prefix: 'fox', notTags: ['x'] },
    '-maid fox': { prefix: 'fox', notWords: ['maid'] },
    '-"big cat"': { notPhrases: [['big', 'cat']] },
    '-e-girl': { notPhrases: [['e', 'girl']] },
    '-マヌカ -桔梗 -狐': { notPhrases: [['ま', 'ぬ', 'か']], notWords: ['桔梗', '狐'] },
    '-tag:Face-Tracking -tag:"a b" -tag:author_tag_fox': { notTags: ['face_tracking', 'a_b', 'fox'] },
    '-tag:#cool-cat -tag:"#big cat"': { notTags: ['cool_cat', 'big_cat'] },
    '- fox -': { prefix: 'fox' },
    'fox --': { prefix: 'fox' },
    '-- fox': { prefix: 'fox' },
    '--fox': { notWords: ['fox'] },
    '--"fox"': { notWords: ['fox'] },
    'red --"big cat"': { prefix: 'red', notPhrases: [['big', 'cat']] },
    '---tag:"a b"': { notTags: ['a_b'] },
    'fox -♡ --""': { prefix: 'fox' },
    '-♡ -fox': { notWords: ['fox'] },
  },
  'a tag is found as the platform writes it, too': {
    author_tag_fox: { prefix: 'fox' },
    'red AUTHOR_TAG_big_cat': { words: ['red', 'big'], prefix: 'cat' },
    '"author_tag_big_cat"': { phrases: [['big', 'cat']] },
    '-author_tag_fox': { notWords: ['fox'] },
    author_tag_: { words: ['author'], prefix: 'tag' },
    xauthor_tag_fox: { words: ['xauthor', 'tag'], prefix: 'fox' },
  },
  'a text without characters matches everything': {
    '': {},
    '  ': {},
    '\u200b\ufeff': {},
    '""': {},
    '“”': {},
    '()': {},
  },
  'nothing but symbols matches nothing': {
    '♡': { matchesNothing: true },
    '-': { matchesNothing: true },
    '--': { matchesNothing: true },
    '---': { matchesNothing: true },
    '--"': { matchesNothing: true },
    '-""': { matchesNothing: true },
    '-()': { matchesNothing: true },
    '-♡': { matchesNothing: true },
    '-(♡)': { matchesNothing: true },
    '(-♡)': { matchesNothing: true },
    '"♡"': { matchesNothing: true },
    '♡ -fox': { matchesNothing: true, notWords: ['fox'] },
  },
  'ids or URLs anywhere are the whole query': {
    [`avtr_${UUID.toUpperCase()}`]: { avatarIds: [`avtr_${UUID}`] },
    [`this one: https://vrchat.com/home/avatar/avtr_${UUID}/?x=1`]: { avatarIds: [`avtr_${UUID}`] },
    [`https˸⁄⁄vrchat․com⁄home⁄avatar⁄avtr_${UUID}`]: { avatarIds: [`avtr_${UUID}`] },
    [`<https://example.com/?avatar=avtr_${UUID}>`]: { avatarIds: [`avtr_${UUID}`] },
    [`(avtr_${UUID}),`]: { avatarIds: [`avtr_${UUID}`] },
    [`avtr_${UUID} avtr_${OTHER_UUID}`]: { avatarIds: [`avtr_${UUID}`, `avtr_${OTHER_UUID}`] },
    [`https://vrchat.com/home/avatar/avtr_${OTHER_UUID}, AVTR_${UUID} and avtr_${OTHER_UUID}`]: {
      avatarIds: [`avtr_${OTHER_UUID}`, `avtr_${UUID}`],
    },
    [`avtr_${UUID} -avtr_${OTHER_UUID}`]: { avatarIds: [`avtr_${UUID}`] },
    [`fox usr_${UUID}`]: { authorId: `usr_${UUID}` },
    'https://vrchat.com/home/user/8JoV9XEdpo': { authorId: '8JoV9XEdpo' },
    '8JoV9XEdpo': { prefix: '8jov9xedpo' },
  },
}

for (const [rule, table] of Object.entries(CASES)) {
  test(rule, () => {
    for (const [q, parsed] of Object.entries(table)) {
      assert.deepEqual(withoutForms(parseQuery(q)), { ...NO_TEXT, ...parsed }, JSON.stringify(q))
    }
  })
}

test('without descriptions, pairs of characters become phrases and nothing else changes', () => {
  const cases: Record<string, Partial<TextQuery>> = {
    'red fo': { words: ['red'], prefix: 'fo' },
    'マヌコ 雪': {
      words: ['雪'],
      phrases: [
        ['ま', 'ぬ'],
        ['ぬ', 'こ'],
      ],
    },
    '"red fox" -桔梗 -cat': { phrases: [['red', 'fox']], notPhrases: [['桔', '梗']], notWords: ['cat'] },
    [`avtr_${UUID}`]: { avatarIds: [`avtr_${UUID}`] },
    '♡': { matchesNothing: true },
  }
  for (const [q, parsed] of Object.entries(cases))
    assert.deepEqual(
      withoutForms(withoutDescriptionSearch(parseQuery(q))),
      { ...NO_TEXT, ...parsed, skipsDescription: true },
      q,
    )
})

test('a query is cut at its maximum number of characters, never inside a character', () => {
  assert.deepEqual(parseQuery(`${'\u{1f02b}'.repeat(MAX_QUERY_CODE_POINTS - 1)}xy`), {
    ...NO_TEXT,
    prefix: 'x',
  })
  assert.equal(parseQuery(`${'a '.repeat(MAX_QUERY_CODE_POINTS / 2)}b`).prefix, 'a')
})

test('any string is parsed, and quickly even at a megabyte', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), q => {
      parseQuery(q)
      parseAuthor(q)
    }),
  )
  for (const q of [
    '\0',
    '\ud800',
    '\udc00"\ud800',
    '-tag:"',
    '"'.repeat(1_000_000),
    '-"a '.repeat(250_000),
  ]) {
    parseQuery(q)
  }
})

test('a document is found by each of its words as they are written', () => {
  const text = fc.array(
    fc.oneof(
      fc.constantFrom(
        'Fox',
        '𝓕ox',
        'マヌカ',
        '桔',
        'Nеgan',
        'ǫᴜᴇᴇɴ',
        '🇯🇵',
        'a\u0336b',
        'Queenǃǃ',
        '고양이',
        'x'.repeat(90),
      ),
      fc.string({ unit: codePoint }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(text, fc.nat(), (words, pick) => {
      const { fields, extraWords } = analyse(recordNamed(words.join(' ')))
      const { words: wanted, prefix } = parseQuery(
        fold(words[pick % words.length]!).replace(/[-"“”„‟]/g, ' '),
      )
      const knownNames = new Set([...fields.flat(), ...extraWords])
      for (const word of wanted) assert.ok(knownNames.has(word), word)
      if (prefix !== null)
        assert.ok(
          [...knownNames].some(word => word.startsWith(prefix)),
          prefix,
        )
    }),
  )
})

test('an author is given by id, by user URL, by name, or by ten characters that may be either', () => {
  assert.deepEqual(parseAuthor(`USR_${UUID}`), { kind: 'id', id: `usr_${UUID}` })
  assert.deepEqual(parseAuthor(`https://vrchat.com/home/user/usr_${UUID}`), { kind: 'id', id: `usr_${UUID}` })
  assert.deepEqual(parseAuthor(' Mai♡ '), { kind: 'name', foldedName: 'mai♡' })
  assert.deepEqual(parseAuthor('\u2063'), { kind: 'name', foldedName: '\u2063' })
  assert.deepEqual(parseAuthor('8JoV9XEdpo'), {
    kind: 'id-or-name',
    id: '8JoV9XEdpo',
    foldedName: '8jov9xedpo',
  })
  assert.equal(parseAuthor('  '), null)
})

/** Removes the forms, which `other-forms.test.ts` tests. */
function withoutForms(query: TextQuery): TextQuery {
  return { ...query, forms: NO_TEXT.forms }
}

function recordNamed(name: string): CatalogRecord {
  return recordWith({ id: `avtr_${UUID}`, name })
}
