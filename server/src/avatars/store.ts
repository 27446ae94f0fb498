import type { Transaction } from 'kysely'
import type { SourceValues } from './fields.ts'
import type { CatalogRecord } from './record.ts'
import type { CatalogTables } from './tables.sql.ts'

/**
 * The values that a source gives of an avatar. A missing key leaves what is known; see `mergePatch` for
 * which source wins.
 */
export type AvatarPatch = Partial<SourceValues> & {
  id: string
  /** True when the platform serves it publicly. Missing: public for a new avatar, unchanged for a known one. */
  isActive?: boolean
  /** Given by records of our own shape only; else the moment of saving. */
  addedAtMs?: number
  /** Given by records of our own shape only; it never lowers a counter. */
  views?: number
  likes?: number
  /**
   * Missing for a source whose date decides; `platform` for what the platform answered just now; `external` for what
   * another index says, which counts least.
   */
  authority?: 'platform' | 'external'
}

export type SaveOutcome = 'added' | 'updated' | 'unchanged'

export type ChangeKind = 'added' | 'updated' | 'hidden' | 'shown' | 'blocked' | 'unblocked' | 'counts'

/** A row of the numbered log of every visible change; `seq` only grows, and a reader who saw n misses nothing ≤ n. */
export interface Change {
  seq: number
  kind: ChangeKind
  /** `CatalogRecord.key` of the avatar; 0 for one that the catalog does not hold. */
  key: number
  atMs: number
  /** The id of an avatar that the catalog does not hold and that can be blocked all the same. */
  unknownId?: string
}

/** Reading side of the catalog in the database. */
export interface CatalogReader {
  /** Reads everything, ordered by (addedAtMs, key), in batches of at most `batchSize`; memory use is one batch. */
  readAll(batchSize: number): AsyncIterable<CatalogRecord[]>
  byKeys(keys: readonly number[]): Promise<CatalogRecord[]>
  /** Lifetime counters alone, for changes of kind `counts`. */
  countersByKeys(keys: readonly number[]): Promise<{ key: number; views: number; likes: number }[]>
  byIds(ids: readonly string[]): Promise<CatalogRecord[]>
  /** Changes with seq > `after`, ascending, at most `limit`. */
  changesAfter(after: number, limit: number): Promise<Change[]>
  /** First seq still in the log (0 when nothing was ever pruned) and last seq given (0 when none). */
  changeBounds(): Promise<{ firstSeq: number; lastSeq: number }>
  /** Rows held, and rows the platform still serves publicly (design: "Index states"). */
  countRows(): Promise<{ indexed: number; active: number }>
  /** Identity of this database: a snapshot made from another one must not be trusted. */
  databaseId(): Promise<string>
}

/** Writing side: each call is one transaction, durable when it resolves, its changes in the log. */
export interface CatalogWriter extends CatalogReader {
  /** Outcomes in order; a later patch of the same id in one batch sees the earlier one. */
  saveMany(patches: readonly AvatarPatch[], nowMs: number): Promise<SaveOutcome[]>
}

/** Saves avatars in the transaction of something else that must not be stored without them. */
export interface CatalogSaver {
  /**
   * Like `saveMany`, inside the caller's transaction, which holds the lock of the change log afterwards: it may write
   * nothing more but rows that it locked before.
   */
  saveWithin(
    tx: Transaction<CatalogTables>,
    patches: readonly AvatarPatch[],
    nowMs: number,
  ): Promise<SaveOutcome[]>
  /** Notes when the platform last answered a lookup of an avatar, inside the caller's transaction. */
  noteVerified(tx: Transaction<CatalogTables>, id: string, nowMs: number): Promise<void>
}

/** The deltas of one avatar's counters on one UTC day (`utcDay`); a missing one is 0. */
export interface CounterDelta {
  key: number
  day: number
  views?: number
  impressions?: number
  outbound?: number
  wears?: number
  likes?: number
  favorites?: number
}

/** Counts in the transaction of something else that must not be stored without it. */
export interface CounterSaver {
  /**
   * Like `saveCounters`, inside the caller's transaction, which holds the lock of the change log afterwards: it may
   * write nothing more but rows that it locked before.
   */
  saveCountersWithin(
    tx: Transaction<CatalogTables>,
    deltas: readonly CounterDelta[],
    nowMs: number,
  ): Promise<void>
}

/** The whole catalog in the database, with counting, pruning and derived tags. */
export interface CatalogStore extends CatalogWriter, CatalogSaver, CounterSaver {
  /**
   * Adds to the days, of each avatar and of all together, and to the lifetime counters (which never fall below 0); one
   * `counts` change per avatar whose views or likes moved, and one row of the log of activity per day.
   */
  saveCounters(deltas: readonly CounterDelta[], nowMs: number): Promise<void>
  /** Deletes changes made before `olderThanMs`, but never the newest. @returns number of deleted changes. */
  pruneChanges(olderThanMs: number): Promise<number>
  /**
   * Derives the tags of at most `limit` avatars again whose tags come from an older vocabulary: how many were
   * looked at (0 when all are up to date), and how many got other tags.
   */
  rederiveAiTags(limit: number, nowMs: number): Promise<{ looked: number; changed: number }>
}
