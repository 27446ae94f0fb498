import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** The owner of a blocked application, who deleted the account, as a hash; null for the others. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { word } = columnTypes(engine)
  await sql`alter table oauth_applications add column owner_hash ${word}`.execute(tx)
}
