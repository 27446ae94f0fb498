import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds the avatars of each batch of submissions, by ticket. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8, word, keyedTable } = columnTypes(engine)
  await sql`create table submission_tickets (
    ticket ${word} primary key not null,
    submitted_at_ms ${int8} not null,
    items ${word} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index submission_tickets_by_age on submission_tickets (submitted_at_ms)`.execute(tx)
}
