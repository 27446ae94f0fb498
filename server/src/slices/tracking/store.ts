import type { CounterDelta } from '../../avatars/index.ts'
import type { Cell } from './cells.ts'

/** What moved in one bucket of an avatar's audience on one UTC day, to be added to what was counted before. */
export interface CellDelta {
  day: number
  /** `CatalogRecord.key` of the avatar. */
  key: number
  cell: Cell
  /** The folded term where `cell` is `TERM_CELL`, else empty. */
  term: string
  views: number
  outbound: number
}

/** What one process writes at once. */
export interface Flush {
  /** By `openWriter`. */
  writer: number
  /** Grows by one with each flush of a writer: a flush that is tried again keeps its number. */
  number: number
  counters: readonly CounterDelta[]
  cells: readonly CellDelta[]
}

/** One bucket of an audience. What no bucket tells of is the difference to the counted total, called `other`. */
export interface AudienceCell {
  cell: Cell
  term: string
  views: number
  outbound: number
}

/** Counting in the system of record. */
export interface TrackingStore {
  /** A new number for a process that will write. */
  openWriter(nowMs: number): Promise<number>
  /**
   * Adds a flush to counters and audiences in one transaction, with its changes in the log; nothing is added twice,
   * however often the same flush is tried.
   */
  save(flush: Flush, nowMs: number): Promise<void>
  /** Who looked at an avatar on the UTC days `from` to `to`, both included: as of one moment, in no order. */
  audienceOf(key: number, from: number, to: number): Promise<AudienceCell[]>
  /** Packs at most some thousand buckets of days before `day`; how many, so 0 when none is left. */
  packBefore(day: number): Promise<number>
  /** Adds at most some hundred packed days before `day` to their months; how many, so 0 when none is left. */
  rollUpBefore(day: number): Promise<number>
}
