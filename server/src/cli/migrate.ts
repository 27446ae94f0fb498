import type { CliCommand } from './command.ts'
import { formatCount } from './terminal.ts'

export function addMigrate(program: CliCommand): void {
  program
    .command('migrate')
    .summary('Migrate the database schema (every other command does so too)')
    .description(
      'Migrations cannot be undone; make a backup first when you may want to return to an older version.',
    )
    .onDatabase(() => async ({ db: { engine }, store }) => {
      const { indexed, active } = await store.countRows()
      return {
        json: { engine, indexed, active },
        text: `The schema is up to date (${engine}); the catalog holds ${formatCount(indexed)} avatars.`,
      }
    })
}
