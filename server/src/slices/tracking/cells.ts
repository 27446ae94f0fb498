import { AUDIENCE_PLATFORMS, DEVICES, SURFACES } from '@avatary/contract/tracking'
import { SITES } from './sites.ts'

/** By what an audience is broken down (spec, `GET /insights/avatars/{id}`); the place in this list is stored. */
export const DIMENSIONS = [
  'referrers',
  'devices',
  'countries',
  'hours',
  'surfaces',
  'platforms',
  'terms',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** A bucket of a dimension as a number: 16 bits of bucket below the dimension's place. */
export type Cell = number

const BUCKET_BITS = 16
const A = 65
const LETTERS = 26

/** The buckets that are lists of names; their places in them are stored, so these lists only ever grow at the end. */
const NAMES: Partial<Record<Dimension, readonly string[]>> = {
  referrers: SITES,
  devices: DEVICES,
  surfaces: SURFACES,
  platforms: AUDIENCE_PLATFORMS,
}

const PLACES = new Map(
  Object.entries(NAMES).map(([dimension, names]) => [
    dimension as Dimension,
    new Map(names.map((name, place) => [name, place])),
  ]),
)

/** The cell of a dimension's bucket by its number. */
export function cell(dimension: Dimension, bucket: number): Cell {
  return (DIMENSIONS.indexOf(dimension) << BUCKET_BITS) | bucket
}

/** The cell of a named bucket, or -1 for a name that is none: it is counted in the total alone, so as `other`. */
export function namedCell(
  dimension: 'referrers' | 'devices' | 'surfaces' | 'platforms',
  name: string | null,
): Cell {
  const place = name === null ? undefined : PLACES.get(dimension)!.get(name)
  return place === undefined ? -1 : cell(dimension, place)
}

const FIRST_COUNTRY = cell('countries', 0)
const FIRST_HOUR = cell('hours', 0)

/** @param code two capital letters, or null when the country is not known. */
export function countryCell(code: string | null): Cell {
  if (code === null) return -1
  return FIRST_COUNTRY | ((code.charCodeAt(0) - A) * LETTERS + (code.charCodeAt(1) - A))
}

/** The hour of a moment, UTC. */
export function hourCell(ms: number): Cell {
  return FIRST_HOUR | Math.floor((ms / 3_600_000) % 24)
}

/** First cell of the terms; the term itself stands beside it. */
export const TERM_CELL = cell('terms', 0)

export function dimensionOf(cell: Cell): Dimension {
  return DIMENSIONS[cell >> BUCKET_BITS]!
}

/** The name that answers give a bucket: `vrchat.com`, `DE`, `07`. Not for terms, which are their own names. */
export function bucketName(cell: Cell): string {
  const bucket = cell & ((1 << BUCKET_BITS) - 1)
  switch (dimensionOf(cell)) {
    case 'countries':
      return String.fromCharCode(A + Math.floor(bucket / LETTERS), A + (bucket % LETTERS))
    case 'hours':
      return String(bucket).padStart(2, '0')
    default:
      return NAMES[dimensionOf(cell)]?.[bucket] ?? 'other'
  }
}
