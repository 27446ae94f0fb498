import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'

/** Makes PostgreSQL notify the channel `avatary_changes` of every commit that appends to the change log. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  await sql`create function notify_of_changes() returns trigger language plpgsql as $$
    begin
      perform pg_notify('avatary_changes', '');
      return null;
    end $$`.execute(tx)
  await sql`create trigger notify_of_changes after insert on changes
    for each statement execute function notify_of_changes()`.execute(tx)
}
