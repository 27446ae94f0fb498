import type { Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import { PERSON_COLUMNS, personOf, savePerson, saveToken } from './people.sql.ts'
import { MOST_SESSIONS, RENEWED_AFTER_MS, SESSION_MS } from './session-rules.ts'
import type { SignIn, StoredPerson, StoredSession } from './store.ts'
import type { IdentityTables } from './tables.sql.ts'

type Sql = SqlAccess<IdentityTables>
type Tx = Transaction<IdentityTables>

export async function readSession(
  { reader }: Sql,
  hash: string,
  nowMs: number,
): Promise<{ person: StoredPerson; session: StoredSession } | null> {
  const row = await reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.key', 'sessions.user_key')
    .select(PERSON_COLUMNS)
    .select([
      'sessions.id as session_id',
      'sessions.device',
      'sessions.created_at_ms as begun_at_ms',
      'sessions.seen_at_ms as last_seen_at_ms',
    ])
    .where('sessions.hash', '=', hash)
    .where('sessions.until_ms', '>', nowMs)
    .executeTakeFirst()
  if (row === undefined) return null
  const { session_id: id, device, begun_at_ms: createdAtMs, last_seen_at_ms: seenAtMs } = row
  return { person: personOf(row), session: { id, device, createdAtMs, seenAtMs } }
}

export async function readSessions(
  { reader }: Sql,
  userKey: number,
  nowMs: number,
): Promise<StoredSession[]> {
  return await reader
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at_ms as createdAtMs', 'seen_at_ms as seenAtMs'])
    .where('user_key', '=', userKey)
    .where('until_ms', '>', nowMs)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id')
    .execute()
}

export async function renewSession(sql: Sql, { id }: StoredSession, nowMs: number): Promise<void> {
  await sql.transact(async tx => {
    const renewed = await tx
      .updateTable('sessions')
      .set({ seen_at_ms: nowMs, until_ms: nowMs + SESSION_MS })
      .where('id', '=', id)
      .where('seen_at_ms', '<=', nowMs - RENEWED_AFTER_MS)
      .returning('user_key')
      .executeTakeFirst()
    if (renewed === undefined) return
    await tx
      .updateTable('users')
      .set({ seen_at_ms: nowMs })
      .where('key', '=', renewed.user_key)
      .where('seen_at_ms', '<', nowMs)
      .execute()
  })
}

/** The insertion decides, so that of several at the same moment one wins. */
export async function endSignIn(sql: Sql, id: string, untilMs: number): Promise<boolean> {
  return await sql.transact(async tx => {
    const ended = await tx
      .insertInto('ended_sign_ins')
      .values({ id, until_ms: untilMs })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  })
}

export async function beginSession(sql: Sql, signIn: SignIn): Promise<void> {
  const { profile, session, token, replaced, isAgain, nowMs } = signIn
  await sql.transact(async tx => {
    const userKey = await savePerson(tx, profile, nowMs)
    await saveToken(tx, userKey, { sealed: token?.seal(userKey) ?? null, untilMs: token?.untilMs ?? 0 })
    const ended = replaced === null ? undefined : await takeSession(tx, replaced)
    const id = ended?.user_key === userKey && !isAgain ? ended.id : session.id
    await tx
      .insertInto('sessions')
      .values({
        hash: session.hash,
        id,
        device: session.device,
        user_key: userKey,
        created_at_ms: nowMs,
        seen_at_ms: nowMs,
        until_ms: nowMs + SESSION_MS,
      })
      .execute()
    await endOldest(tx, userKey)
  })
}

/** Ends a session, if it is there. */
async function takeSession(tx: Tx, hash: string) {
  const query = tx.deleteFrom('sessions').where('hash', '=', hash).returning(['id', 'user_key'])
  return await query.executeTakeFirst()
}

async function endOldest(tx: Tx, userKey: number): Promise<void> {
  const surplus = await tx
    .selectFrom('sessions')
    .select('hash')
    .where('user_key', '=', userKey)
    .orderBy('created_at_ms', 'desc')
    .orderBy('hash')
    .limit(MOST_SESSIONS)
    .offset(MOST_SESSIONS)
    .execute()
  if (surplus.length === 0) return
  await tx
    .deleteFrom('sessions')
    .where(
      'hash',
      'in',
      surplus.map(({ hash }) => hash),
    )
    .execute()
}

export async function endSession(sql: Sql, userKey: number, id: string): Promise<boolean> {
  return await sql.transact(async tx => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('user_key', '=', userKey)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  })
}

export async function endSessions(sql: Sql, userKey: number): Promise<number> {
  return await sql.transact(tx => eraseSessions(tx, userKey))
}

export async function eraseSessions(tx: Tx, userKey: number): Promise<number> {
  const ended = await tx.deleteFrom('sessions').where('user_key', '=', userKey).returning('id').execute()
  return ended.length
}

export async function prune(sql: Sql, nowMs: number): Promise<void> {
  await sql.transact(async tx => {
    await tx.deleteFrom('sessions').where('until_ms', '<=', nowMs).execute()
    await tx.deleteFrom('ended_sign_ins').where('until_ms', '<=', nowMs).execute()
    await tx
      .updateTable('users')
      .set({ sealed_token: null, token_until_ms: 0 })
      .where('sealed_token', 'is not', null)
      .where('token_until_ms', '<=', nowMs)
      .execute()
  })
}
