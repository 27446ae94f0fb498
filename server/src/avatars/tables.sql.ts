import { COUNTERS, type Counter } from '@avatary/contract/insights'
import type { SubjectKind } from '@avatary/contract/moderation'
import type { Generated } from 'kysely'
import type { ReadOnly } from '../kernel/database.ts'
import type { FieldColumns } from './fields.ts'

/** Tables of the catalog (`server/migrations/0001-catalog.ts`), and the tables of moderation that it reads. */
export interface CatalogTables {
  meta: { name: string; value: string }
  avatars: AvatarTable
  avatar_counters: CounterTable
  avatar_days: AvatarDayTable
  /** Which avatars had counts change on which day: one row per transaction and day (`0010-insights.ts`). */
  activity_log: ActivityTable
  /** Sums of `avatar_days` over all avatars (`0005-tracking.ts`). */
  site_days: SiteDayTable
  /** Owned by `slices/creator`. */
  creators: ReadOnly<{ author_id: string; vrcl_url: string | null }>
  changes: ChangeTable
  blocks: { subject: string; kind: SubjectKind; reason: string; at_ms: number }
  opt_outs: { author_id: string; at_ms: number }
}

interface ChangeTable {
  seq: Generated<number>
  kind: string
  /** 0 for an avatar that the catalog does not hold. */
  avatar_key: number
  at_ms: number
  /** The id of such an avatar; `0020-unheld-blocks.ts` made the column as `unheld_id`. */
  unknown_id: string | null
}

export interface AvatarTable extends FieldColumns {
  key: Generated<number>
  /** The version of the vocabulary from which `ai_tags` were derived. */
  ai_tags_version: number
  is_active: number
  is_unlisted: number
  is_blocked: number
  is_opted_out: number
  verified_at_ms: number | null
}

export interface CounterTable {
  avatar_key: number
  views: number
  likes: number
}

/** The counters of a UTC day, in the order in which they are written: views first. */
export const DAY_COUNTERS: readonly Counter[] = COUNTERS.toSorted(
  (a, b) => Number(b === 'views') - Number(a === 'views'),
)
export type DayCounts = Record<Counter, number>

/** Counts of one UTC day, over all avatars. */
export interface SiteDayTable extends DayCounts {
  day: number
}

interface ActivityTable {
  seq: Generated<number>
  day: number
  /** Packed by `packAscending`. */
  avatar_keys: Uint8Array
  at_ms: number
}

/**
 * Counts of one avatar on a recent day, one that a ranking window can include; older days are summed
 * (`slices/insights`).
 */
export interface AvatarDayTable extends SiteDayTable {
  avatar_key: number
}
