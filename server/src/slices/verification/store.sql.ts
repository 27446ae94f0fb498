import type { Transaction } from 'kysely'
import { type AvatarPatch, type CatalogSaver, readWithheld } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { Store } from '../../kernel/store.ts'
import { noteFailure, noteSuccess, readBudget } from './budget.sql.ts'
import { type Budget, type LastMinute, retryPauseMs } from './budget.ts'
import { noteDecision } from './decision.sql.ts'
import { lastMinute, leaseNext } from './lease.sql.ts'
import type { BegunLookup } from './pace.ts'
import { LookupQueue, queueEnd } from './queue.sql.ts'
import type { LeasedLookup, LeaseOptions, Postponement, Verdict, VerdictEffect } from './store.ts'
import { type LookupTables, PRIORITY } from './tables.sql.ts'

type Tx = Transaction<LookupTables>

/**
 * Maximum number of waiting avatars that an external index found. Re-verification reaches the others, because it starts
 * with avatars never verified.
 */
const MAX_QUEUED_FINDS = 5000
/** Maximum number of lookups from which the pace is measured. */
const MAX_MEASURED_LOOKUPS = 200

/** Lookups: which avatars wait, which process has leased which, and the budget. */
export class LookupStore extends Store<LookupTables, { db: Database; catalog: CatalogSaver }> {
  readonly #queue = new LookupQueue(this.deps)

  /**
   * Leases the next lookup, most urgent first, if the budget of all processes has one left. This is one transaction, so
   * the lookup is counted whatever happens afterwards. Blocked avatars are decided here, without a lookup.
   */
  async lease(options: LeaseOptions, nowMs: number) {
    return await this.transactLocked('lookups', tx => leaseNext(tx, this.sql.dialect, options, nowMs))
  }

  /**
   * Stores avatar and outcome, and removes the avatar from the queue, in one transaction. A lock orders it with
   * blocking, so that an avatar cannot be blocked in between.
   */
  async decide(lookup: LeasedLookup, verdict: Verdict, nowMs: number): Promise<VerdictEffect> {
    return await this.sql.transact(async tx => {
      await this.sql.dialect.lock(tx, 'moderation', 'shared')
      const deletedRow = await tx
        .deleteFrom('lookups')
        .where('avatar_id', '=', lookup.id)
        .where('lease_id', '=', lookup.leaseId)
        .returning('priority')
        .executeTakeFirst()
      if (deletedRow === undefined) return { kind: 'lost' }
      await noteSuccess(tx, nowMs)
      await noteIsDecided(tx, lookup, true)
      const { kind, patches } = await applyVerdict(tx, this.sql, lookup.id, verdict)
      const reason = kind === 'indexed' ? null : verdict.kind === 'public' ? 'blocked' : verdict.reason
      const state = kind === 'indexed' ? 'indexed' : 'rejected'
      const isSubmission = deletedRow.priority === PRIORITY.submission
      await noteDecision(tx, { id: lookup.id, state, reason, isSubmission }, nowMs)
      await this.deps.catalog.saveWithin(tx, patches, nowMs)
      await this.deps.catalog.noteVerified(tx, lookup.id, nowMs)
      return { kind }
    })
  }

  /** Ends the lease, for a later retry, and makes all lookups rest if the failure demands it. */
  async postpone(lookup: LeasedLookup, postponement: Postponement, nowMs: number): Promise<void> {
    await this.transactLocked('lookups', async tx => {
      const failures = lookup.failures + 1
      const retry = { attempts: failures, due_at_ms: nowMs + retryPauseMs(failures, postponement.random) }
      await endLease(tx, lookup, postponement.failure.kind === 'failed' ? retry : {})
      await noteFailure(tx, postponement, nowMs)
      await noteIsDecided(tx, lookup, false)
    })
  }

  /** Ends the lease of a lookup that was not made. */
  async release(lookup: LeasedLookup): Promise<void> {
    await this.sql.transact(tx => endLease(tx, lookup, {}))
  }

