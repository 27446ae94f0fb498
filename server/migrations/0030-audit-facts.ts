import { sql, type Transaction } from 'kysely'

/** The detail of an act as JSON; null where an operator wrote it, and for acts before. */
export async function up(tx: Transaction<unknown>): Promise<void> {
  await sql`alter table audit add column facts text`.execute(tx)
}
