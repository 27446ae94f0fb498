import type { CliCommand } from './command.ts'
import { formatCount } from './terminal.ts'

export function addMigrate(program: CliCommand): void {
  program
    .command('migrate')
    .summary('Bring the database schema up to date (every other command does so too)')
    .description(
      'Changes only go forward; make a backup first when you may want to go back to an older version.',
    )
    .work(() => async ({ db: { engine }, store }) => {
      const { indexed, active } = await store.countRows()
      return {
        json: { engine, indexed, active },
        text: `The schema is up to date (${engine}); the catalog holds ${formatCount(indexed)} avatars.`,
      }
    })
}
