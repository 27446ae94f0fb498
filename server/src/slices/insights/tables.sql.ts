import type { AvatarDayTable, CatalogTables } from '../../avatars/index.ts'

/** Tables of insights (`server/migrations/0010-insights.ts`, `0022-plain-days.ts`), and those of the catalog. */
export interface InsightsTables extends CatalogTables {
  avatar_earlier: AvatarEarlierTable
}

/** Sums over the days of an avatar that `avatar_days` no longer has. */
export interface AvatarEarlierTable extends Omit<AvatarDayTable, 'day'> {
  active_days: number
  first_day: number
  last_day: number
}
