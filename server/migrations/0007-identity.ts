import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds people as the community site describes them, their sessions, and completed sign-ins. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table users (
    key ${rowNumber},
    id ${word} not null unique,
    username text not null,
    name text not null,
    picture text,
    profile text,
    email text,
    platform_account_id ${word},
    platform_account_name text,
    sealed_token text,
    token_until_ms ${int8} not null,
    created_at_ms ${int8} not null,
    seen_at_ms ${int8} not null,
    profile_checked_at_ms ${int8} not null,
    profile_asked_at_ms ${int8} not null
  ) ${table}`.execute(tx)
  await sql`create index users_by_platform_account on users (platform_account_id)`.execute(tx)
  await sql`create table sessions (
    hash ${word} primary key not null,
    id ${word} not null unique,
    user_key ${int8} not null,
    device text not null,
    created_at_ms ${int8} not null,
    seen_at_ms ${int8} not null,
    until_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index sessions_by_user on sessions (user_key)`.execute(tx)
  await sql`create index sessions_by_end on sessions (until_ms)`.execute(tx)
  await sql`create table ended_sign_ins (
    id ${word} primary key not null,
    until_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
}
