import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds the queue of lookups on the platform, the outcomes of submissions, and the budget of lookups. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table lookups (
    avatar_id ${word} primary key not null,
    priority integer not null,
    place ${int8} not null,
    queued_at_ms ${int8} not null,
    tries integer not null,
    due_at_ms ${int8} not null,
    grant_id ${int8},
    lease_until_ms ${int8}
  ) ${keyedTable}`.execute(tx)
  await sql`create unique index lookups_by_place on lookups (priority, place)`.execute(tx)
  await sql`create table submissions (
    avatar_id ${word} primary key not null,
    state text not null,
    reason text,
    decided_at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index submissions_by_decision on submissions (decided_at_ms)`.execute(tx)
  await sql`create table platform_budget (
    name ${word} primary key not null,
    next_at_ms ${int8} not null,
    rest_until_ms ${int8} not null,
    rest_reason text,
    failures integer not null,
    account text
  ) ${keyedTable}`.execute(tx)
  await sql`insert into platform_budget (name, next_at_ms, rest_until_ms, failures) values ('platform', 0, 0, 0)`.execute(
    tx,
  )
  await sql`create table platform_grants (
    id ${rowNumber},
    at_ms ${int8} not null,
    is_decided integer
  ) ${table}`.execute(tx)
  await sql`create index platform_grants_by_time on platform_grants (at_ms)`.execute(tx)
  await sql`create index avatars_by_verification on avatars (coalesce(verified_at_ms, 0), key) where is_active = 1`.execute(
    tx,
  )
}
