import { keysOf } from '@avatary/contract/records'
import { sql as raw, type Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { readWithheld } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { SqlDialect } from '../../kernel/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { readBudget } from './budget.sql.ts'
import { admit, type LastMinute, MAX_RETRY_MS, MAX_SKEW_MS } from './budget.ts'
import { noteDecision } from './decision.sql.ts'
import { queueEnd } from './queue.sql.ts'
import type { LeaseOptions, LeaseOutcome } from './store.ts'
import { type LookupTable, type LookupTables, PRIORITY } from './tables.sql.ts'

type Tx = Transaction<LookupTables>
type Candidate = Pick<LookupTable, 'avatar_id' | 'priority' | 'attempts'> & { isQueued: boolean }

/** Longer than the period over which the pace is measured. */
const LOOKUPS_KEPT_MS = HOUR_MS
/** Maximum number of blocked avatars decided in one transaction. */
const MAX_REJECTED = 100

/** Locks rows in the order that all transactions use: `lookups`, `platform_budget`, `begun_lookups`. */
export async function leaseNext(
  tx: Tx,
  dialect: SqlDialect,
  options: LeaseOptions,
  nowMs: number,
): Promise<LeaseOutcome> {
  const admission = admit(await readBudget(tx), await lastMinute(tx, nowMs), options.perMinute, nowMs)
  if (admission.kind === 'wait') return admission
  for (let count = 0; count <= MAX_REJECTED; count++) {
    const candidate = await nextCandidate(tx, options, nowMs)
    if (candidate === undefined) return { kind: 'idle' }
    if (await isBlocked(tx, dialect, candidate.avatar_id)) await reject(tx, candidate, nowMs)
    else return await beginLookup(tx, candidate, options, nowMs)
  }
  return { kind: 'wait', untilMs: nowMs, restReason: null }
}

export async function lastMinute(
  reader: Pick<ReadonlyKysely<LookupTables>, 'selectFrom'>,
  nowMs: number,
): Promise<LastMinute> {
  const { count, first_at_ms } = await reader
    .selectFrom('begun_lookups')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('at_ms').as('first_at_ms')])
    .where('at_ms', '>', nowMs - MINUTE_MS)
    .where('at_ms', '<=', nowMs + MAX_SKEW_MS)
    .executeTakeFirstOrThrow()
  return { count, firstAtMs: first_at_ms }
}

async function nextCandidate(tx: Tx, options: LeaseOptions, nowMs: number): Promise<Candidate | undefined> {
  const furthestDueMs = nowMs + MAX_RETRY_MS + MAX_SKEW_MS
  const furthestLeaseMs = nowMs + options.leaseMs + MAX_SKEW_MS
  const queueRow = await tx
    .selectFrom('lookups')
    .select(['avatar_id', 'priority', 'attempts'])
    .where(eb => eb.or([eb('due_at_ms', '<=', nowMs), eb('due_at_ms', '>', furthestDueMs)]))
    .where(eb =>
      eb.or([
        eb('lease_until_ms', 'is', null),
        eb('lease_until_ms', '<=', nowMs),
        eb('lease_until_ms', '>', furthestLeaseMs),
      ]),
    )
    .orderBy('priority')
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  if (queueRow !== undefined) return { ...queueRow, isQueued: true }
  const avatar = await longestUnverified(tx, options.staleBeforeMs)
  return avatar && { avatar_id: avatar.id, priority: PRIORITY.refresh, attempts: 0, isQueued: false }
}

/** The avatar verified longest ago. The conditions are those of the index made for this. */
async function longestUnverified(tx: Tx, beforeMs: number) {
  const verifiedAt = raw<number>`coalesce(verified_at_ms, 0)`
  return await tx
    .selectFrom('avatars')
    .select('id')
    .where(eb => eb('is_active', '=', eb.lit(1)))
    .where('is_blocked', '=', 0)
    .where(verifiedAt, '<', beforeMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lookups').select('place').whereRef('lookups.avatar_id', '=', 'avatars.id'))),
    )
    .orderBy(verifiedAt)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst()
}

async function isBlocked(tx: Tx, dialect: SqlDialect, id: string): Promise<boolean> {
  const storedRow = await tx
    .selectFrom('avatars')
    .select(['author_id', 'is_blocked'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (storedRow?.is_blocked === 1) return true
  const avatar = { id, authorId: storedRow?.author_id ?? '' }
  const withheldOf = await readWithheld(tx, dialect, [avatar])
  return withheldOf(avatar).isBlocked
}

async function reject(tx: Tx, { avatar_id, priority, isQueued }: Candidate, nowMs: number): Promise<void> {
  if (isQueued) await tx.deleteFrom('lookups').where('avatar_id', '=', avatar_id).execute()
  const isSubmission = priority === PRIORITY.submission
  await noteDecision(tx, { id: avatar_id, state: 'rejected', reason: 'blocked', isSubmission }, nowMs)
}

async function beginLookup(
  tx: Tx,
  candidate: Candidate,
  options: LeaseOptions,
  nowMs: number,
): Promise<LeaseOutcome> {
  const { id: leaseId } = await tx
    .insertInto('begun_lookups')
    .values({ at_ms: nowMs, is_decided: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lease = { lease_id: leaseId, lease_until_ms: nowMs + options.leaseMs }
  if (candidate.isQueued) {
    await tx.updateTable('lookups').set(lease).where('avatar_id', '=', candidate.avatar_id).execute()
  } else {
    const place = (await queueEnd(tx, PRIORITY.refresh)).lastPlace + 1
    const { isQueued: _, ...row } = candidate
    await tx
      .insertInto('lookups')
      .values({ ...row, ...lease, place, queued_at_ms: nowMs, due_at_ms: nowMs })
      .execute()
  }
  await tx
    .updateTable('platform_budget')
    .set({ next_at_ms: nowMs + options.spacingMs })
    .execute()
  await tx
    .deleteFrom('begun_lookups')
    .where('at_ms', '<', nowMs - LOOKUPS_KEPT_MS)
    .execute()
  const lookup = {
    id: candidate.avatar_id as AvatarId,
    origin: keysOf(PRIORITY)[candidate.priority]!,
    failures: candidate.attempts,
    leaseId,
  }
  return { kind: 'leased', lookup }
}
