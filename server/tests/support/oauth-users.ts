import { sql } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'
import type { Person } from '../../src/kernel/person.ts'

/** Somebody's row, as signing in makes it, with a key that the test chose. */
export async function insertUser(db: Database, { key, id, username, name }: Person): Promise<void> {
  await db.tables<object>().transact(async tx => {
    await sql`insert into users (key, id, username, name, token_until_ms, created_at_ms, seen_at_ms,
      profile_checked_at_ms, profile_asked_at_ms)
      values (${key}, ${id}, ${username}, ${name}, 0, 0, 0, 0, 0)`.execute(tx)
  })
}
