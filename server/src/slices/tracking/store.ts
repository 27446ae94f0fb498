import type { CounterDelta } from '../../avatars/index.ts'
import type { Cell } from './cells.ts'

/** The delta of one cell (a bucket or term of an audience, see `cells.ts`) on one UTC day. */
export interface CellDelta {
  day: number
  /** `CatalogRecord.key` of the avatar. */
  key: number
  cell: Cell
  /** The folded term if `cell` is `TERM_CELL`, otherwise empty. */
  term: string
  views: number
  outbound: number
}

/** The counts that a process writes in one transaction. */
export interface Flush {
  writer: number
  /** Increases by one with each flush of a writer. A retried flush keeps its number. */
  number: number
  counters: readonly CounterDelta[]
  cells: readonly CellDelta[]
}

/** The counts of one cell. The part of the total that is in no bucket is called `other`. */
export interface AudienceCell {
  cell: Cell
  term: string
  views: number
  outbound: number
}
