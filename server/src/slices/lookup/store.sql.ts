import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type AvatarPatch, type CatalogSaver, type CatalogTables, readWithheld } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { admit, FURTHEST_MS, LONGEST_VALID_MS, MINUTE_MS, type Pace } from './pace.ts'
import type { BeginOutcome, ExternalLookupStore } from './store.ts'

/** Made by `server/migrations/0006-external-lookups.ts`, beside the tables of the catalog. */
interface ExternalLookupTables extends CatalogTables {
  external_lookups: { question: string; begins_at_ms: number; holds_until_ms: number }
}

type Sql = SqlAccess<ExternalLookupTables>
type Tx = Transaction<ExternalLookupTables>

/** Longer than a lookup takes, and than the minute in which it counts. */
const LEASE_MS = 2 * 60_000
/** Questions kept, some 80 bytes each; those of a day at the usual budget are 43,200. */
const MOST_KEPT = 100_000

export function createExternalLookupStore({
  db,
  catalog,
  mostKept = MOST_KEPT,
}: {
  db: Database
  catalog: CatalogSaver
  mostKept?: number
}): ExternalLookupStore {
  const sql = db.tables<ExternalLookupTables>()
  return {
    begin: (question, pace, nowMs) => begin(sql, fingerprint(question), pace, nowMs),
    end: async (question, validUntilMs) => {
      await sql.transact(tx =>
        tx
          .updateTable('external_lookups')
          .set({ holds_until_ms: validUntilMs })
          .where('question', '=', fingerprint(question))
          .execute(),
      )
    },
    saveFound: (patches, nowMs) => saveFound({ sql, catalog }, patches, nowMs),
    forget: nowMs => forget(sql, nowMs, mostKept),
  }
}

/** Terms can hold personal data, so only their hashes are stored. */
function fingerprint(question: string): string {
  return createHash('sha256').update(question).digest('base64url').slice(0, 22)
}

async function begin(sql: Sql, question: string, pace: Pace, nowMs: number): Promise<BeginOutcome> {
  const validUntilMs = await notDueUntil(sql.reader, question, nowMs)
  if (validUntilMs !== null) return { kind: 'not_due', untilMs: validUntilMs }
  return await sql.transact(async tx => {
    await sql.dialect.lock(tx, 'external-lookups')
    const taken = await notDueUntil(tx, question, nowMs)
    if (taken !== null) return { kind: 'not_due', untilMs: taken }
    const lastAtMs = await lastBegin(tx, nowMs)
    const admission = await admit({ lastAtMs, before: ms => minuteBefore(tx, ms) }, pace, nowMs)
    if (admission.kind === 'go') await lease(tx, question, admission.atMs)
    return admission
  })
}

async function notDueUntil(from: Pick<Tx, 'selectFrom'>, question: string, nowMs: number) {
  const row = await from
    .selectFrom('external_lookups')
    .select('holds_until_ms')
    .where('question', '=', question)
    .where('holds_until_ms', '>', nowMs)
    .where('holds_until_ms', '<=', nowMs + LONGEST_VALID_MS)
    .executeTakeFirst()
  return row?.holds_until_ms ?? null
}

async function lastBegin(tx: Tx, nowMs: number): Promise<number | null> {
  const { last } = await tx
    .selectFrom('external_lookups')
    .select(({ fn }) => fn.max<number | null>('begins_at_ms').as('last'))
    .where('begins_at_ms', '<', nowMs + FURTHEST_MS)
    .executeTakeFirstOrThrow()
  return last
}

async function minuteBefore(tx: Tx, ms: number) {
  const { count, first } = await tx
    .selectFrom('external_lookups')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('begins_at_ms').as('first'),
    ])
    .where('begins_at_ms', '>', ms - MINUTE_MS)
    .where('begins_at_ms', '<=', ms)
    .executeTakeFirstOrThrow()
  return { count, firstAtMs: first }
}

async function lease(tx: Tx, question: string, atMs: number): Promise<void> {
  const row = { begins_at_ms: atMs, holds_until_ms: atMs + LEASE_MS }
  await tx
    .insertInto('external_lookups')
    .values({ question, ...row })
    .onConflict(oc => oc.column('question').doUpdateSet(row))
    .execute()
}

/** Blocking waits for it, or it for blocking: what is blocked never gets in between. */
async function saveFound(
  { sql, catalog }: { sql: Sql; catalog: CatalogSaver },
  patches: readonly AvatarPatch[],
  nowMs: number,
): Promise<AvatarId[]> {
  if (patches.length === 0) return []
  return await sql.transact(async tx => {
    await sql.dialect.lock(tx, 'moderation', 'shared')
    const owned = patches.map(({ id, authorId = '' }) => ({ id, authorId }))
    const withheldOf = await readWithheld(tx, sql.dialect, owned)
    const allowed = patches
      .filter((_, i) => {
        const { isBlocked, isOptedOut } = withheldOf(owned[i]!)
        return !isBlocked && !isOptedOut
      })
      .map(patch => ({ ...patch, authority: 'external' as const }))
    const outcomes = await catalog.saveWithin(tx.$pickTables<keyof CatalogTables>(), allowed, nowMs)
    return allowed.filter((_, i) => outcomes[i] === 'added').map(({ id }) => id as AvatarId)
  })
}

async function forget(sql: Sql, nowMs: number, mostKept: number): Promise<void> {
  const key = ['question'] as const
  await sql.deleteBelow('external_lookups', { key, column: 'holds_until_ms', below: nowMs + 1 })
  const surplus = await sql.reader
    .selectFrom('external_lookups')
    .select('begins_at_ms')
    .orderBy('begins_at_ms', 'desc')
    .limit(1)
    .offset(mostKept)
    .executeTakeFirst()
  if (surplus === undefined) return
  await sql.deleteBelow('external_lookups', { key, column: 'begins_at_ms', below: surplus.begins_at_ms + 1 })
}
