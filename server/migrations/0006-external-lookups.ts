import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds terms about which the external index was asked, when, and until when the answer is valid. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8, word, keyedTable } = columnTypes(engine)
  await sql`create table external_lookups (
    question ${word} primary key not null,
    begins_at_ms ${int8} not null,
    holds_until_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index external_lookups_by_begin on external_lookups (begins_at_ms)`.execute(tx)
  await sql`create index external_lookups_by_end on external_lookups (holds_until_ms)`.execute(tx)
}
