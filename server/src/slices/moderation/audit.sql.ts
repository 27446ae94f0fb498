import type { AuditAction } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Act } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

/** Adds an entry to the audit log in the transaction of the act. */
export async function addAuditEntry(
  tx: Transaction<ModerationTables>,
  { actor, nowMs }: Act,
  entry: { action: AuditAction; subject: string; detail: string },
): Promise<void> {
  const row = { at_ms: nowMs, actor, ...entry }
  await tx.insertInto('audit').values(row).execute()
}

/** Counts the rows of a table. */
export async function countOf(
  { reader }: Pick<SqlAccess<ModerationTables>, 'reader'>,
  table: 'blocks' | 'opt_outs' | 'audit' | 'excluded_searches',
): Promise<number> {
  const { total } = await reader
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
