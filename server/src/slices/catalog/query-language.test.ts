import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_CLAUSES, MAX_DEPTH } from '@avatary/contract/query-language'
import fc from 'fast-check'
import { NO_TEXT } from '../../avatars/empty-query.ts'
import type { Condition, TextQuery } from '../../avatars/search-port.ts'
import { fold } from '../../kernel/text/fold.ts'
import { excessOf, type ParsedQuery, parseQuery, withoutDescriptionSearch } from './parse-query.ts'
import { plainSigns, readItems } from './query-items.ts'

const FOREVER = Number.POSITIVE_INFINITY
const USER = 'usr_26187637-0c30-4a09-86e1-bc928c07309e'

const word = (word: string): Condition => ({ kind: 'word', word })
const prefix = (prefix: string): Condition => ({ kind: 'prefix', prefix })
const phrase = (...tokens: string[]): Condition => ({ kind: 'phrase', tokens })
const tag = (tag: string): Condition => ({ kind: 'tag', tag })
const any = (...of: Condition[]): Condition => ({ kind: 'any', of })
const all = (...of: Condition[]): Condition => ({ kind: 'all', of })
const not = (of: Condition): Condition => ({ kind: 'not', of })
const quest: Condition = { kind: 'platform', platform: 'quest' }
const range = (column: 'addedAt' | 'updatedAt' | 'views', from: number, before: number): Condition => ({
  kind: 'range',
  column,
  range: { from, before },
})
const rated = (platform: 'pc' | 'quest' | null, ...ratings: string[]): Condition =>
  ({ kind: 'performance', platform, ratings }) as Condition
const only = (...conditions: Condition[]): Partial<TextQuery> => ({ conditions })
const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)

