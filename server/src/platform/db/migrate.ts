import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Engine } from '../../kernel/database.ts'
import { ExpectedError } from '../../kernel/expected-error.ts'

/** One step of the schema (see `server/migrations`). A released migration is never edited. */
export interface Migration {
  /** Four digits and a name, such as `0001-catalog`. */
  readonly name: string
  readonly up: (tx: Transaction<unknown>, engine: Engine) => Promise<void>
}

export class NewerDatabaseError extends ExpectedError {
  constructor(unknownNames: readonly string[]) {
    super(
      `The database is newer than this program: it has the migrations ${unknownNames.join(', ')}, which are unknown here. ` +
        'Run the newer version, or restore a backup made before the upgrade.',
    )
  }
}

export interface MigrationTables {
  migrations: { name: string; applied_at_ms: number }
}

/**
 * Brings the schema up to date in one transaction, for which other processes wait.
 * @returns the names of the migrations that were applied.
 * @throws NewerDatabaseError when the database has migrations that the program does not know.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<string[]> {
  const { engine } = database
  const { dialect, transact } = database.tables<MigrationTables>()
  const apply = (): Promise<string[]> =>
    transact(async tx => {
      await dialect.lock(tx, 'migrations')
      if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(tx)
      return await migrateInTransaction(tx, { engine, migrations, nowMs })
    })
  return await database.withoutDeadline(apply)
}

/** Like `migrate`, but inside the caller's transaction, which holds the lock `migrations`. */
export async function migrateInTransaction(
  tx: Transaction<MigrationTables>,
  { engine, migrations, nowMs }: { engine: Engine; migrations: readonly Migration[]; nowMs: number },
): Promise<string[]> {
  const migrationsToRun = pendingMigrations(await namesOfApplied(tx), migrations)
  for (const { name, up } of migrationsToRun) {
    await up(tx as unknown as Transaction<unknown>, engine)
    await tx.insertInto('migrations').values({ name, applied_at_ms: nowMs }).execute()
  }
  return migrationsToRun.map(({ name }) => name)
}

/** Creates the table of migrations, too, in a new database. */
async function namesOfApplied(tx: Kysely<MigrationTables>): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at_ms bigint not null)`.execute(
    tx,
  )
  const rows = await tx.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/**
 * The migrations that are not applied yet, in order.
 * @throws NewerDatabaseError when an applied one is not known.
 */
export function pendingMigrations(
  appliedNames: readonly string[],
  migrations: readonly Migration[],
): Migration[] {
  const appliedMigrations = migrationsNamed(appliedNames, migrations)
  return migrations.filter(migration => !appliedMigrations.includes(migration))
}

/**
 * The migrations with these names, in order.
 * @throws NewerDatabaseError when one of the names is not known.
 */
export function migrationsNamed(names: readonly string[], migrations: readonly Migration[]): Migration[] {
  const unknownNames = names.filter(name => !migrations.some(migration => migration.name === name))
  if (unknownNames.length > 0) throw new NewerDatabaseError(unknownNames)
  return migrations.filter(({ name }) => names.includes(name))
}
