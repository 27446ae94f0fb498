import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { LookupTables } from './tables.sql.ts'

/** Keeps what was decided, for who asks what became of a submission: of a submission, or where one was before. */
export async function noteOutcome(
  tx: Transaction<LookupTables>,
  {
    id,
    state,
    reason,
    isSubmission,
  }: { id: string; state: string; reason: string | null; isSubmission: boolean },
  nowMs: number,
): Promise<void> {
  const outcome = { state, reason, decided_at_ms: nowMs }
  if (isSubmission) {
    await tx
      .insertInto('submissions')
      .values({ avatar_id: id, ...outcome })
      .onConflict(oc => oc.column('avatar_id').doUpdateSet(outcome))
      .execute()
  } else {
    await tx.updateTable('submissions').set(outcome).where('avatar_id', '=', id).execute()
  }
}

/** Rows deleted in one transaction. */
const FORGET_STEP = 1000

/** Forgets what was decided before; how many. */
export async function forgetOutcomes(sql: SqlAccess<LookupTables>, beforeMs: number): Promise<number> {
  return await sql.deleteInSteps(FORGET_STEP, async (tx, most) => {
    const old = tx
      .selectFrom('submissions')
      .select('avatar_id')
      .where('decided_at_ms', '<', beforeMs)
      .limit(most)
    const { numDeletedRows } = await tx
      .deleteFrom('submissions')
      .where('avatar_id', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
