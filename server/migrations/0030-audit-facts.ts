import { sql, type Transaction } from 'kysely'

/** Adds the details of an act as JSON; null where an operator wrote text, and for earlier acts. */
export async function up(tx: Transaction<unknown>): Promise<void> {
  await sql`alter table audit add column facts text`.execute(tx)
}
