import type { Selectable, Transaction } from 'kysely'
import type { SqlAccess } from '../../kernel/database.ts'
import type { Profile } from './profile.ts'
import type { Moments, ProfileState, StoredPerson } from './store.ts'
import type { IdentityTables, UserTable } from './tables.sql.ts'

type Sql = SqlAccess<IdentityTables>
type Tx = Transaction<IdentityTables>

const PERSON = [
  'users.key',
  'users.id',
  'users.username',
  'users.name',
  'users.picture',
  'users.profile',
  'users.platform_account_id',
  'users.platform_account_name',
] as const

type PersonRow = Pick<
  Selectable<UserTable>,
  'key' | 'id' | 'username' | 'name' | 'picture' | 'profile' | 'platform_account_id' | 'platform_account_name'
>

export const PERSON_COLUMNS = PERSON

export function personOf(row: PersonRow): StoredPerson {
  const { key, id, username, name, picture, profile } = row
  const { platform_account_id: accountId, platform_account_name: displayName } = row
  const platformAccount = accountId === null ? null : { id: accountId, displayName: displayName ?? accountId }
  return { key, id, username, name, picture, profile, platformAccount }
}

export async function readPerson({ reader }: Sql, userKey: number): Promise<StoredPerson | null> {
  const row = await reader.selectFrom('users').select(PERSON).where('key', '=', userKey).executeTakeFirst()
  return row === undefined ? null : personOf(row)
}

export async function readEmail({ reader }: Sql, userKey: number): Promise<string | null> {
  const row = await reader.selectFrom('users').select('email').where('key', '=', userKey).executeTakeFirst()
  return row?.email ?? null
}

export async function readMoments({ reader }: Sql, userKey: number): Promise<Moments | null> {
  const row = await reader
    .selectFrom('users')
    .select(['created_at_ms', 'seen_at_ms', 'profile_checked_at_ms', 'token_until_ms'])
    .select(eb => eb('sealed_token', 'is not', null).as('has_token'))
    .where('key', '=', userKey)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    createdAtMs: row.created_at_ms,
    seenAtMs: row.seen_at_ms,
    checkedAtMs: row.profile_checked_at_ms,
    tokenUntilMs: row.has_token ? row.token_until_ms : null,
  }
}

export async function readProfileState(
  { reader }: Sql,
  userKey: number,
  nowMs: number,
): Promise<ProfileState | null> {
  const row = await reader
    .selectFrom('users')
    .select(PERSON)
    .select(['profile_checked_at_ms', 'profile_asked_at_ms', 'sealed_token', 'token_until_ms'])
    .where('key', '=', userKey)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    person: personOf(row),
    checkedAtMs: row.profile_checked_at_ms,
    askedAtMs: row.profile_asked_at_ms,
    sealedToken: row.token_until_ms > nowMs ? row.sealed_token : null,
  }
}

/** Writes somebody who proved to be it just now. @returns the row's key. */
export async function savePerson(tx: Tx, profile: Profile, nowMs: number): Promise<number> {
  const columns = { ...columnsOf(profile), profile_checked_at_ms: nowMs, profile_asked_at_ms: 0 }
  const { key } = await tx
    .insertInto('users')
    .values({
      id: profile.id,
      ...columns,
      sealed_token: null,
      token_until_ms: 0,
      created_at_ms: nowMs,
      seen_at_ms: nowMs,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ ...columns, seen_at_ms: nowMs }))
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

export async function saveToken(
  tx: Tx,
  userKey: number,
  token: { sealed: string | null; untilMs: number },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ sealed_token: token.sealed, token_until_ms: token.untilMs })
    .where('key', '=', userKey)
    .execute()
}

export async function dropToken(sql: Sql, userKey: number, sealedToken: string): Promise<void> {
  await sql.transact(async tx => {
    await tx
      .updateTable('users')
      .set({ sealed_token: null, token_until_ms: 0 })
      .where('key', '=', userKey)
      .where('sealed_token', '=', sealedToken)
      .execute()
  })
}

export async function confirmProfile(
  sql: Sql,
  userKey: number,
  profile: Profile,
  askedAtMs: number,
): Promise<void> {
  await change(sql, userKey, askedAtMs, { ...columnsOf(profile), profile_checked_at_ms: askedAtMs })
}

export async function confirmLink(sql: Sql, userKey: number, askedAtMs: number): Promise<void> {
  await change(sql, userKey, askedAtMs, { profile_checked_at_ms: askedAtMs })
}

export async function dropLink(sql: Sql, userKey: number, askedAtMs: number): Promise<void> {
  await change(sql, userKey, askedAtMs, { platform_account_id: null, platform_account_name: null })
}

/** Answers may come in another order than the questions: the later question wins. */
async function change(
  sql: Sql,
  userKey: number,
  askedAtMs: number,
  columns: Partial<Selectable<UserTable>>,
): Promise<void> {
  await sql.transact(async tx => {
    await tx
      .updateTable('users')
      .set(columns)
      .where('key', '=', userKey)
      .where('profile_checked_at_ms', '<', askedAtMs)
      .execute()
  })
}

export async function noteAskedInVain(sql: Sql, userKey: number, atMs: number): Promise<void> {
  await sql.transact(async tx => {
    await tx
      .updateTable('users')
      .set({ profile_asked_at_ms: atMs })
      .where('key', '=', userKey)
      .where('profile_asked_at_ms', '<', atMs)
      .execute()
  })
}

function columnsOf({ username, name, picture, profile, email, platformAccount }: Profile) {
  return {
    username,
    name,
    picture,
    profile,
    email,
    platform_account_id: platformAccount?.id ?? null,
    platform_account_name: platformAccount?.displayName ?? null,
  }
}
