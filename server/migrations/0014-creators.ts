import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds when to ask the community site for whose profile, and up to which row authors have been collected. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8 } = columnTypes(engine)
  await sql`alter table creators add column urgency integer not null default 0`.execute(tx)
  await sql`alter table creators add column due_at_ms ${int8} not null default 0`.execute(tx)
  await sql`create index creators_by_due on creators (urgency, due_at_ms)`.execute(tx)
  await sql`create table creator_walk (
    id integer primary key not null,
    ask_at_ms ${int8} not null,
    walked_to ${int8} not null,
    began_at_ms ${int8} not null
  )`.execute(tx)
  await sql`insert into creator_walk (id, ask_at_ms, walked_to, began_at_ms) values (1, 0, 0, 0)`.execute(tx)
}
