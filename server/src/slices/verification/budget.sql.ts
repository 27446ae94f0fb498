import type { Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { type Budget, REST_REASONS, restEndMsOf, restMsAfter } from './budget.ts'
import type { Postponement } from './store.ts'
import type { LookupTables } from './tables.sql.ts'

/** Reads the single row that all processes share. */
export async function readBudget(reader: Pick<ReadonlyKysely<LookupTables>, 'selectFrom'>): Promise<Budget> {
  const row = await reader.selectFrom('platform_budget').selectAll().executeTakeFirstOrThrow()
  return {
    nextAtMs: row.next_at_ms,
    restUntilMs: row.rest_until_ms,
    restReason: row.rest_reason,
    failures: row.failures,
  }
}

/** Makes all lookups rest after a failure; never shortens a rest. */
export async function noteFailure(
  tx: Transaction<LookupTables>,
  { failure, random, fingerprint }: Postponement,
  nowMs: number,
): Promise<void> {
  const budget = await readBudget(tx)
  const failures = budget.failures + (failure.kind === 'unasked' ? 0 : 1)
  const restUntilMs = nowMs + restMsAfter(failure, failures, random)
  const isLonger = restUntilMs > restEndMsOf(budget, nowMs)
  const rest = { rest_until_ms: restUntilMs, rest_reason: REST_REASONS[failure.kind], account: fingerprint }
  await tx
    .updateTable('platform_budget')
    .set({ failures, ...(isLonger && rest) })
    .execute()
}

/** Resets the count of failures, unless lookups are resting. */
export async function noteSuccess(tx: Transaction<LookupTables>, nowMs: number): Promise<void> {
  await tx
    .updateTable('platform_budget')
    .set({ failures: 0, rest_reason: null })
    .where('failures', '>', 0)
    .where('rest_until_ms', '<=', nowMs)
    .execute()
}
