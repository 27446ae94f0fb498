import type { AuditAction } from '@avatary/contract/moderation'
import type { ReportReason } from '@avatary/contract/report'
import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'

/** Tables of moderation (`server/migrations/0003-moderation.ts`), and those of the catalog. */
export interface ModerationTables extends CatalogTables {
  reports: {
    id: Generated<number>
    avatar_id: string
    reason: ReportReason
    text: string
    at_ms: number
    closed_at_ms: number | null
  }
  audit: {
    id: Generated<number>
    at_ms: number
    actor: string
    action: AuditAction
    subject: string
    detail: string
    /** `AuditFacts` as JSON; null where an operator wrote the detail, and in older rows. */
    facts: string | null
  }
  /** Made by `server/migrations/0021-excluded-searches.ts`. */
  excluded_searches: { words: string; at_ms: number }
}
