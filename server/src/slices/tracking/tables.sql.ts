import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'

/** Tables of tracking, made by `server/migrations/0005-tracking.ts`, and those of the catalog. */
export interface TrackingTables extends CatalogTables {
  /** The last flush of each process that wrote. */
  tracking_writers: { id: Generated<number>; last_flush: number; at_ms: number }
  /** Audience of today, and of days that are not packed yet; by `Cell`. */
  audience_cells: AudienceCellTable
  /** Audience of a day, see `packCells`. */
  audience_days: AudienceDayTable
  /** Audience of a month, counted from year 0, once its days are too old for any window. */
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
