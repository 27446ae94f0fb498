import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds the audiences of avatars in coarse groups, and the sums of the whole catalog by day. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  const bytes = engine === 'sqlite' ? sql`blob` : sql`bytea`
  await sql`create table site_days (
    day integer primary key not null,
    views ${int8} not null,
    impressions ${int8} not null,
    outbound ${int8} not null,
    wears ${int8} not null,
    likes ${int8} not null,
    favorites ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`insert into site_days
    select day, sum(views), sum(impressions), sum(outbound), sum(wears), sum(likes), sum(favorites)
    from avatar_days group by day`.execute(tx)
  await sql`create table tracking_writers (
    id ${rowNumber},
    last_flush ${int8} not null,
    at_ms ${int8} not null
  ) ${table}`.execute(tx)
  await sql`create table audience_cells (
    day integer not null,
    avatar_key ${int8} not null,
    cell integer not null,
    term ${word} not null,
    views integer not null,
    outbound integer not null,
    primary key (day, avatar_key, cell, term)
  ) ${keyedTable}`.execute(tx)
  await sql`create table audience_days (
    day integer not null,
    avatar_key ${int8} not null,
    cells ${bytes} not null,
    primary key (day, avatar_key)
  ) ${keyedTable}`.execute(tx)
  await sql`create table audience_months (
    avatar_key ${int8} not null,
    month integer not null,
    cells ${bytes} not null,
    primary key (avatar_key, month)
  ) ${keyedTable}`.execute(tx)
}
