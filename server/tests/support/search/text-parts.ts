import { PLATFORMS, type Platform, RATINGS } from '@avatary/contract/avatar'
import fc from 'fast-check'
import type { CatalogRecord } from '../../../src/avatars/record.ts'
import { recordWith } from '../blank-avatar.ts'
import { idOf } from './run.ts'

/** Words that neither begin nor form others, and that the vocabulary does not know. */
const WORDS = ['zorp', 'kivo', 'lumo', 'teba']
const TAGS = ['author_tag_Zorp', 'kivo', 'author_tag_Big-Kivo', 'big_lumo', 'content_zorp']
const CREATORS = [
  { authorName: 'Teba', authorId: 'usr_005507fe-9c05-47d5-af02-a21b4f552596' },
  { authorName: 'Zorp  Kivo', authorId: 'usr_105507fe-9c05-47d5-af02-a21b4f552596' },
  { authorName: '~Zorp~', authorId: 'usr_205507fe-9c05-47d5-af02-a21b4f552596' },
  { authorName: 'AbCdEfGhIj', authorId: 'KlMnOpQrSt' },
]
const MOMENTS = [
  '2024-02-28T23:59:59.999Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '2024-12-31T23:59:59.999Z',
  '2025-01-01T00:00:00.000Z',
].map(Date.parse)
const DATES = [
  '2023',
  '2024',
  '2025',
  '2024-02',
  '2024-03',
  '2024-12',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
]
const RATING_NAMES = {
  excellent: 0,
  good: 1,
  Medium: 2,
  poor: 3,
  'very-poor': 4,
  '"Very Poor"': 4,
  verypoor: 4,
}
const SIGNS = [':', '=', '<', '<=', '>', '>='] as const
type Sign = (typeof SIGNS)[number]

/** A part of a search text, and its meaning by the documentation (docs/search.md). */
export type Part =
  | { readonly kind: 'words'; readonly text: string; readonly words: readonly string[] }
  | { readonly kind: 'filter'; readonly text: string; readonly holds: Filter }
  | { readonly kind: 'platform'; readonly text: string; readonly platform: Platform }
  | { readonly kind: 'not'; readonly of: Part }
  | { readonly kind: 'or'; readonly of: readonly Part[] }
  | { readonly kind: 'group'; readonly of: readonly Part[] }
/** @param platform the only platform beside or around the part, if there is one. */
type Filter = (record: CatalogRecord, platform: Platform | null) => boolean

const lower = (text: string) => text.toLowerCase()
export const wordsIn = (text: string): string[] => lower(text).match(/[a-z0-9]+/g) ?? []
const tagOf = (tag: string): string =>
  lower(tag)
    .replace('author_tag_', '')
    .replaceAll(/[\s_-]+/g, '_')
const tagsOf = ({ tags, aiTags }: CatalogRecord): string[] => [...tags, ...aiTags].map(tagOf)

interface Fields {
  readonly name: string[]
  readonly creator: string[]
  readonly tags: string[][]
  readonly description: string[]
}

export function fieldsOf(record: CatalogRecord): Fields {
  const tags = tagsOf(record).map(wordsIn)
  const { name, authorName, description } = record
  return { name: wordsIn(name), creator: wordsIn(authorName), tags, description: wordsIn(description) }
}

export const hasPhrase = (fields: readonly string[][], words: readonly string[]): boolean =>
  fields.some(field => ` ${field.join(' ')} `.includes(` ${words.join(' ')} `))

function compared(sign: Sign, value: number, from: number, to: number): boolean {
  switch (sign) {
    case ':':
    case '=':
      return value >= from && value <= to
    case '<':
      return value < from
    case '<=':
      return value <= to
    case '>':
      return value > to
    case '>=':
      return value >= from
  }
}

/** The first and the last millisecond of a year, month or day. */
function boundsOf(date: string): [first: number, last: number] {
  const all = `${date}-12-31`.length === 10 ? date : null
  const [year, month, day] = date.split('-').map(Number)
  if (all !== null) return [Date.UTC(year!, 0, 1), Date.UTC(year! + 1, 0, 1) - 1]
  if (day === undefined) return [Date.UTC(year!, month! - 1, 1), Date.UTC(year!, month!, 1) - 1]
  return [Date.UTC(year!, month! - 1, day), Date.UTC(year!, month! - 1, day + 1) - 1]
}

const filter = (text: string, holds: Filter): Part => ({ kind: 'filter', text, holds })
const sign = fc.constantFrom(...SIGNS)
const equals = fc.constantFrom(':', '=')
const cased = (text: string) =>
  fc.constantFrom(text, text.toUpperCase(), text[0]!.toUpperCase() + text.slice(1))

const word = fc
  .constantFrom(...WORDS)
  .chain(one => cased(one))
  .map((text): Part => ({ kind: 'words', text, words: [lower(text)] }))
const phrase = fc
  .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS))
  .map((words): Part => ({ kind: 'words', text: `"${words.join(' ')}"`, words }))
const platform = fc
  .tuple(equals, fc.constantFrom(...PLATFORMS))
  .map(([by, one]): Part => ({ kind: 'platform', text: `platform${by}${one}`, platform: one }))
const tag = fc
  .tuple(equals, fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([by, tags, isSpaced]) => {
    const typed = tags.map(one => (isSpaced ? tagOf(one).replaceAll('_', ' ') : one)).join(',')
    const text = typed.includes(' ') ? `tag${by}"${typed}"` : `Tag${by}${typed}`
    return filter(text, record => tags.every(one => tagsOf(record).includes(tagOf(one))))
  })
