import type { Selectable, Transaction } from 'kysely'
import type { Profile } from './profile.ts'
import type { StoredPerson } from './store.ts'
import type { IdentityTables, UserTable } from './tables.sql.ts'

type Tx = Transaction<IdentityTables>

export const PERSON_COLUMNS = [
  'users.key',
  'users.id',
  'users.username',
  'users.name',
  'users.picture',
  'users.profile',
  'users.platform_account_id',
  'users.platform_account_name',
] as const

type PersonRow = Pick<Selectable<UserTable>, ColumnOf<(typeof PERSON_COLUMNS)[number]>>
type ColumnOf<Name> = Name extends `users.${infer Column}` ? Column : never

export function personOf(row: PersonRow): StoredPerson {
  const { key, id, username, name, picture, profile } = row
  const { platform_account_id: accountId, platform_account_name: displayName } = row
  const platformAccount = accountId === null ? null : { id: accountId, displayName: displayName ?? accountId }
  return { key, id, username, name, picture, profile, platformAccount }
}

/** Inserts or updates a person who has just signed in. @returns the row's key. */
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

export function columnsOf({ username, name, picture, profile, email, platformAccount }: Profile) {
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
