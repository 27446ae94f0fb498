import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { type ColumnTypes, columnTypes } from './types.ts'

/** The catalog, its counters, and the log of its changes. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  for (const statement of tables(columnTypes(engine))) await statement.execute(tx)
  await sql`insert into meta (name, value) values ('database_id', ${randomUUID()})`.execute(tx)
}

function tables({ rowNumber, int8, word, table, keyedTable }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table meta (name ${word} primary key not null, value text not null) ${keyedTable}`,
    sql`create table avatars (
      key ${rowNumber},
      id ${word} not null unique,
      name text not null,
      description text not null,
      author_id text not null,
      author_name text not null,
      image_url text not null,
      tags text not null,
      ai_tags text not null,
      ai_tags_version integer not null,
      platforms integer not null,
      performance integer not null,
      is_active integer not null,
      is_unlisted integer not null,
      is_blocked integer not null,
      is_opted_out integer not null,
      created_at_ms ${int8},
      updated_at_ms ${int8},
      added_at_ms ${int8} not null,
      verified_at_ms ${int8}
    ) ${table}`,
    sql`create index avatars_by_added_at on avatars (added_at_ms, key)`,
    sql`create index avatars_by_ai_tags_version on avatars (ai_tags_version)`,
    sql`create table avatar_counters (
      avatar_key ${int8} primary key references avatars (key),
      views ${int8} not null,
      likes ${int8} not null
    ) ${table}`,
    sql`create table avatar_days (
      day integer not null,
      avatar_key ${int8} not null references avatars (key),
      views integer not null,
      impressions integer not null,
      outbound integer not null,
      wears integer not null,
      likes integer not null,
      favorites integer not null,
      primary key (day, avatar_key)
    ) ${keyedTable}`,
    sql`create table search_term_days (
      day integer not null,
      term ${word} not null,
      searches integer not null,
      primary key (day, term)
    ) ${keyedTable}`,
    sql`create table creators (
      author_id ${word} primary key not null,
      vrcl_url text,
      checked_at_ms ${int8} not null
    ) ${keyedTable}`,
    sql`create table changes (
      seq ${rowNumber},
      kind text not null,
      avatar_key ${int8} not null,
      at_ms ${int8} not null
    ) ${table}`,
  ]
}
