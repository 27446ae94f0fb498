import type { Database } from '../../src/kernel/database.ts'
import type { Person } from '../../src/kernel/person.ts'

interface PeopleTables {
  users: {
    key?: number
    id: string
    username: string
    name: string
    token_until_ms: number
    created_at_ms: number
    seen_at_ms: number
    profile_checked_at_ms: number
    profile_asked_at_ms: number
  }
}

/** Somebody of whom the community site told, as a row and as who is signed in. */
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
    .tables<PeopleTables>()
    .transact(tx => tx.insertInto('users').values(row).returning('key').executeTakeFirstOrThrow())
  const unknown = { picture: null, profile: null, platformAccount: null }
  const by = { kind: 'session', id: `session-${username}` } as const
  return { key: key!, id: row.id, username, name: row.name, ...unknown, by }
}
