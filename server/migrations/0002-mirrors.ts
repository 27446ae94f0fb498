import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds mirrored instances, and which avatars came from them. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table mirrors (
    id ${rowNumber},
    url ${word} not null unique,
    change_cursor ${int8},
    copy integer not null,
    copy_offset ${int8}
  ) ${table}`.execute(tx)
  await sql`create table mirror_avatars (
    mirror_id ${int8} not null references mirrors (id),
    avatar_id ${word} not null,
    copy integer not null,
    is_origin integer not null,
    primary key (mirror_id, avatar_id)
  ) ${keyedTable}`.execute(tx)
}
