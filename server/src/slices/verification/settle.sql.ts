import type { Transaction } from 'kysely'
import { type AvatarPatch, type CatalogSaver, readWithheld } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import { noteSetback, noteSuccess } from './budget.sql.ts'
import { retryAfter } from './budget.ts'
import { noteOutcome } from './outcome.sql.ts'
import type { Claim, Postponement, Settled, Verdict } from './store.ts'
import { type LookupTables, PRIORITY } from './tables.sql.ts'

type Tx = Transaction<LookupTables>

/** See `LookupStore.settle`. Blocking waits for it, or it for blocking: what is blocked never gets in between. */
export async function settle(
  { sql, catalog }: { sql: SqlAccess<LookupTables>; catalog: CatalogSaver },
  claim: Claim,
  verdict: Verdict,
  nowMs: number,
): Promise<Settled> {
  return await sql.transact(async tx => {
    await sql.dialect.lock(tx, 'moderation', 'shared')
    const ended = await tx
      .deleteFrom('lookups')
      .where('avatar_id', '=', claim.id)
      .where('grant_id', '=', claim.grantId)
      .returning('priority')
      .executeTakeFirst()
    if (ended === undefined) return 'lost'
    await noteSuccess(tx, nowMs)
    await noteDecided(tx, claim, true)
    const { settled, patches } = await decide(tx, sql, claim.id, verdict)
    const reason = settled === 'indexed' ? null : verdict.kind === 'public' ? 'blocked' : verdict.reason
    const state = settled === 'indexed' ? 'indexed' : 'rejected'
    const isSubmission = ended.priority === PRIORITY.submission
    await noteOutcome(tx, { id: claim.id, state, reason, isSubmission }, nowMs)
    await catalog.saveWithin(tx, patches, nowMs)
    await catalog.noteVerified(tx, claim.id, nowMs)
    return settled
  })
}

async function decide(
  tx: Tx,
  { dialect }: SqlAccess<LookupTables>,
  id: string,
  verdict: Verdict,
): Promise<{ settled: Exclude<Settled, 'lost'>; patches: AvatarPatch[] }> {
  const known = await tx.selectFrom('avatars').select('author_id').where('id', '=', id).executeTakeFirst()
  if (verdict.kind === 'not_public')
    return {
      settled: 'rejected',
      patches: known === undefined ? [] : [{ id, isActive: false, authority: 'platform' }],
    }
  const owned = { id, authorId: verdict.patch.authorId ?? known?.author_id ?? '' }
  const withheldOf = await readWithheld(tx, dialect, [owned])
  const { isBlocked, isOptedOut } = withheldOf(owned)
  if (isBlocked || (isOptedOut && known === undefined)) return { settled: 'blocked', patches: [] }
  return { settled: 'indexed', patches: [{ ...verdict.patch, authority: 'platform' }] }
}

/** See `LookupStore.postpone`. */
export async function postpone(
  sql: SqlAccess<LookupTables>,
  claim: Claim,
  postponement: Postponement,
  nowMs: number,
): Promise<void> {
  await sql.transact(async tx => {
    await sql.dialect.lock(tx, 'lookups')
    if (postponement.setback.kind === 'failed') {
      const tries = claim.tries + 1
      await giveBack(tx, claim, { tries, due_at_ms: nowMs + retryAfter(tries, postponement.random) })
    } else {
      await giveBack(tx, claim, {})
    }
    await noteSetback(tx, postponement, nowMs)
    await noteDecided(tx, claim, false)
  })
}

/** See `LookupStore.release`. */
export async function release(sql: SqlAccess<LookupTables>, claim: Claim): Promise<void> {
  await sql.transact(tx => giveBack(tx, claim, {}))
}

async function giveBack(
  tx: Tx,
  { id, grantId }: Claim,
  retry: { tries?: number; due_at_ms?: number },
): Promise<void> {
  await tx
    .updateTable('lookups')
    .set({ grant_id: null, lease_until_ms: null, ...retry })
    .where('avatar_id', '=', id)
    .where('grant_id', '=', grantId)
    .execute()
}

async function noteDecided(tx: Tx, { grantId }: Claim, isDecided: boolean): Promise<void> {
  await tx
    .updateTable('platform_grants')
    .set({ is_decided: Number(isDecided) })
    .where('id', '=', grantId)
    .execute()
}
