import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { LookupTables } from './tables.sql.ts'

/** Stores a decision for submissions; for other lookups only if the avatar was once submitted. */
export async function noteDecision(
  tx: Transaction<LookupTables>,
  decision: { id: string; state: string; reason: string | null; isSubmission: boolean },
  nowMs: number,
): Promise<void> {
  const { id, state, reason } = decision
  const columns = { state, reason, decided_at_ms: nowMs }
  if (decision.isSubmission) {
    await tx
      .insertInto('submissions')
      .values({ avatar_id: id, ...columns })
      .onConflict(oc => oc.column('avatar_id').doUpdateSet(columns))
      .execute()
  } else {
    await tx.updateTable('submissions').set(columns).where('avatar_id', '=', id).execute()
  }
}

/** Deletes decisions made before a moment. @returns the number of deleted decisions. */
export async function deleteDecisions(sql: SqlAccess<LookupTables>, beforeMs: number): Promise<number> {
  const oldRows = { key: ['avatar_id'], column: 'decided_at_ms', below: beforeMs } as const
  return await sql.deleteBelow('submissions', oldRows)
}
