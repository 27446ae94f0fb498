import type { AuditAction, AuditFacts } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Act } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

interface NewAuditEntry {
  readonly action: AuditAction
  readonly subject: string
  /** The operator's own words. */
  readonly detail?: string
  /** Taken for the detail where there are no words. */
  readonly facts?: AuditFacts | null
}

/** Adds an entry to the audit log in the transaction of the act. */
export async function addAuditEntry(
  tx: Transaction<ModerationTables>,
  { actor, nowMs }: Act,
  { action, subject, facts = null, detail = sentenceOf(facts) }: NewAuditEntry,
): Promise<void> {
  const row = { at_ms: nowMs, actor, action, subject, detail, facts: facts && JSON.stringify(facts) }
  await tx.insertInto('audit').values(row).execute()
}

/** Says facts in English, for the command line and other programs; empty without any. */
export function sentenceOf(facts: AuditFacts | null): string {
  switch (facts?.kind) {
    case undefined:
      return ''
    case 'reports':
      return `${facts.count} ${facts.count === 1 ? 'report' : 'reports'}`
    case 'report':
      return `report ${facts.id}, ${facts.reason}`
    case 'reported':
      return `reported: ${facts.reason}`
    case 'placement': {
      const until = facts.endsAt === null ? '' : ` until ${facts.endsAt}`
      return `placement ${facts.id}, weight ${facts.weight}, from ${facts.startsAt}${until}`
    }
  }
}

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
