import type { Database, SqlAccess } from '../../kernel/database.ts'
import type { AnswerKey, KeptAnswer, KeptAnswers, Lease } from './kept-answers.ts'

/** Made by `server/migrations/0011-promotions.ts`. */
interface RosterTables {
  kept_answers: {
    name: string
    variant: string
    not_before_ms: number
    fetched_at_ms: number | null
    value: string | null
  }
}

type Sql = SqlAccess<RosterTables>

/** Longer than any lease or pause; a time further ahead comes from a wrong clock and is ignored. */
const LONGEST_LEASE_MS = 2 * 3_600_000

export function createKeptAnswers({ db }: { db: Database }): KeptAnswers {
  const sql = db.tables<RosterTables>()
  return {
    read: key => read(sql, key),
    lease: (key, nowMs, untilMs) => lease(sql, key, nowMs, untilMs),
    keep: (key, answer, notBeforeMs) => keep(sql, key, answer, notBeforeMs),
    postpone: async ({ name, variant }, notBeforeMs) => {
      await sql.transact(tx =>
        tx
          .updateTable('kept_answers')
          .set({ not_before_ms: notBeforeMs })
          .where('name', '=', name)
          .where('variant', '=', variant)
          .execute(),
      )
    },
  }
}

async function read({ reader }: Sql, { name, variant }: AnswerKey): Promise<KeptAnswer<string> | null> {
  const row = await reader
    .selectFrom('kept_answers')
    .selectAll()
    .where('name', '=', name)
    .where('variant', '=', variant)
    .executeTakeFirst()
  return row === undefined ? null : keptIn(row)
}

function keptIn({ value, fetched_at_ms: atMs }: RosterTables['kept_answers']): KeptAnswer<string> | null {
  return value === null || atMs === null ? null : { value, atMs }
}

async function lease(sql: Sql, { name, variant }: AnswerKey, nowMs: number, untilMs: number): Promise<Lease> {
  return await sql.transact(async tx => {
    const blank = { name, variant: '', not_before_ms: 0, fetched_at_ms: null, value: null }
    await tx
      .insertInto('kept_answers')
      .values(blank)
      .onConflict(oc => oc.column('name').doNothing())
      .execute()
    const row = await tx
      .selectFrom('kept_answers')
      .selectAll()
      .where('name', '=', name)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isSame = row.variant === variant
    const kept = isSame ? keptIn(row) : null
    const isTaken = row.not_before_ms > nowMs && row.not_before_ms - nowMs <= LONGEST_LEASE_MS
    if (isSame && isTaken) return { isOurs: false, notBeforeMs: row.not_before_ms, kept }
    await tx
      .updateTable('kept_answers')
      .set({ variant, not_before_ms: untilMs, ...(!isSame && { fetched_at_ms: null, value: null }) })
      .where('name', '=', name)
      .execute()
    return { isOurs: true, notBeforeMs: untilMs, kept }
  })
}

async function keep(
  sql: Sql,
  { name, variant }: AnswerKey,
  { value, atMs }: KeptAnswer<string>,
  notBeforeMs: number,
): Promise<void> {
  await sql.transact(tx =>
    tx
      .updateTable('kept_answers')
      .set({ value, fetched_at_ms: atMs, not_before_ms: notBeforeMs })
      .where('name', '=', name)
      .where('variant', '=', variant)
      .execute(),
  )
}
