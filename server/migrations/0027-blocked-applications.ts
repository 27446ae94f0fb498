import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds when an operator blocked an application; null when it is not blocked. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { int8 } = columnTypes(engine)
  await sql`alter table oauth_applications add column blocked_at_ms ${int8}`.execute(tx)
}
