import type { AuditAction, AuditFacts } from '@avatary/contract/moderation'
import type { Compilable, Transaction } from 'kysely'
import type { Act } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

interface NewAuditEntry {
  readonly action: AuditAction
  readonly subject: string
  /** The operator's own words. */
  readonly detail?: string
  /** Used instead of `detail` when the operator wrote nothing. */
  readonly facts?: AuditFacts | null
}

/** Adds an entry to the audit log in the transaction of the command. */
export async function addAuditEntry(
  tx: Transaction<ModerationTables>,
  { actor, nowMs }: Act,
  { action, subject, facts = null, detail = sentenceOf(facts) }: NewAuditEntry,
): Promise<void> {
  const row = { at_ms: nowMs, actor, action, subject, detail, facts: facts && JSON.stringify(facts) }
  await tx.insertInto('audit').values(row).execute()
}

/** The facts as an English sentence, for the command line and other programs; empty when there are none. */
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

/**
 * Executes a statement of a command, and adds its entry to the audit log.
 * @returns false, without an entry, when the statement wrote no row.
 */
export async function writeAudited(
  tx: Transaction<ModerationTables>,
  statement: Compilable,
  act: Act,
  entry: NewAuditEntry,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await tx.executeQuery(statement)
  if (numAffectedRows === 0n) return false
  await addAuditEntry(tx, act, entry)
  return true
}
