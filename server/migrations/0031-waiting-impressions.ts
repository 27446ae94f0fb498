import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds the impressions that are written but not yet added to the days of their avatars. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, table } = columnTypes(engine)
  const bytes = engine === 'sqlite' ? sql`blob` : sql`bytea`
  await sql`create table waiting_impressions (
    id ${rowNumber},
    part integer not null,
    day integer not null,
    impressions ${bytes} not null
  ) ${table}`.execute(tx)
}