const UNDERSTOOD: Record<string, Record<string, Partial<TextQuery>>> = {
  'qualifiers are filters, and complete no word': {
    'tag:fox': only(tag('fox')),
    'fox tag:Face-Tracking': { prefix: 'fox', ...only(tag('face_tracking')) },
    'tag:"big cat" fox': { prefix: 'fox', ...only(tag('big_cat')) },
    'tag:fox,cat': only(all(tag('fox'), tag('cat'))),
    'TAG:fox Platform:QUEST': only(tag('fox'), quest),
    'tag=fox': only(tag('fox')),
    'author:Mai': only({ kind: 'author', author: { kind: 'name', foldedName: 'mai' } }),
    'author:"Mai Bear"': only({ kind: 'author', author: { kind: 'name', foldedName: 'mai bear' } }),
    [`author:${USER} fox`]: {
      prefix: 'fox',
      ...only({ kind: 'author', author: { kind: 'id', id: USER } }),
    },
    'author:8JoV9XEdpo': only({
      kind: 'author',
      author: { kind: 'id-or-name', id: '8JoV9XEdpo', foldedName: '8jov9xedpo' },
    }),
    'views>100': only(range('views', 101, FOREVER)),
    'views>=100 views<=200': only(range('views', 100, FOREVER), range('views', -FOREVER, 201)),
    'views<100': only(range('views', -FOREVER, 100)),
    'views:0': only(range('views', 0, 1)),
    'views > 100': only(range('views', 101, FOREVER)),
    'Views< 100 fox': { prefix: 'fox', ...only(range('views', -FOREVER, 100)) },
    'perf >= good fox -(added <2024)': {
      prefix: 'fox',
      ...only(rated(null, 'Excellent', 'Good'), not(range('addedAt', -FOREVER, at('2024-01-01')))),
    },
  },
  'a date is all of its day, month or year': {
    'added>2026-01-01': only(range('addedAt', at('2026-01-02'), FOREVER)),
    'added>=2026-01-01': only(range('addedAt', at('2026-01-01'), FOREVER)),
    'added<2026-03': only(range('addedAt', -FOREVER, at('2026-03-01'))),
    'added<=2026-12': only(range('addedAt', -FOREVER, at('2027-01-01'))),
    'added:2024': only(range('addedAt', at('2024-01-01'), at('2025-01-01'))),
    'updated:2024-02-29': only(range('updatedAt', at('2024-02-29'), at('2024-03-01'))),
  },
  'ratings are compared by how good they are': {
    'perf:good': only(rated(null, 'Good')),
    'perf>=medium': only(rated(null, 'Excellent', 'Good', 'Medium')),
    'perf>good': only(rated(null, 'Excellent')),
    'perf<medium': only(rated(null, 'Poor', 'Very Poor')),
    'perf<=very-poor perf:"Very Poor" perf:verypoor': only(
      rated(null, 'Very Poor'),
      rated(null, 'Very Poor'),
      rated(null, 'Very Poor'),
    ),
  },
  'a rating is that of the only platform beside it or around it': {
    'platform:quest perf:good': only(quest, rated('quest', 'Good')),
    'platform:quest (perf:good OR fox)': only(quest, any(rated('quest', 'Good'), word('fox'))),
    '-platform:quest perf:good': only(not(quest), rated(null, 'Good')),
    '-(platform:quest perf:good)': only(not(all(quest, rated('quest', 'Good')))),
    'platform:quest platform:pc perf:good': only(
      quest,
      { kind: 'platform', platform: 'pc' },
      rated(null, 'Good'),
    ),
  },
  'a minus excludes what a qualifier finds, or a group': {
    '-tag:fox': { notTags: ['fox'] },
    'fox -author:Mai': {
      prefix: 'fox',
      ...only(not({ kind: 'author', author: { kind: 'name', foldedName: 'mai' } })),
    },
    '-fox- --red--': { words: ['fox'], prefix: 'red' },
    '-fox -red-': { prefix: 'red', notWords: ['fox'] },
    '-views>100': only(not(range('views', 101, FOREVER))),
    '-perf:poor': only(not(rated(null, 'Poor'))),
    'fox -(red cub)': { prefix: 'fox', ...only(not(all(word('red'), word('cub')))) },
    'fox --(red cub)': { prefix: 'fox', ...only(not(all(word('red'), word('cub')))) },
    '--(fox)': only(not(word('fox'))),
    'fox -(red OR tag:x)': { prefix: 'fox', ...only(not(any(word('red'), tag('x')))) },
  },
  'OR joins its two neighbours, and the last word may be a beginning': {
    'fox OR cat': only(any(word('fox'), prefix('cat'))),
    'fox OR cat girl': { prefix: 'girl', ...only(any(word('fox'), word('cat'))) },
    'red fox OR cat': { words: ['red'], ...only(any(word('fox'), prefix('cat'))) },
    'a1 OR b1 OR "c1 d1"': only(any(word('a1'), word('b1'), phrase('c1', 'd1'))),
    'fox OR -cat': only(any(word('fox'), not(word('cat')))),
    'fox OR tag:cat': only(any(word('fox'), tag('cat'))),
    '雪 OR マヌコ': only(any(word('雪'), all(word('まぬ'), word('ぬこ')))),
    'fox or cat': { words: ['fox', 'or'], prefix: 'cat' },
    '"fox OR cat"': { phrases: [['fox', 'or', 'cat']] },
    'foxOR cat': { words: ['foxor'], prefix: 'cat' },
    'fox OR ♡': only(word('fox')),
  },
  'parentheses group, and without OR or a minus change nothing': {
    '(fox OR cat) girl': { prefix: 'girl', ...only(any(word('fox'), word('cat'))) },
    'girl (fox OR cat)': { words: ['girl'], ...only(any(word('fox'), word('cat'))) },
    '(red fox) OR cub': only(any(all(word('red'), word('fox')), prefix('cub'))),
    '((fox OR cat) OR dog) x1': { prefix: 'x1', ...only(any(any(word('fox'), word('cat')), word('dog'))) },
    'Rusk (Quest)': { words: ['rusk'], prefix: 'quest' },
    'fox(cat)girl': { words: ['fox', 'cat'], prefix: 'girl' },
    '（fox OR cat） girl': { prefix: 'girl', ...only(any(word('fox'), word('cat'))) },
    'fox ()': { prefix: 'fox' },
    'fox -()': { prefix: 'fox' },
    '♡ (♡)': { matchesNothing: true },
  },
  'signs that no qualifier uses are words': {
    '12:30': { words: ['12'], prefix: '30' },
    'https://example.com/a': { words: ['https', 'example', 'com'], prefix: 'a' },
    '>_<': { matchesNothing: true },
    'x:3': { words: ['x'], prefix: '3' },
    '"tag:fox"': { phrases: [['tag', 'fox']] },
  },
  'operators of other engines are words where they can join nothing, or are not in capitals': {
    'fox AND': { words: ['fox'], prefix: 'and' },
    'fox and cat': { words: ['fox', 'and'], prefix: 'cat' },
    'fox -NOT cat': { words: ['fox'], notWords: ['not'], prefix: 'cat' },
    '"NOT fox" cat': { phrases: [['not', 'fox']], prefix: 'cat' },
  },
}

