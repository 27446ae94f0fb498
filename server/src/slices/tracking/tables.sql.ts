import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'

/** Tables of tracking (`server/migrations/0005-tracking.ts` and later ones), and those of the catalog. */
export interface TrackingTables extends CatalogTables {
  /** The number of the last flush of each process that has written. */
  tracking_writers: { id: Generated<number>; last_flush: number; at_ms: number }
  waiting_impressions: WaitingImpressionsTable & { id: Generated<number> }
  /** Counts of today and of days that are not packed yet, one row per bucket; `cell` is a `Cell` of `cells.ts`. */
  audience_cells: AudienceCellTable
  /** The counts of one day, packed by `packCells`. */
  audience_days: AudienceDayTable
  /** The packed counts of one month, numbered by `monthOfDay`. */
  audience_months: AudienceMonthTable
}

/** Impressions that are not in the days of their avatars yet, packed by `packImpressions`. */
export interface WaitingImpressionsTable {
  /** Number of the part of keys that the row is about: `KEYS_PER_PART` consecutive ones. */
  part: number
  day: number
  impressions: Uint8Array
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
