import type { CatalogTables } from '../../avatars/index.ts'

/** Tables of insights, made by `server/migrations/0010-insights.ts`, and those of the catalog. */
export interface InsightsTables extends CatalogTables {
  avatar_histories: HistoryTable
}

export interface HistoryTable {
  avatar_key: number
  /** See `packHistory`. */
  history: Uint8Array
}
