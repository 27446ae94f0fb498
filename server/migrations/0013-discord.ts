import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds connected Discord accounts, grants that are still to be revoked, and settings of servers. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table discord_states (
    state ${word} primary key not null,
    session_id ${word} not null,
    return_to text not null,
    until_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create table discord_connections (
    person_key ${int8} primary key not null,
    discord_id ${word} not null unique,
    username text not null,
    avatar text,
    sealed_grant text not null,
    checked text,
    synced_at_ms ${int8},
    due_at_ms ${int8} not null,
    tries integer not null,
    lease_until_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index discord_connections_by_due on discord_connections (due_at_ms)`.execute(tx)
  await sql`create table discord_departures (
    id ${rowNumber},
    discord_id ${word} not null,
    sealed_grant text not null,
    is_role_cleared integer not null,
    due_at_ms ${int8} not null,
    tries integer not null,
    lease_until_ms ${int8} not null
  ) ${table}`.execute(tx)
  await sql`create index discord_departures_by_discord_id on discord_departures (discord_id)`.execute(tx)
  await sql`create table discord_servers (
    guild_id ${word} primary key not null,
    is_enabled integer not null,
    is_private integer not null,
    channel_id ${word},
    has_feed integer not null,
    feed_after_ms ${int8} not null,
    feed_due_at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
}
