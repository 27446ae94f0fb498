import type { Transaction } from 'kysely'
import type { SourceValues } from './fields.ts'
import type { CatalogRecord } from './record.ts'
import type { CatalogTables } from './tables.sql.ts'

/**
 * What a source says of an avatar. A missing key means "not told" and leaves what is known; see `mergePatch` for
 * which source wins.
 */
export type AvatarPatch = Partial<SourceValues> & {
  id: string
  /** Whether the platform serves it publicly; not told = public for a new avatar, unchanged for a known one. */
  isActive?: boolean
  /** Only from records of our own shape; else the moment of saving. */
  addedAtMs?: number
  /** Only from records of our own shape: never lowers a counter. */
  views?: number
  likes?: number
  /**
   * Whose word it is, if it is not that of a source whose date decides: `platform`, what the platform itself answered
   * just now; `claim`, what somebody else says of it, whose word is worth least.
   */
  authority?: 'platform' | 'claim'
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
  /** Of an avatar that the catalog does not hold, which can be blocked all the same. */
  unheldId?: string
}

/** Reading side of the catalog in the system of record. */
export interface CatalogReader {
  /** Everything, ordered by (addedAtMs, key), in batches of at most `batchSize`; memory use is one batch. */
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

/** Saving avatars together with something else that must not be true without it. */
export interface CatalogSaver {
  /**
   * As `saveMany`, inside a transaction that somebody else began. The last that the transaction writes but to what it
   * locked before: afterwards it holds the lock of the change log.
   */
  saveWithin(
    tx: Transaction<CatalogTables>,
    patches: readonly AvatarPatch[],
    nowMs: number,
  ): Promise<SaveOutcome[]>
  /** Notes when the platform was last asked about an avatar and answered, inside a transaction that somebody else began. */
  noteVerified(tx: Transaction<CatalogTables>, id: string, nowMs: number): Promise<void>
}

/** What moved for one avatar on one UTC day (`utcDay`), to be added to what was counted before; not told = 0. */
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

/** Counting together with something else that must not be true without it. */
export interface CounterSaver {
  /**
   * As `saveCounters`, inside a transaction that somebody else began. The last that the transaction writes but to what
   * it locked before: afterwards it holds the lock of the change log.
   */
  saveCountersWithin(
    tx: Transaction<CatalogTables>,
    deltas: readonly CounterDelta[],
    nowMs: number,
  ): Promise<void>
}

/** The catalog with what only its owner does: counting, and keeping the house in order. */
export interface CatalogStore extends CatalogWriter, CatalogSaver, CounterSaver {
  /**
   * Adds to the days, of each avatar and of all together, and to the lifetime counters (which never fall below 0); one
   * `counts` change per avatar whose views or likes moved, and one row of the log of activity per day.
   */
  saveCounters(deltas: readonly CounterDelta[], nowMs: number): Promise<void>
  /** Takes changes made before `olderThanMs` out of the log, but never the newest; how many. */
  pruneChanges(olderThanMs: number): Promise<number>
  /**
   * Derives the tags of at most `limit` avatars again whose tags come from an older vocabulary: how many were
   * looked at (0 when all are up to date), and how many got other tags.
   */
  rederiveAiTags(limit: number, nowMs: number): Promise<{ looked: number; changed: number }>
}
