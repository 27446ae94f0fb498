import { AUDIENCE_PLATFORMS, DEVICES, SURFACES } from '@avatary/contract/tracking'
import { HOUR_MS } from '../../kernel/time.ts'
import { SITES } from './sites.ts'

/**
 * The dimensions of an audience (spec, `GET /insights/avatars/{id}`). Their indexes are stored, so the order is fixed.
 */
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

/** A bucket of a dimension as a number: the index of the dimension, shifted by 16 bits, and the bucket. */
export type Cell = number

const BUCKET_BITS = 16
const LETTER_A = 65
const LETTERS = 26

/** Dimensions whose buckets have names. Their indexes are stored, so names are only appended. */
const NAMES: Partial<Record<Dimension, readonly string[]>> = {
  referrers: SITES,
  devices: DEVICES,
  surfaces: SURFACES,
  platforms: AUDIENCE_PLATFORMS,
}

export function numberedCell(dimension: Dimension, bucket: number): Cell {
  return (DIMENSIONS.indexOf(dimension) << BUCKET_BITS) | bucket
}

/** The cell of a named bucket, or -1 for an unknown name, which then counts as `other`. */
export function namedCell(
  dimension: 'referrers' | 'devices' | 'surfaces' | 'platforms',
  name: string | null,
): Cell {
  const bucket = name === null ? -1 : NAMES[dimension]!.indexOf(name)
  return bucket === -1 ? -1 : numberedCell(dimension, bucket)
}

const FIRST_COUNTRY = numberedCell('countries', 0)
const FIRST_HOUR = numberedCell('hours', 0)

/** The cell of a country, given by two capital letters; -1 for an unknown country. */
export function countryCell(code: string | null): Cell {
  if (code === null) return -1
  return FIRST_COUNTRY | ((code.charCodeAt(0) - LETTER_A) * LETTERS + (code.charCodeAt(1) - LETTER_A))
}

/** The cell of the UTC hour. */
export function hourCell(ms: number): Cell {
  return FIRST_HOUR | Math.floor((ms / HOUR_MS) % 24)
}

/** The first cell of terms; the text of a term is stored next to it. */
export const TERM_CELL = numberedCell('terms', 0)

export function dimensionOf(cell: Cell): Dimension {
  return DIMENSIONS[cell >> BUCKET_BITS]!
}

/** The name of a bucket in answers: `vrchat.com`, `DE`, `07`. Terms are their own names. */
export function bucketName(cell: Cell): string {
  const bucket = cell & ((1 << BUCKET_BITS) - 1)
  switch (dimensionOf(cell)) {
    case 'countries':
      return String.fromCharCode(LETTER_A + Math.floor(bucket / LETTERS), LETTER_A + (bucket % LETTERS))
    case 'hours':
      return String(bucket).padStart(2, '0')
    default:
      return NAMES[dimensionOf(cell)]?.[bucket] ?? 'other'
  }
}