const author = fc.tuple(equals, fc.constantFrom(...CREATORS), fc.boolean()).map(([by, creator, isId]) => {
  const { authorName, authorId } = creator
  const typed = isId ? authorId : authorName.replace('  ', ' ').toUpperCase()
  const text = typed.includes(' ') ? `author${by}"${typed}"` : `author${by}${typed}`
  return filter(text, record => record.authorId === authorId)
})
const performance = fc
  .tuple(sign, fc.constantFrom(...Object.entries(RATING_NAMES)))
  .map(([by, [typed, rating]]) =>
    filter(`perf${by}${typed}`, (record, only) =>
      Object.entries(record.performance).some(([on, value]) => {
        const place = RATINGS.indexOf(value)
        // Better ratings are greater.
        return (only === null || on === only) && compared(by, -place, -rating, -rating)
      }),
    ),
  )
const date = fc
  .tuple(fc.constantFrom('added' as const, 'updated' as const), sign, fc.constantFrom(...DATES))
  .map(([name, by, typed]) =>
    filter(`${name}${by}${typed}`, ({ addedAtMs, updatedAtMs }) => {
      const value = name === 'added' ? addedAtMs : updatedAtMs
      return value !== null && compared(by, value, ...boundsOf(typed))
    }),
  )
const views = fc
  .tuple(sign, fc.nat(4))
  .map(([by, count]) => filter(`views${by}${count}`, record => compared(by, record.views, count, count)))

const qualifier = fc.oneof(platform, tag, author, performance, date, views)
const leaf = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 1, arbitrary: phrase },
  { weight: 4, arbitrary: qualifier },
)
const parts = fc.letrec<{ part: Part; operand: Part; group: Part }>(tie => ({
  part: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'part' },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.oneof(leaf, tie('group')).map((of): Part => ({ kind: 'not', of })) },
    { weight: 2, arbitrary: tie('group') },
    {
      weight: 2,
      arbitrary: fc
        .array(tie('operand'), { minLength: 2, maxLength: 3 })
        .map((of): Part => ({ kind: 'or', of })),
    },
  ),
  operand: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'part' },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: leaf.map((of): Part => ({ kind: 'not', of })) },
    { weight: 2, arbitrary: tie('group') },
  ),
  group: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((of): Part => ({ kind: 'group', of })),
}))
/** A rating beside a platform that is wanted or excluded. */
const rated = fc
  .tuple(platform, performance, fc.boolean())
  .map(([on, rating, isExcluded]): Part[] => [isExcluded ? { kind: 'not', of: on } : on, rating])
export const sequence = fc.oneof(
  { weight: 5, arbitrary: fc.array(parts.part, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: rated },
)

const excluded = fc.oneof(word, leaf).map((of): Part => ({ kind: 'not', of }))
const plain = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 1, arbitrary: phrase },
  { weight: 1, arbitrary: qualifier },
  { weight: 2, arbitrary: excluded },
)
/** Parts without alternatives and groups, whose words form one text. */
export const plainSequence = fc.array(plain, { minLength: 1, maxLength: 3 })

export function textOf(part: Part): string {
  switch (part.kind) {
    case 'not':
      return `-${textOf(part.of)}`
    case 'or':
      return part.of.map(textOf).join(' OR ')
    case 'group':
      return `(${part.of.map(textOf).join(' ')})`
    default:
      return part.text
  }
}

/** Groups without a minus or an alternative are as if they had no parentheses. */
function inlined(all: readonly Part[]): Part[] {
  return all.flatMap(part => {
    if (part.kind !== 'group') return [part]
    const inner = inlined(part.of)
    return inner.some(({ kind }) => kind === 'or') ? [{ kind: 'group', of: inner } as Part] : inner
  })
}

export function allHold(all: readonly Part[], record: CatalogRecord, around: Platform | null): boolean {
  const beside = inlined(all)
  const named = new Set(beside.flatMap(part => (part.kind === 'platform' ? [part.platform] : [])))
  const platform = named.size === 1 ? [...named][0]! : around
  return beside.every(part => holds(part, record, platform))
}

function holds(part: Part, record: CatalogRecord, platform: Platform | null): boolean {
  switch (part.kind) {
    case 'words': {
      const { name, creator, tags, description } = fieldsOf(record)
      return hasPhrase([name, creator, ...tags, description], part.words)
    }
    case 'filter':
      return part.holds(record, platform)
    case 'platform':
      return record.platforms.includes(part.platform)
    case 'not':
      return !holds(part.of, record, platform)
    case 'or':
      return part.of.some(one => holds(one, record, platform))
    case 'group':
      return allHold(part.of, record, platform)
  }
}

const prose = fc
  .array(fc.constantFrom(...WORDS, 'Zorp', 'KIVO'), { maxLength: 3 })
  .map(words => words.join(' '))
const record = fc
  .record({
    name: prose,
    description: prose,
    creator: fc.constantFrom(...CREATORS),
    tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 2 }),
    platforms: fc.subarray([...PLATFORMS]),
    performance: fc.record(
      {
        pc: fc.constantFrom(...RATINGS),
        quest: fc.constantFrom(...RATINGS),
        ios: fc.constantFrom(...RATINGS),
      },
      { requiredKeys: [] },
    ),
    addedAtMs: fc.constantFrom(...MOMENTS),
    updatedAtMs: fc.constantFrom(null, ...MOMENTS),
    views: fc.nat(4),
    likes: fc.nat(2),
    isListed: fc.nat(7).map(n => n > 0),
  })
  .map(({ creator, ...rest }) => ({ ...rest, ...creator }))
export const records = fc
  .array(record, { minLength: 1, maxLength: 24 })
  .map(all => all.map((values, slot) => recordWith({ ...values, id: idOf(slot) })))
