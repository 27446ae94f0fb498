import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

/** Adds applications that sign people in, what each person allowed them, and their codes and tokens. */
export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { rowNumber, int8, word, table, keyedTable } = columnTypes(engine)
  await sql`create table oauth_applications (
    client_id ${word} primary key not null,
    owner_key ${int8} references users (key) on delete cascade,
    name text not null,
    site_url text,
    redirect_uris text not null,
    secret_hash text,
    created_at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index oauth_applications_by_owner on oauth_applications (owner_key)`.execute(tx)
  await sql`create table oauth_grants (
    id ${rowNumber},
    person_key ${int8} not null references users (key) on delete cascade,
    client_id ${word} not null references oauth_applications (client_id) on delete cascade,
    scopes text not null,
    granted_at_ms ${int8} not null,
    used_at_ms ${int8} not null,
    unique (person_key, client_id)
  ) ${table}`.execute(tx)
  await sql`create index oauth_grants_by_client on oauth_grants (client_id)`.execute(tx)
  await sql`create table oauth_records (
    id_hash ${word} primary key not null,
    kind text not null,
    parent_hash ${word} references oauth_records (id_hash) on delete cascade,
    grant_id ${int8} references oauth_grants (id) on delete cascade,
    person_key ${int8} references users (key) on delete cascade,
    payload text not null,
    used_at_ms ${int8},
    expires_at_ms ${int8} not null
  ) ${keyedTable}`.execute(tx)
  await sql`create index oauth_records_by_parent on oauth_records (parent_hash)`.execute(tx)
  await sql`create index oauth_records_by_grant on oauth_records (grant_id)`.execute(tx)
  await sql`create index oauth_records_by_person on oauth_records (person_key)`.execute(tx)
  await sql`create index oauth_records_by_expiry on oauth_records (expires_at_ms)`.execute(tx)
}
