import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import type { Database } from '../../src/kernel/database.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { SubmissionStore } from '../../src/slices/submission/store.sql.ts'
import { LookupStore } from '../../src/slices/verification/store.sql.ts'
import type { LeasedLookup } from '../../src/slices/verification/store.ts'
import type { LookupTables } from '../../src/slices/verification/tables.sql.ts'
import type { TestEngine } from '../support/engines.ts'
import { catalogOver, fullPatch, idOf, NOW } from './fixtures.ts'

export const id = (number: number) => idOf(number) as AvatarId
export const ids = (...numbers: number[]) => numbers.map(id)
export const LEASE_MS = 60_000
export const WITHOUT_PACE = { perMinute: 600, spacingMs: 0, leaseMs: LEASE_MS, staleBeforeMs: NOW - DAY_MS }
export const AUTHOR = fullPatch(1).authorId!

function storesOver(db: Database) {
  const catalog = catalogOver(db)
  return {
    db,
    catalog,
    submissions: new SubmissionStore({ db }),
    lookups: new LookupStore({ db, catalog }),
  }
}

export async function progressOf(store: SubmissionStore, avatarId: AvatarId) {
  return (await store.progressOfEach([avatarId])).get(avatarId)!
}

export async function open(engine: TestEngine, t: TestContext, url?: string) {
  return storesOver(await engine.open(t, url))
}

export async function block(db: Database, subject: string): Promise<void> {
  const row = { subject, kind: 'avatar' as const, reason: '', at_ms: NOW }
  await db.tables<LookupTables>().transact(async tx => {
    await tx.insertInto('blocks').values(row).execute()
  })
}

export async function optOut(db: Database, author_id: string): Promise<void> {
  await db.tables<LookupTables>().transact(async tx => {
    await tx.insertInto('opt_outs').values({ author_id, at_ms: NOW }).execute()
  })
}

export async function leaseNext(
  lookups: LookupStore,
  nowMs = NOW,
  options: Partial<typeof WITHOUT_PACE> = {},
): Promise<LeasedLookup> {
  const outcome = await lookups.lease({ ...WITHOUT_PACE, ...options }, nowMs)
  assert.ok(outcome.kind === 'leased', JSON.stringify(outcome))
  return outcome.lookup
}

/** Takes lookups until none waits; returns them as `origin number`. */
export async function takeAll(lookups: LookupStore, nowMs = NOW): Promise<string[]> {
  const order: string[] = []
  for (;;) {
    const outcome = await lookups.lease(WITHOUT_PACE, nowMs)
    if (outcome.kind !== 'leased') return order
    order.push(`${outcome.lookup.origin} ${Number(outcome.lookup.id.slice(-12))}`)
  }
}

export const verifiedAt = async (db: Database, of: string) =>
  (
    await db
      .tables<LookupTables>()
      .reader.selectFrom('avatars')
      .select('verified_at_ms')
      .where('id', '=', of)
      .executeTakeFirst()
  )?.verified_at_ms
