import { type Performance, PLATFORMS, type Platform, RATINGS } from '@avatary/contract/avatar'
import { toStorable } from './storable.ts'

/** Rules by which values of one kind are compared, stored in a column and written in answers. */
export interface FieldKind<Value, Stored, Wire> {
  readonly blank: Value
  /** Set when the column is a small integer, a different one for each possible value. */
  readonly isPacked?: true
  isBlank(value: Value): boolean
  isSame(a: Value, b: Value): boolean
  /** Returns the value in the form that both engines can store, with its items in the order of the contract. */
  normalise(value: Value): Value
  toColumn(value: Value): Stored
  fromColumn(stored: Stored): Value
  toWire(value: Value): Wire
}

/** A value that is the same in records, columns and answers. */
function plainKind<Value>(blank: Value): FieldKind<Value, Value, Value> {
  const identity = (value: Value): Value => value
  return {
    blank,
    isBlank: value => value === blank,
    isSame: (a, b) => a === b,
    normalise: identity,
    toColumn: identity,
    fromColumn: identity,
    toWire: identity,
  }
}

/** Makes a kind of number null when it is unknown. Unknown values of kinds that are not numbers are empty. */
export function optional<Value extends number, Stored, Wire>(
  kind: FieldKind<Value, Stored, Wire>,
): FieldKind<Value | null, Stored | null, Wire | null> {
  return {
    blank: null,
    isBlank: value => value === null,
    isSame: (a, b) => a === b || (a !== null && b !== null && kind.isSame(a, b)),
    normalise: value => (value === null ? null : kind.normalise(value)),
    toColumn: value => (value === null ? null : kind.toColumn(value)),
    fromColumn: stored => (stored === null ? null : kind.fromColumn(stored)),
    toWire: value => (value === null ? null : kind.toWire(value)),
  }
}

export const text: FieldKind<string, string, string> = { ...plainKind(''), normalise: toStorable }

/** A URL that the service finds itself, or null. */
export const url: FieldKind<string | null, string | null, string | null> = plainKind<string | null>(null)

export const number: FieldKind<number, number, number> = plainKind(0)

export const moment: FieldKind<number, number, string> = {
  ...plainKind(0),
  isBlank: () => false,
  toWire: toIso,
}

const optionalMoment = optional(moment)

/** Creation dates from one second after the epoch to 2³² seconds (exclusive) are believed. */
const FIRST_CREATION_MS = 1000
const END_CREATION_MS = 2 ** 32 * 1000

/** Milliseconds since the epoch. Sources write 0 or a far date for an unknown one, so only 1970 to 2106 counts. */
export const creationMoment: typeof optionalMoment = {
  ...optionalMoment,
  isBlank: ms => ms === null || ms < FIRST_CREATION_MS || ms >= END_CREATION_MS,
  toWire: ms => (creationMoment.isBlank(ms) ? null : optionalMoment.toWire(ms)),
}

/** Stored as a JSON array. */
export const texts: FieldKind<readonly string[], string, string[]> = {
  blank: Object.freeze([]),
  isBlank: items => items.length === 0,
  isSame: (a, b) => a === b || (a.length === b.length && a.every((item, i) => item === b[i])),
  normalise: items => items.map(toStorable),
  toColumn: items => (items.length === 0 ? '[]' : JSON.stringify(items)),
  fromColumn: json => (json === '[]' ? texts.blank : (JSON.parse(json) as string[])),
  toWire: items => [...items],
}

/** A bit set: bit 0 pc, bit 1 quest, bit 2 ios. */
export const platforms: FieldKind<readonly Platform[], number, Platform[]> = {
  blank: Object.freeze([]),
  isPacked: true,
  isBlank: items => items.length === 0,
  isSame: (a, b) => packPlatforms(a) === packPlatforms(b),
  normalise: items => unpackPlatforms(packPlatforms(items)),
  toColumn: packPlatforms,
  fromColumn: unpackPlatforms,
  toWire: items => [...items],
}

/** Three bits per platform, pc lowest: 0 unknown, else 1 + the index in the list of ratings, best first. */
export const performance: FieldKind<Performance, number, Performance> = {
  blank: Object.freeze({}),
  isPacked: true,
  isBlank: ratings => packPerformance(ratings) === 0,
  isSame: (a, b) => packPerformance(a) === packPerformance(b),
  normalise: ratings => ratings,
  toColumn: packPerformance,
  fromColumn: unpackPerformance,
  toWire: ratings => ({ ...unpackPerformance(packPerformance(ratings)) }),
}

const YEAR_0000_MS = Date.parse('0000-01-01T00:00:00.000Z')
const YEAR_9999_END_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** Clamped to the years 0000 to 9999, so that all timestamps have the same length. */
function toIso(ms: number): string {
  return new Date(Math.min(Math.max(ms, YEAR_0000_MS), YEAR_9999_END_MS)).toISOString()
}

export function packPlatforms(items: readonly Platform[]): number {
  const cachedBits = BITS_BY_VALUE.get(items)
  if (cachedBits !== undefined) return cachedBits
  let bits = 0
  for (const platform of items) bits |= 1 << PLATFORMS.indexOf(platform)
  return bits
}

const PLATFORM_LISTS = Array.from({ length: 1 << PLATFORMS.length }, (_, bits) =>
  Object.freeze(PLATFORMS.filter((_, i) => bits & (1 << i))),
)

export function unpackPlatforms(bits: number): readonly Platform[] {
  return PLATFORM_LISTS[bits]!
}

const RATING_BITS = 3
const RATING_MASK = (1 << RATING_BITS) - 1

export function packPerformance(ratings: Performance): number {
  const cachedBits = BITS_BY_VALUE.get(ratings)
  if (cachedBits !== undefined) return cachedBits
  let bits = 0
  for (let i = 0; i < PLATFORMS.length; i++) {
    const rating = ratings[PLATFORMS[i]!]
    if (rating !== undefined) bits |= (RATINGS.indexOf(rating) + 1) << (RATING_BITS * i)
  }
  return bits
}

const RATINGS_BY_BITS = Array.from({ length: 1 << (RATING_BITS * PLATFORMS.length) }, (_, bits) => {
  const ratings: Performance = {}
  for (const [i, platform] of PLATFORMS.entries()) {
    const rating = RATINGS[((bits >> (RATING_BITS * i)) & RATING_MASK) - 1]
    if (rating !== undefined) ratings[platform] = rating
  }
  return Object.freeze(ratings)
})

function unpackPerformance(bits: number): Performance {
  return RATINGS_BY_BITS[bits % RATINGS_BY_BITS.length]!
}

/** The bits of the values that unpacking returns, which most callers pack again. */
const BITS_BY_VALUE: ReadonlyMap<object, number> = new Map([
  ...PLATFORM_LISTS.map((platforms, bits): [object, number] => [platforms, bits]),
  ...RATINGS_BY_BITS.map((ratings, bits): [object, number] => [ratings, bits]),
])
