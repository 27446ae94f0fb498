import type { AuditAction } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { countOf } from './lists.sql.ts'
import type { Act, AuditEntry, Listed, Range } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

/** Notes an act in its own transaction. */
export async function noteAct(
  tx: Transaction<ModerationTables>,
  { actor, nowMs }: Act,
  entry: { action: AuditAction; subject: string; detail: string },
): Promise<void> {
  const row = { at_ms: nowMs, actor, ...entry }
  await tx.insertInto('audit').values(row).execute()
}

export async function readAudit(
  { reader }: SqlAccess<ModerationTables>,
  { limit, offset }: Range,
): Promise<Listed<AuditEntry>> {
  const rows = await reader
    .selectFrom('audit')
    .select(['id', 'at_ms as atMs', 'actor', 'action', 'subject', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const items = rows.map(row => ({ ...row, action: row.action as AuditAction }))
  return { total: await countOf(reader, 'audit'), items }
}
