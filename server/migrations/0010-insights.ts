import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds the counts of each avatar before the recent days, and the log of changed days. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, table, keyedTable } = columnTypes(engine)
  const bytes = engine === 'sqlite' ? sql`blob` : sql`bytea`
  await sql`create table avatar_histories (
    avatar_key ${int8} primary key not null references avatars (key),
    history ${bytes} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create table activity_log (
    seq ${rowNumber},
    day integer not null,
    avatar_keys ${bytes} not null,
    at_ms ${int8} not null
  ) ${table}`.execute(tx)
}
