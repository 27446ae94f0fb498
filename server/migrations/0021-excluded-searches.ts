import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds terms that operators exclude from popular searches. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8, word, keyedTable } = columnTypes(engine)
  await sql`create table excluded_searches (
    words ${word} primary key not null,
    at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
}
