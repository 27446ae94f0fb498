import type { CounterDelta } from '../../avatars/index.ts'
import type { Cell } from './cells.ts'

/** The delta of one bucket of an audience on one UTC day. */
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

/** The counts that one process writes in one transaction. */
export interface Flush {
  writer: number
  /** Grows by one with each flush of a writer. A retried flush keeps its number. */
  number: number
  counters: readonly CounterDelta[]
  cells: readonly CellDelta[]
}

/** One bucket of an audience. The difference of all buckets to the counted total is called `other`. */
export interface AudienceCell {
  cell: Cell
  term: string
  views: number
  outbound: number
}

export interface TrackingStore {
  /** Gives a number to a process that will write. */
  openWriter(nowMs: number): Promise<number>
  /**
   * Adds a flush to counters and audiences in one transaction with its changes in the log. A retried flush is added
   * once.
   */
  save(flush: Flush, nowMs: number): Promise<void>
  /** Reads the audience of an avatar on the UTC days `from` to `to`, both included, at one moment and in no order. */
  audienceOf(key: number, from: number, to: number): Promise<AudienceCell[]>
  /** Packs at most some thousand buckets before `day`. @returns their number, 0 when none is left. */
  packBefore(day: number): Promise<number>
  /**
   * Adds at most some hundred packed days before `day` to their months. @returns their number, 0 when none is left.
   */
  rollUpBefore(day: number): Promise<number>
}
