import { PLATFORMS, type Platform, RATINGS } from '@avatary/contract/avatar'
import {
  QUALIFIERS,
  type Qualifier,
  type QuerySign,
  TYPED_RATINGS,
  type TypedRating,
} from '@avatary/contract/query-language'
import { type Condition, type NumberRange, type RangeColumn, tagForm } from '../../avatars/index.ts'
import { fold } from '../../kernel/text/fold.ts'
import { parseAuthor } from './parse-author.ts'

type PerformanceCondition = Extract<Condition, { kind: 'performance' }>

type QualifierReading =
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** Looks like a qualifier, but is unknown or has an invalid value. */
  | { readonly kind: 'problem'; readonly message: string }
  /** Not a qualifier, although it has a sign: a time of day, or a URL. */
  | { readonly kind: 'words' }

const STARTS_WORD = /^[\p{L}\p{N}]/u
const SIGN = /[<>]=?|[:=]/
const DATE = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/
const COUNT = /^\d{1,15}$/
const SEPARATORS = /[\s_-]+/g
const RATING_FORMS = TYPED_RATINGS.map(one => one.replace(SEPARATORS, ''))

/** @param qualifier the name with its sign, and spaces around it: `perf >= `. */
export function readQualifier(qualifier: string, value: string): QualifierReading {
  const [signText] = SIGN.exec(qualifier)!
  const sign = signText as QuerySign
  const name = qualifier.slice(0, qualifier.indexOf(sign)).trim().toLowerCase()
  if (!isQualifier(name)) return STARTS_WORD.test(value) ? unknownQualifier(name) : { kind: 'words' }
  const { signs, values } = QUALIFIERS[name]
  if (!(signs as readonly QuerySign[]).includes(sign))
    return { kind: 'problem', message: `\`${name}\` takes \`:\`, not \`${sign}\`.` }
  const condition = READERS[name](value, sign)
  if (condition === null) return { kind: 'problem', message: `\`${name}\` takes ${values}.` }
  return { kind: 'condition', condition }
}

function isQualifier(name: string): name is Qualifier {
  return Object.hasOwn(QUALIFIERS, name)
}

function unknownQualifier(name: string): QualifierReading {
  const knownNames = Object.keys(QUALIFIERS).map(one => `\`${one}\``)
  return {
    kind: 'problem',
    message: `there is no qualifier \`${name}\`. There are ${knownNames.join(', ')}; quotes search for a text as it is.`,
  }
}

/** Converts values to conditions; null for a value that the qualifier does not take. */
const READERS: Readonly<Record<Qualifier, (value: string, sign: QuerySign) => Condition | null>> = {
  tag: readTags,
  author: value => {
    const author = parseAuthor(value)
    return author === null ? null : { kind: 'author', author }
  },
  platform: value => {
    const platform = value.toLowerCase()
    return isPlatform(platform) ? { kind: 'platform', platform } : null
  },
  perf: readPerformance,
  added: (value, sign) => rangeCondition('addedAt', dateOf(value), sign),
  updated: (value, sign) => rangeCondition('updatedAt', dateOf(value), sign),
  views: (value, sign) => {
    const from = Number(value)
    return rangeCondition('views', COUNT.test(value) ? { from, before: from + 1 } : null, sign)
  },
}

function isPlatform(text: string): text is Platform {
  return PLATFORMS.some(one => one === text)
}

function readTags(value: string): Condition | null {
  const of = value
    .split(',')
    .map(tagForm)
    .filter(tag => tag !== '')
    .map(tag => ({ kind: 'tag' as const, tag }))
  return of.length > 1 ? { kind: 'all', of } : (of[0] ?? null)
}

export function ratedAtLeast(rating: TypedRating, platform: Platform | null): Condition {
  return { ...readPerformance(rating, '>=')!, platform }
}

/** Better ratings are greater: `perf>=good` is good or excellent. */
function readPerformance(value: string, sign: QuerySign): PerformanceCondition | null {
  const place = RATING_FORMS.indexOf(fold(value).replace(SEPARATORS, ''))
  if (place === -1) return null
  const { from, before } = boundedBy({ from: -place, before: 1 - place }, sign)
  const ratings = RATINGS.filter((_, i) => -i >= from && -i < before)
  return { kind: 'performance', platform: null, ratings }
}

function rangeCondition(column: RangeColumn, value: NumberRange | null, sign: QuerySign): Condition | null {
  return value === null ? null : { kind: 'range', column, range: boundedBy(value, sign) }
}

/** The numbers that match a sign and a value. The value may be a range itself: `>2026` starts with 2027. */
function boundedBy({ from, before }: NumberRange, sign: QuerySign): NumberRange {
  switch (sign) {
    case ':':
    case '=':
      return { from, before }
    case '<':
      return { from: Number.NEGATIVE_INFINITY, before: from }
    case '<=':
      return { from: Number.NEGATIVE_INFINITY, before }
    case '>':
      return { from: before, before: Number.POSITIVE_INFINITY }
    case '>=':
      return { from, before: Number.POSITIVE_INFINITY }
  }
}

/** The milliseconds of a year, month or day in UTC; null for an invalid date. */
function dateOf(text: string): NumberRange | null {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || Number(year) === 0) return null
  const from = Date.parse(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`)
  const isCalendarDate = new Date(from).toJSON()?.startsWith(text) ?? false
  if (!isCalendarDate) return null
  const next = new Date(from)
  if (day !== undefined) next.setUTCDate(next.getUTCDate() + 1)
  else if (month !== undefined) next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCFullYear(next.getUTCFullYear() + 1)
  return { from, before: next.getTime() }
}
