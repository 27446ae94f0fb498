import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** What was counted of each avatar before the last days, and which avatars' days changed when. */
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
