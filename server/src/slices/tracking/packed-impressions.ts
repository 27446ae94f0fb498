import type { CounterDelta } from '../../avatars/index.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { pushVarint, VarintReader } from '../../kernel/varint.ts'
import type { WaitingImpressionsTable } from './tables.sql.ts'

/** Consecutive keys whose impressions are in one row: so few that summing them takes some milliseconds. */
const KEYS_PER_PART = 16_384

/** True for counts with nothing but impressions. */
export function hasOnlyImpressions({ views, outbound, wears, likes, favorites }: CounterDelta): boolean {
  return !views && !outbound && !wears && !likes && !favorites
}

/**
 * Packs the impressions of avatars into one row per part and day, in some 3 bytes each: the difference to the previous
 * key, and the number, as varints.
 * @param deltas sorted by day and key.
 */
export function packImpressions(deltas: readonly CounterDelta[]): WaitingImpressionsTable[] {
  const rows: { part: number; day: number; bytes: number[] }[] = []
  let row = rows[0]
  let previousKey = 0
  for (const { key, day, impressions = 0 } of deltas) {
    const part = Math.floor(key / KEYS_PER_PART)
    if (row?.part !== part || row.day !== day) {
      row = { part, day, bytes: [] }
      rows.push(row)
      previousKey = part * KEYS_PER_PART
    }
    pushVarint(row.bytes, key - previousKey)
    pushVarint(row.bytes, impressions)
    previousKey = key
  }
  return rows.map(({ part, day, bytes }) => ({ part, day, impressions: new Uint8Array(bytes) }))
}

/** The sums of rows that `packImpressions` made. */
export function sumImpressions(rows: readonly WaitingImpressionsTable[]): CounterDelta[] {
  const days = new Map<number, Map<number, number>>()
  for (const { part, day, impressions } of rows) {
    const sums = getOrInsert(days, day, () => new Map<number, number>())
    const reader = new VarintReader(impressions)
    for (let key = part * KEYS_PER_PART; !reader.isAtEnd; ) {
      key += reader.number()
      sums.set(key, (sums.get(key) ?? 0) + reader.number())
    }
  }
  return [...days].flatMap(([day, sums]) =>
    Array.from(sums, ([key, impressions]) => ({ key, day, impressions })),
  )
}
