import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds a hash of a blocked application's owner, set when that owner deletes the account. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { word } = columnTypes(engine)
  await sql`alter table oauth_applications add column owner_hash ${word}`.execute(tx)
}
