import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds paid placements, names of staff, and the last answers of other services. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table placements (
    id ${rowNumber},
    kind text not null,
    subject ${word} not null,
    weight integer not null,
    starts_at_ms ${int8} not null,
    ends_at_ms ${int8},
    name text not null,
    description text not null,
    image_url text not null,
    url text not null
  ) ${table}`.execute(tx)
  await sql`create index placements_by_end on placements (ends_at_ms)`.execute(tx)
  await sql`create table staff (
    name ${word} primary key not null,
    at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create table kept_answers (
    name ${word} primary key not null,
    variant text not null,
    not_before_ms ${int8} not null,
    fetched_at_ms ${int8},
    value text
  ) ${keyedTable}`.execute(tx)
}
