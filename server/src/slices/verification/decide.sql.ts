import type { Transaction } from 'kysely'
import { type AvatarPatch, type CatalogSaver, readWithheld } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import { noteFailure, noteSuccess } from './budget.sql.ts'
import { retryAfter } from './budget.ts'
import { noteOutcome } from './outcome.sql.ts'
import type { Decision, LeasedLookup, Postponement, Verdict } from './store.ts'
import { type LookupTables, PRIORITY } from './tables.sql.ts'

type Tx = Transaction<LookupTables>

/** See `LookupStore.decide`. Blocking waits for it, or it for blocking: what is blocked never gets in between. */
export async function decide(
  { sql, catalog }: { sql: SqlAccess<LookupTables>; catalog: CatalogSaver },
  lookup: LeasedLookup,
  verdict: Verdict,
  nowMs: number,
): Promise<Decision> {
  return await sql.transact(async tx => {
    await sql.dialect.lock(tx, 'moderation', 'shared')
    const ended = await tx
      .deleteFrom('lookups')
      .where('avatar_id', '=', lookup.id)
      .where('lease_id', '=', lookup.leaseId)
      .returning('priority')
      .executeTakeFirst()
    if (ended === undefined) return 'lost'
    await noteSuccess(tx, nowMs)
    await noteIsDecided(tx, lookup, true)
    const { decision, patches } = await applyVerdict(tx, sql, lookup.id, verdict)
    const reason = decision === 'indexed' ? null : verdict.kind === 'public' ? 'blocked' : verdict.reason
    const state = decision === 'indexed' ? 'indexed' : 'rejected'
    const isSubmission = ended.priority === PRIORITY.submission
    await noteOutcome(tx, { id: lookup.id, state, reason, isSubmission }, nowMs)
    await catalog.saveWithin(tx, patches, nowMs)
    await catalog.noteVerified(tx, lookup.id, nowMs)
    return decision
  })
}

async function applyVerdict(
  tx: Tx,
  { dialect }: SqlAccess<LookupTables>,
  id: string,
  verdict: Verdict,
): Promise<{ decision: Exclude<Decision, 'lost'>; patches: AvatarPatch[] }> {
  const known = await tx.selectFrom('avatars').select('author_id').where('id', '=', id).executeTakeFirst()
  if (verdict.kind === 'not_public')
    return {
      decision: 'rejected',
      patches: known === undefined ? [] : [{ id, isActive: false, authority: 'platform' }],
    }
  const owned = { id, authorId: verdict.patch.authorId ?? known?.author_id ?? '' }
  const withheldOf = await readWithheld(tx, dialect, [owned])
  const { isBlocked, isOptedOut } = withheldOf(owned)
  if (isBlocked || (isOptedOut && known === undefined)) return { decision: 'blocked', patches: [] }
  return { decision: 'indexed', patches: [{ ...verdict.patch, authority: 'platform' }] }
}

/** See `LookupStore.postpone`. */
export async function postpone(
  sql: SqlAccess<LookupTables>,
  lookup: LeasedLookup,
  postponement: Postponement,
  nowMs: number,
): Promise<void> {
  await sql.transact(async tx => {
    await sql.dialect.lock(tx, 'lookups')
    if (postponement.failure.kind === 'failed') {
      const attempts = lookup.attempts + 1
      await endLease(tx, lookup, { attempts, due_at_ms: nowMs + retryAfter(attempts, postponement.random) })
    } else {
      await endLease(tx, lookup, {})
    }
    await noteFailure(tx, postponement, nowMs)
    await noteIsDecided(tx, lookup, false)
  })
}

/** See `LookupStore.release`. */
export async function release(sql: SqlAccess<LookupTables>, lookup: LeasedLookup): Promise<void> {
  await sql.transact(tx => endLease(tx, lookup, {}))
}

async function endLease(
  tx: Tx,
  { id, leaseId }: LeasedLookup,
  retry: { attempts?: number; due_at_ms?: number },
): Promise<void> {
  await tx
    .updateTable('lookups')
    .set({ lease_id: null, lease_until_ms: null, ...retry })
    .where('avatar_id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()
}

async function noteIsDecided(tx: Tx, { leaseId }: LeasedLookup, isDecided: boolean): Promise<void> {
  await tx
    .updateTable('begun_lookups')
    .set({ is_decided: Number(isDecided) })
    .where('id', '=', leaseId)
    .execute()
}
