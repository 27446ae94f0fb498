import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Engine } from '../../kernel/database.ts'
import { openRowSource } from './backup/open-row-source.ts'
import { SqliteCompiler } from './dialect.ts'
import { type Migration, pendingMigrations } from './migrate.ts'

export interface PlannedMigration {
  readonly name: string
  /** The statements that run when no table has a row. */
  readonly statements: readonly string[]
}

/** Lists the migrations that are due in the database at an address, which need not exist. Changes nothing. */
export async function planPendingMigrations(
  url: string,
  migrations: readonly Migration[],
): Promise<{ engine: Engine; pending: PlannedMigration[] }> {
  await using source = await openRowSource(url)
  const engine = source?.engine ?? 'sqlite'
  const migrationsToRun = pendingMigrations((await source?.migrations()) ?? [], migrations)
  return { engine, pending: await planMigrations(migrationsToRun, engine) }
}

/** Runs migrations against a driver without a database and records their statements. */
export async function planMigrations(
  migrations: readonly Migration[],
  engine: Engine,
): Promise<PlannedMigration[]> {
  const plannedMigrations: PlannedMigration[] = []
  for (const { name, up } of migrations) {
    const statements: string[] = []
    const kysely = new Kysely<unknown>({
      dialect: DIALECTS[engine],
      log: ({ query }) => {
        statements.push(query.sql.replace(/\s+/g, ' ').trim())
      },
    })
    await kysely.transaction().execute(tx => up(tx, engine))
    plannedMigrations.push({ name, statements })
  }
  return plannedMigrations
}

const DIALECTS: Record<Engine, Dialect> = {
  sqlite: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
  },
  postgres: {
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: kysely => new PostgresIntrospector(kysely),
  },
}
