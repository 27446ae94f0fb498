import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds settings, saved avatars in groups, likes and personal keys. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table account_settings (
    user_key ${int8} primary key not null,
    settings text not null
  ) ${keyedTable}`.execute(tx)
  await sql`create table favorite_groups (
    number ${rowNumber},
    id ${word} not null unique,
    user_key ${int8} not null,
    name text not null,
    name_key ${word} not null,
    icon text not null,
    unique (user_key, name_key)
  ) ${table}`.execute(tx)
  await sql`create table favorites (
    user_key ${int8} not null,
    avatar_key ${int8} not null references avatars (key),
    group_id ${word},
    saved_at_ms ${int8} not null,
    day integer not null,
    primary key (user_key, avatar_key)
  ) ${keyedTable}`.execute(tx)
  await sql`create index favorites_by_time on favorites (user_key, saved_at_ms)`.execute(tx)
  await sql`create table likes (
    user_key ${int8} not null,
    avatar_key ${int8} not null references avatars (key),
    liked_at_ms ${int8} not null,
    day integer not null,
    primary key (user_key, avatar_key)
  ) ${keyedTable}`.execute(tx)
  await sql`create table personal_keys (
    number ${rowNumber},
    id ${word} not null unique,
    user_key ${int8} not null,
    hash ${word} not null unique,
    name text not null,
    created_at_ms ${int8} not null,
    last_used_day integer
  ) ${table}`.execute(tx)
  await sql`create index personal_keys_by_user on personal_keys (user_key)`.execute(tx)
}
