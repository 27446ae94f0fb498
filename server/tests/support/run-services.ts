import { shareServices } from './environment.ts'
import { makeMigratedSqlite } from './migrated.ts'
import { hasPostgres, startPostgresWithTemplate } from './postgres.ts'
import { tempFolder } from './temp-folder.ts'

/** Starts what all test files of one run share (`node --test-global-setup`); it ends with the run. */
export async function globalSetup(): Promise<void> {
  const [migratedSqlite, cluster] = await Promise.all([
    makeMigratedSqlite(),
    hasPostgres ? startPostgresWithTemplate() : null,
  ])
  shareServices({
    demoFolder: tempFolder('demo').path,
    migratedSqlite,
    postgresFolder: cluster?.folder ?? null,
  })
}
