import type { ActiveDay } from './packed-history.ts'

/** A row of the log of activity; `seq` only grows, and a reader who saw n misses nothing ≤ n. */
export interface Activity {
  seq: number
  /** The UTC day whose counts changed, of the avatars with these `CatalogRecord.key`s. */
  day: number
  keys: readonly number[]
}

/** The history of one avatar, packed; see `packHistory`. */
export interface StoredHistory {
  key: number
  history: Uint8Array
}

/** What insights read from the system of record. */
export interface InsightsReader {
  /** First seq that is still in the log (0 when nothing was ever pruned) and last seq given (0 when none). */
  activityBounds(): Promise<{ firstSeq: number; lastSeq: number }>
  /** Activity with seq > `after`, ascending, at most `limit`. */
  activityAfter(after: number, limit: number): Promise<Activity[]>
  /** Days whose counts are not all packed, ascending: a few, unless the job that packs them could not run for long. */
  unpackedDays(): Promise<number[]>
  /** The histories of all avatars, whole, each as of one moment, by key in batches of a few thousand. */
  readAll(): AsyncIterable<StoredHistory[]>
  /** The histories of some avatars, whole; those of which nothing was ever counted are left out. */
  historiesOf(keys: readonly number[]): Promise<StoredHistory[]>
  /** What was counted on a day and is not packed. */
  countsOn(day: number, keys: readonly number[]): Promise<{ key: number; counts: readonly number[] }[]>
  /** What was counted of all avatars together, on the days `from` to `to` of which anything was, ascending. */
  siteDays(from: number, to: number): Promise<ActiveDay[]>
}

/** Keeps the house in order; each step is one transaction, and may be cut off or come twice. */
interface InsightsKeeper {
  /** Packs the days before `day` of some avatars: how many rows, so 0 when none is left. */
  packBefore(day: number): Promise<number>
  /** Takes activity before `olderThanMs` out of the log, but never the newest; how many rows. */
  pruneActivity(olderThanMs: number): Promise<number>
}

export interface InsightsStore extends InsightsReader, InsightsKeeper {}
