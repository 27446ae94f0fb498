import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'

/** Tables of tracking, made by `server/migrations/0005-tracking.ts`, and those of the catalog. */
export interface TrackingTables extends CatalogTables {
  /** The last flush of each process that wrote. */
  tracking_writers: { id: Generated<number>; last_flush: number; at_ms: number }
  /** Counts of today and of days that are not packed yet, a row for each bucket; `cell` is a `Cell` of `cells.ts`. */
  audience_cells: AudienceCellTable
  /** The counts of a day, packed by `packCells`. */
  audience_days: AudienceDayTable
  /** The packed counts of a month, which `monthOfDay` numbers. */
  audience_months: AudienceMonthTable
}

export interface AudienceCellTable {
  day: number
  avatar_key: number
  cell: number
  term: string
  views: number
  outbound: number
}

export interface AudienceDayTable {
  day: number
  avatar_key: number
  cells: Uint8Array
}

export interface AudienceMonthTable {
  avatar_key: number
  month: number
  cells: Uint8Array
}
