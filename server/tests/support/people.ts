import { createHash } from 'node:crypto'
import type { Database } from '../../src/kernel/database.ts'
import type { Person } from '../../src/kernel/person.ts'
import { SESSION_COOKIE_NAME } from '../../src/slices/identity/cookies.ts'
import { hashOfSession, SESSION_MS } from '../../src/slices/identity/session-rules.ts'
import type { IdentityTables } from '../../src/slices/identity/tables.sql.ts'

/** Inserts a person whom the community site has confirmed, and returns them as signed in. */
export async function newPerson(db: Database, username: string): Promise<Person> {
  const moments = {
    token_until_ms: 0,
    created_at_ms: 0,
    seen_at_ms: 0,
    profile_checked_at_ms: 0,
    profile_asked_at_ms: 0,
  }
  const row = { id: `sub-${username}`, username, name: username.toUpperCase(), ...moments }
  const { key } = await db
    .tables<IdentityTables>()
    .transact(tx => tx.insertInto('users').values(row).returning('key').executeTakeFirstOrThrow())
  return personOf(key, username)
}

/** Like `newPerson`, unless the database has the name already. */
export async function findOrAddPerson(db: Database, username: string): Promise<Person> {
  const known = await db
    .tables<IdentityTables>()
    .reader.selectFrom('users')
    .select('key')
    .where('username', '=', username)
    .executeTakeFirst()
  return known === undefined ? await newPerson(db, username) : personOf(known.key, username)
}

function personOf(key: number, username: string): Person {
  const unknown = { picture: null, profile: null, platformAccount: null }
  const by = { kind: 'session', id: `session-${username}` } as const
  return { key, id: `sub-${username}`, username, name: username.toUpperCase(), ...unknown, by }
}

/** The cookie of a session that `newSession` inserted. */
export function cookieOf({ by }: Pick<Person, 'by'>): string {
  return `${SESSION_COOKIE_NAME}=${cookieValueOf(by.id)}`
}

function cookieValueOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}

/**
 * Inserts a session for a person.
 * @returns its cookie.
 */
export async function newSession(db: Database, { key, by }: Person, nowMs: number): Promise<string> {
  const value = cookieValueOf(by.id)
  const moments = { created_at_ms: nowMs, seen_at_ms: nowMs, until_ms: nowMs + SESSION_MS }
  const row = {
    hash: hashOfSession(value)!,
    id: by.id,
    user_key: key,
    device: 'desktop',
    ...moments,
  } as const
  await db.tables<IdentityTables>().transact(tx =>
    tx
      .insertInto('sessions')
      .values(row)
      .onConflict(oc => oc.column('hash').doNothing())
      .execute(),
  )
  return cookieOf({ by })
}
