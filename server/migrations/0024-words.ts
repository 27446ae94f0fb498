import { sql, type Transaction } from 'kysely'

/** Renames tables and columns to the words of the glossary in CONTRIBUTING.md. */
export async function up(tx: Transaction<unknown>): Promise<void> {
  await sql`alter table discord_departures rename to discord_revocations`.execute(tx)
  await sql`drop index discord_departures_by_discord_id`.execute(tx)
  await sql`create index discord_revocations_by_discord_id on discord_revocations (discord_id)`.execute(tx)
  await sql`alter table platform_grants rename to begun_lookups`.execute(tx)
  await sql`drop index platform_grants_by_time`.execute(tx)
  await sql`create index begun_lookups_by_time on begun_lookups (at_ms)`.execute(tx)
  await sql`alter table lookups rename column grant_id to lease_id`.execute(tx)
  await sql`alter table changes rename column unheld_id to unknown_id`.execute(tx)
  for (const table of ['lookups', 'discord_connections', 'discord_revocations'])
    await sql`alter table ${sql.table(table)} rename column tries to attempts`.execute(tx)
}
