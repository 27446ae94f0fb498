import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'

/** What is looked up first has the lower number: a place in `ORIGINS`. */
export const PRIORITY = { submission: 0, find: 1, refresh: 2 } as const
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

/** Tables of submissions and lookups, made by `server/migrations/0004-submissions.ts`, beside those of the catalog. */
export interface LookupTables extends CatalogTables {
  lookups: LookupTable
  submissions: { avatar_id: string; state: string; reason: string | null; decided_at_ms: number }
  platform_budget: BudgetTable
  platform_grants: { id: Generated<number>; at_ms: number; is_decided: number | null }
}

/** An avatar that waits for a lookup, or is being looked up. */
export interface LookupTable {
  avatar_id: string
  /** See `PRIORITY`. */
  priority: number
  /** Grows in each priority; what counts is the order. */
  place: number
  queued_at_ms: number
  /** Lookups that came to nothing. */
  tries: number
  /** Not before. */
  due_at_ms: number
  /** The grant under which it is being looked up, and until when that is believed. */
  grant_id: number | null
  lease_until_ms: number | null
}

interface BudgetTable {
  name: string
  next_at_ms: number
  rest_until_ms: number
  /** Null when it does not rest. */
  rest_reason: string | null
  /** Lookups in a row that came to nothing. */
  failures: number
  /** Which account the platform refused, as a fingerprint. */
  account: string | null
}
