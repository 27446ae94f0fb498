import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/**
 * Adds scopes of personal keys, separated by spaces, and their expiry. Existing keys have all scopes and do not expire.
 */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8 } = columnTypes(engine)
  await sql`alter table personal_keys add column scopes text not null default 'read write'`.execute(tx)
  await sql`alter table personal_keys add column expires_at_ms ${int8}`.execute(tx)
}
