import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'
import type { RestReason } from './budget.ts'

/** Lower numbers come first: submissions, then finds of an external index, then avatars to verify again. */
export const PRIORITY = { submission: 0, find: 1, refresh: 2 } as const
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

/** Tables of submissions and lookups (`server/migrations/0004-submissions.ts`), and those of the catalog. */
export interface LookupTables extends CatalogTables {
  lookups: LookupTable
  submissions: { avatar_id: string; state: string; reason: string | null; decided_at_ms: number }
  platform_budget: BudgetTable
  begun_lookups: { id: Generated<number>; at_ms: number; is_decided: number | null }
}

/** An avatar that waits for a lookup, or is being looked up. */
export interface LookupTable {
  avatar_id: string
  /** One of `PRIORITY`. */
  priority: number
  /** Increases within each priority. */
  place: number
  queued_at_ms: number
  /** Number of failed lookups. */
  attempts: number
  /** The earliest time of the next lookup. */
  due_at_ms: number
  /** The row in `begun_lookups` of the running lookup, and the end of its lease. */
  lease_id: number | null
  lease_until_ms: number | null
}

interface BudgetTable {
  name: string
  next_at_ms: number
  rest_until_ms: number
  /** Null when lookups are not resting. */
  rest_reason: RestReason | null
  /** Consecutive failed lookups. */
  failures: number
  /** Fingerprint of the account that the platform refused. */
  account: string | null
}
