import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Lets the log of changes tell of avatars that the catalog does not hold: those that are blocked by their id alone. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { word } = columnTypes(engine)
  await sql`alter table changes add column unheld_id ${word}`.execute(tx)
}