  /**
   * Queues avatars found in an external index, behind submissions, if they are not verified yet and there is room.
   *
   * @returns the number of queued avatars.
   */
  async enqueueFinds(ids: readonly AvatarId[], nowMs: number): Promise<number> {
    return await this.transactLocked('lookups', async tx => {
      const { isIn } = this.sql.dialect
      const storedRows = await tx
        .selectFrom('avatars')
        .select(['id', 'author_id', 'verified_at_ms'])
        .where(eb => isIn(eb.ref('id'), ids))
        .execute()
      const queueRows = await tx
        .selectFrom('lookups')
        .select('avatar_id')
        .where(eb => isIn(eb.ref('avatar_id'), ids))
        .execute()
      const verifiedIds = storedRows
        .filter(({ verified_at_ms }) => verified_at_ms !== null)
        .map(({ id }) => id)
      const skippedIds = new Set([...verifiedIds, ...queueRows.map(({ avatar_id }) => avatar_id)])
      const authors = new Map(storedRows.map(({ id, author_id }) => [id, author_id]))
      const avatars = [...new Set(ids)].map(id => ({ id, authorId: authors.get(id) ?? '' }))
      const withheldOf = await readWithheld(tx, this.sql.dialect, avatars)
      const newAvatars = avatars.filter(avatar => !skippedIds.has(avatar.id) && !withheldOf(avatar).isBlocked)
      const { count: findCount, lastPlace } = await queueEnd(tx, PRIORITY.find)
      const addedIds = newAvatars.slice(0, Math.max(0, MAX_QUEUED_FINDS - findCount)).map(({ id }) => id)
      await this.#queue.add(tx, addedIds, { priority: PRIORITY.find, lastPlace }, nowMs)
      return addedIds.length
    })
  }

  async budget(): Promise<Budget> {
    return await readBudget(this.sql.reader)
  }

  async lastMinute(nowMs: number): Promise<LastMinute> {
    return await lastMinute(this.sql.reader, nowMs)
  }

  /** Lookups started since a moment, newest first, at most `MAX_MEASURED_LOOKUPS`. */
  async lookupsSince(ms: number): Promise<BegunLookup[]> {
    const rows = await this.sql.reader
      .selectFrom('begun_lookups')
      .select(['at_ms', 'is_decided'])
      .where('at_ms', '>=', ms)
      .orderBy('at_ms', 'desc')
      .limit(MAX_MEASURED_LOOKUPS)
      .execute()
    return rows.map(({ at_ms, is_decided }) => ({
      atMs: at_ms,
      isDecided: is_decided === null ? null : is_decided === 1,
    }))
  }

  /** Ends the rest after a refusal if another account was refused. @returns whether it did. */
  async endRefusalRest(fingerprint: string): Promise<boolean> {
    const updatedRows = await this.sql.transact(tx =>
      tx
        .updateTable('platform_budget')
        .set({ rest_until_ms: 0, rest_reason: null, failures: 0, account: fingerprint })
        .where('rest_reason', '=', 'refused')
        .where(eb => eb.or([eb('account', 'is', null), eb('account', '!=', fingerprint)]))
        .returning('name')
        .execute(),
    )
    return updatedRows.length > 0
  }
}

async function applyVerdict(
  tx: Tx,
  { dialect }: SqlAccess<LookupTables>,
  id: string,
  verdict: Verdict,
): Promise<{ kind: Exclude<VerdictEffect['kind'], 'lost'>; patches: AvatarPatch[] }> {
  const storedRow = await tx.selectFrom('avatars').select('author_id').where('id', '=', id).executeTakeFirst()
  if (verdict.kind === 'rejected') {
    const hidingPatch: AvatarPatch = { id, isActive: false, authority: 'platform' }
    return { kind: 'rejected', patches: storedRow === undefined ? [] : [hidingPatch] }
  }
  const avatar = { id, authorId: verdict.patch.authorId ?? storedRow?.author_id ?? '' }
  const withheldOf = await readWithheld(tx, dialect, [avatar])
  const { isBlocked, isOptedOut } = withheldOf(avatar)
  if (isBlocked || (isOptedOut && storedRow === undefined)) return { kind: 'blocked', patches: [] }
  return { kind: 'indexed', patches: [{ ...verdict.patch, authority: 'platform' }] }
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
