import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Lets the change log name avatars that the catalog does not hold, which can be blocked by their id. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { word } = columnTypes(engine)
  await sql`alter table changes add column unheld_id ${word}`.execute(tx)
}
