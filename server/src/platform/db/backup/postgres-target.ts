import { sql, type Transaction } from 'kysely'
import { type Migration, migrationsNamed } from '../migrate.ts'
import { schemaAfter, type TableSchema } from '../schema.ts'
import type { AllTables } from './fill.ts'

export interface ClearOptions {
  readonly migrations: readonly Migration[]
  /** True drops tables that have rows. */
  readonly isReplacing: boolean
}

/**
 * Drops our tables, and what belongs to them, inside the transaction that creates them again. Tables of other programs
 * stay.
 * @throws NewerDatabaseError when the database has tables that this program does not know.
 */
export async function clearPostgres(
  tx: Transaction<AllTables>,
  { migrations, isReplacing }: ClearOptions,
): Promise<'cleared' | 'in_use' | 'not_empty'> {
  const otherSessions = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'avatary' and pid <> pg_backend_pid()`.execute(
    tx,
  )
  if (otherSessions.rows.length > 0) return 'in_use'
  const migrationsTable = await sql`select 1 where to_regclass('migrations') is not null`.execute(tx)
  if (migrationsTable.rows.length === 0) return 'cleared'
  const migrationRows = await sql<{ name: string }>`select name from migrations`.execute(tx)
  const names = migrationRows.rows.map(({ name }) => name)
  const tables = await schemaAfter(migrationsNamed(names, migrations))
  if (!isReplacing && !(await isEmpty(tx, tables))) return 'not_empty'
  await drop(
    tx,
    tables.map(({ name }) => name),
  )
  return 'cleared'
}

/** A database that lacks one of its tables is damaged, not empty: somebody may want its other rows. */
async function isEmpty(tx: Transaction<AllTables>, tables: readonly TableSchema[]): Promise<boolean> {
  for (const { name, isSeeded } of tables) {
    const table = await sql`select 1 where to_regclass(${name}) is not null`.execute(tx)
    if (table.rows.length === 0) return false
    if (isSeeded) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}

async function drop(tx: Transaction<AllTables>, tables: readonly string[]): Promise<void> {
  const functions = await sql<{ name: string }>`
    select distinct p.proname as name from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${tables})`.execute(tx)
  for (const name of [...tables, 'migrations'])
    await sql`drop table if exists ${sql.table(name)} cascade`.execute(tx)
  for (const { name } of functions.rows) await sql`drop function ${sql.ref(name)}()`.execute(tx)
}