describe('of a search text', () => {
  for (const [rule, table] of Object.entries(UNDERSTOOD)) {
    it(rule, () => {
      for (const [q, parsed] of Object.entries(table))
        assert.deepEqual(withoutForms(parseQuery(q)), { ...NO_TEXT, ...parsed }, q)
    })
  }

  it('a rating is that of the platform filter when the text names none', () => {
    assert.deepEqual(parseQuery('perf:good', 'pc').conditions, [rated('pc', 'Good')])
    assert.deepEqual(parseQuery('perf:good platform:quest', 'pc').conditions, [rated('quest', 'Good'), quest])
  })
})

const NAMES = '`tag`, `author`, `platform`, `perf`, `added`, `updated`, `views`'
const NOT_UNDERSTOOD: Record<
  string,
  [parsed: Partial<TextQuery>, ...warnings: [text: string, message: RegExp][]]
> = {
  'foo:bar': [
    { words: ['foo'], prefix: 'bar' },
    ['foo:bar', new RegExp(`searched as words: there is no qualifier \`foo\`. There are ${NAMES};`)],
  ],
  'Re:Zero fox': [{ words: ['re', 'zero'], prefix: 'fox' }, ['Re:Zero', /no qualifier `re`/]],
  'likes>3': [{ words: ['likes'], prefix: '3' }, ['likes>3', /no qualifier `likes`/]],
  '-foo:bar': [{ notPhrases: [['foo', 'bar']] }, ['foo:bar', /no qualifier/]],
  'foo:"big cat"': [{ words: ['foo'], phrases: [['big', 'cat']] }, ['foo:"big cat"', /no qualifier/]],
  'perf>=huge': [
    { words: ['perf'], prefix: 'huge' },
    ['perf>=huge', /`perf` takes `excellent`, `good`, `medium`, `poor`, `very-poor`\./],
  ],
  'added>yesterday': [
    { words: ['added'], prefix: 'yesterday' },
    ['added>yesterday', /`added` takes a year, month or day: `2026`, `2026-05` or `2026-05-31`\./],
  ],
  'added:2026-02-30': [
    { words: ['added', '2026', '02'], prefix: '30' },
    ['added:2026-02-30', /takes a year/],
  ],
  'platform:steam': [
    { words: ['platform'], prefix: 'steam' },
    ['platform:steam', /`platform` takes `pc`, `quest`, `ios`\./],
  ],
  'views > many': [{ words: ['views'], prefix: 'many' }, ['views > many', /takes a whole number/]],
  'views>many': [{ words: ['views'], prefix: 'many' }, ['views>many', /takes a whole number/]],
  'tag>fox': [{ words: ['tag'], prefix: 'fox' }, ['tag>fox', /`tag` takes `:`, not `>`/]],
  'tag: fox': [{ words: ['tag'], prefix: 'fox' }, ['tag:', /`tag` takes a tag/]],
  'OR fox': [{ words: ['or'], prefix: 'fox' }, ['OR', /needs something on both sides/]],
  'fox OR': [{ words: ['fox'], prefix: 'or' }, ['OR', /needs something on both sides/]],
  '(fox OR) cat': [{ words: ['fox', 'or'], prefix: 'cat' }, ['OR', /needs something on both sides/]],
  'fox AND cat': [{ words: ['fox', 'and'], prefix: 'cat' }, ['AND', /without it, all words must match/]],
  'NOT fox': [{ words: ['not'], prefix: 'fox' }, ['NOT', /a `-` before a word excludes it/]],
  'fox)': [{ prefix: 'fox' }, [')', /was ignored/]],
  '(fox OR cat': [only(any(word('fox'), word('cat'))), ['(', /was closed at the end/]],
}

