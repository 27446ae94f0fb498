import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type AvatarPatch, type CatalogSaver, type CatalogTables, readWithheld } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database } from '../../kernel/database.ts'
import { Store } from '../../kernel/store.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type Admission, admit, LONG_MINUTE_MS, MAX_AHEAD_MS, MAX_VALIDITY_MS, type Pace } from './pace.ts'

/** The table of `server/migrations/0006-external-lookups.ts`, and those of the catalog. */
interface ExternalLookupTables extends CatalogTables {
  external_lookups: { question: string; begins_at_ms: number; holds_until_ms: number }
}

type Tx = Transaction<ExternalLookupTables>

export type BeginOutcome =
  | Admission
  /** It was asked recently, or is being asked, by this or another process. */
  | { kind: 'not_due'; untilMs: number }

/** Longer than a lookup takes, and longer than the minute in which it counts. */
const LEASE_MS = 2 * MINUTE_MS
/** Maximum number of stored questions, some 80 bytes each; the default budget allows 43,200 a day. */
const MAX_QUESTIONS = 100_000

interface ExternalLookupStoreDeps {
  db: Database
  catalog: CatalogSaver
  maxQuestions?: number
}

/** Lookups in the external index: their questions, their budget, and the avatars that they found. */
export class ExternalLookupStore extends Store<ExternalLookupTables, ExternalLookupStoreDeps> {
  /**
   * Leases the question to this process if it is due and the budget of all processes has room. The lease ends with
   * `end`, or a little after the longest lookup. Only a hash of the question is stored.
   */
  async begin(text: string, pace: Pace, nowMs: number): Promise<BeginOutcome> {
    const question = fingerprint(text)
    const validUntilMs = await readNotDueUntil(this.sql.reader, question, nowMs)
    if (validUntilMs !== null) return { kind: 'not_due', untilMs: validUntilMs }
    return await this.transactLocked('external-lookups', async tx => {
      const notDueUntilMs = await readNotDueUntil(tx, question, nowMs)
      if (notDueUntilMs !== null) return { kind: 'not_due', untilMs: notDueUntilMs }
      const lastAtMs = await readLastBegin(tx, nowMs)
      const admission = await admit({ lastAtMs, countBefore: ms => countMinuteBefore(tx, ms) }, pace, nowMs)
      if (admission.kind === 'admitted') await lease(tx, question, admission.atMs)
      return admission
    })
  }

  async end(question: string, validUntilMs: number): Promise<void> {
    await this.execute(tx =>
      tx
        .updateTable('external_lookups')
        .set({ holds_until_ms: validUntilMs })
        .where('question', '=', fingerprint(question)),
    )
  }

  /**
   * Saves what an index answered, in one transaction, except avatars that are blocked or whose author is blocked or
   * opted out. A lock prevents an avatar from being blocked between the check and the save.
   *
   * @returns the ids of avatars that were not known before.
   */
  async saveFound(patches: readonly AvatarPatch[], nowMs: number): Promise<AvatarId[]> {
    if (patches.length === 0) return []
    return await this.sql.transact(async tx => {
      await this.sql.dialect.lock(tx, 'moderation', 'shared')
      const avatars = patches.map(({ id, authorId = '' }) => ({ id, authorId }))
      const withheldOf = await readWithheld(tx, this.sql.dialect, avatars)
      const allowedPatches = patches
        .filter((_, i) => {
          const { isBlocked, isOptedOut } = withheldOf(avatars[i]!)
          return !isBlocked && !isOptedOut
        })
        .map(patch => ({ ...patch, authority: 'external' as const }))
      const outcomes = await this.deps.catalog.saveWithin(
        tx.$pickTables<keyof CatalogTables>(),
        allowedPatches,
        nowMs,
      )
      return allowedPatches.filter((_, i) => outcomes[i] === 'added').map(({ id }) => id as AvatarId)
    })
  }

  /** Deletes questions that are due again, and the oldest if there are too many. */
  async deleteExpired(nowMs: number): Promise<void> {
    const key = ['question'] as const
    await this.sql.deleteBelow('external_lookups', { key, column: 'holds_until_ms', below: nowMs + 1 })
    const surplusRow = await this.sql.reader
      .selectFrom('external_lookups')
      .select('begins_at_ms')
      .orderBy('begins_at_ms', 'desc')
      .limit(1)
      .offset(this.deps.maxQuestions ?? MAX_QUESTIONS)
      .executeTakeFirst()
    if (surplusRow === undefined) return
    const belowMs = surplusRow.begins_at_ms + 1
    await this.sql.deleteBelow('external_lookups', { key, column: 'begins_at_ms', below: belowMs })
  }
}

/** Terms can contain personal data, so only their hashes are stored. */
function fingerprint(question: string): string {
  return hash('sha256', question, 'base64url').slice(0, 22)
}

async function readNotDueUntil(reader: Pick<Tx, 'selectFrom'>, question: string, nowMs: number) {
  const row = await reader
    .selectFrom('external_lookups')
    .select('holds_until_ms')
    .where('question', '=', question)
    .where('holds_until_ms', '>', nowMs)
    .where('holds_until_ms', '<=', nowMs + MAX_VALIDITY_MS)
    .executeTakeFirst()
  return row?.holds_until_ms ?? null
}

async function readLastBegin(tx: Tx, nowMs: number): Promise<number | null> {
  const { last_at_ms } = await tx
    .selectFrom('external_lookups')
    .select(({ fn }) => fn.max<number | null>('begins_at_ms').as('last_at_ms'))
    .where('begins_at_ms', '<', nowMs + MAX_AHEAD_MS)
    .executeTakeFirstOrThrow()
  return last_at_ms
}

async function countMinuteBefore(tx: Tx, ms: number) {
  const { count, first_at_ms } = await tx
    .selectFrom('external_lookups')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('begins_at_ms').as('first_at_ms'),
    ])
    .where('begins_at_ms', '>', ms - LONG_MINUTE_MS)
    .where('begins_at_ms', '<=', ms)
    .executeTakeFirstOrThrow()
  return { count, firstAtMs: first_at_ms }
}

async function lease(tx: Tx, question: string, atMs: number): Promise<void> {
  const row = { begins_at_ms: atMs, holds_until_ms: atMs + LEASE_MS }
  await tx
    .insertInto('external_lookups')
    .values({ question, ...row })
    .onConflict(oc => oc.column('question').doUpdateSet(row))
    .execute()
}
