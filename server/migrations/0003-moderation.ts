import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Blocks, opt-outs, reports, and the audit log of moderation. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create index avatars_by_author on avatars (author_id)`.execute(tx)
  await sql`create table blocks (
    subject ${word} primary key not null,
    kind text not null,
    reason text not null,
    at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create table opt_outs (
    author_id ${word} primary key not null,
    at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create table reports (
    id ${rowNumber},
    avatar_id ${word} not null,
    reason text not null,
    text text not null,
    at_ms ${int8} not null,
    closed_at_ms ${int8}
  ) ${table}`.execute(tx)
  await sql`create index reports_by_avatar on reports (avatar_id)`.execute(tx)
  await sql`create table audit (
    id ${rowNumber},
    at_ms ${int8} not null,
    actor text not null,
    action text not null,
    subject text not null,
    detail text not null
  ) ${table}`.execute(tx)
}