describe('parts of a search text that are not understood are searched as words, with a warning:', () => {
  for (const [q, [parsed, ...warnings]] of Object.entries(NOT_UNDERSTOOD)) {
    it(q, () => {
      const { warnings: given, ...rest } = withoutForms(parseQuery(q))
      assert.deepEqual({ ...rest, warnings: [] }, { ...NO_TEXT, ...parsed })
      assert.deepEqual(
        given.map(({ text }) => text),
        warnings.map(([text]) => text),
      )
      for (const [i, [, message]] of warnings.entries()) assert.match(given[i]!.message, message)
    })
  }
})

describe('a search text', () => {
  const SIGNS = new Set([...'"()-:<>='])

  it('may have its signs in any form that folding knows', () => {
    for (let code = 0x80; code < 0x20000; code++) {
      const character = String.fromCodePoint(code)
      const folded = fold(character)
      const isStruckOut = '≠≮≯⊀⊁'.includes(character)
      if (SIGNS.has(folded) && !isStruckOut) assert.equal(plainSigns(character), folded, code.toString(16))
    }
  })

  it('is refused beyond the limits of clauses and depth, with a sentence that names the limit', () => {
    const tags = (count: number) => 'tag:a '.repeat(count)
    const nested = (depth: number) => `${'('.repeat(depth)}fox${')'.repeat(depth)}`
    assert.equal(excessOf(tags(MAX_CLAUSES)), null)
    assert.match(excessOf(tags(MAX_CLAUSES + 1))!, /at most 20 qualifiers, alternatives and groups/)
    assert.equal(excessOf(nested(MAX_DEPTH)), null)
    assert.match(excessOf(nested(MAX_DEPTH + 1))!, /At most 5 parentheses/)
    assert.equal(excessOf('fox '.repeat(50)), null)
    assert.match(excessOf(`a${' OR a'.repeat(MAX_CLAUSES + 1)}`)!, /at most 20/)
  })

  it('has the same items whether a quote after them triggers the full parser or not', () => {
    const PARTS = ['fox', '狐', 'Ａ－Ｂ', 'a-b', 'author_tag_cute', '　', ' ', '\t', '-', 'or', '♡', "'"]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }), parts => {
        const q = parts.join('')
        assert.deepEqual(readItems(q).items, readItems(`${q} ""`).items.slice(0, -1))
      }),
      { numRuns: 2000 },
    )
  })

  it('is parsed whatever it contains, also without descriptions', () => {
    const PARTS = [
      '(',
      ')',
      '-',
      'OR',
      ' ',
      ' ',
      '"',
      'fox',
      '狐雪',
      'tag:',
      'perf>=',
      'good',
      'foo:',
      'views<',
      '9',
      '♡',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }), parts => {
        const q = parts.join('')
        withoutDescriptionSearch(parseQuery(q))
        excessOf(q)
      }),
      { numRuns: 2000 },
    )
    parseQuery('('.repeat(100_000))
    parseQuery('-('.repeat(100_000))
    parseQuery('a OR '.repeat(100_000))
  })
})

/** Removes the forms, which `other-forms.test.ts` tests. */
function withoutForms(query: ParsedQuery): ParsedQuery {
  return { ...query, forms: NO_TEXT.forms }
}
