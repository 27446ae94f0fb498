import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds positions for a person's own order of favorites, and removed favorites that can be restored. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8, word, keyedTable } = columnTypes(engine)
  await sql`alter table favorites add column place ${int8}`.execute(tx)
  await sql`create table removed_favorites (
    user_key ${int8} not null,
    avatar_key ${int8} not null references avatars (key),
    group_id ${word},
    saved_at_ms ${int8} not null,
    day integer not null,
    place ${int8},
    removed_at_ms ${int8} not null,
    primary key (user_key, avatar_key)
  ) ${keyedTable}`.execute(tx)
  await sql`create index removed_favorites_by_time on removed_favorites (removed_at_ms)`.execute(tx)
}
