import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/**
 * Adds takeovers: a person proved to own a Discord account that is connected to another account here, and has yet to
 * confirm.
 */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8, word, keyedTable } = columnTypes(engine)
  await sql`create table discord_takeovers (
    session_id ${word} primary key not null,
    person_key ${int8} not null,
    discord_id ${word} not null,
    username text not null,
    avatar text,
    sealed_grant text not null,
    until_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
}
