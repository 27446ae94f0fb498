import { MIGRATIONS } from '../../migrations/all.ts'
import { planPendingMigrations } from '../platform/db/plan-migrations.ts'
import type { CliCommand } from './command.ts'
import { asCommandError, type CommandContext, type Result, runOnDatabase } from './context.ts'
import { quantity } from './terminal.ts'

export function addMigrate(program: CliCommand): void {
  const { context } = program
  program
    .command('migrate')
    .summary('Migrate the database schema (so do commands on the catalog, and the server)')
    .description(
      'Migrations cannot be undone; make a backup first when you may want to return to an older version.',
    )
    .option('--dry-run', 'only list the pending migrations with their statements; nothing is changed')
    .resultAction(({ dryRun }: { dryRun?: true }) => (dryRun ? plan(context) : migrate(context)))
}

/** Opening the database migrates it, so this only says what it holds. */
function migrate(context: CommandContext): Promise<Result> {
  return runOnDatabase(context, async ({ db: { engine }, store }) => {
    const { indexed, active } = await store.countRows()
    const text = `The schema is up to date (${engine}); the catalog holds ${quantity(indexed, 'avatar')}.`
    return { json: { engine, indexed, active }, text }
  })
}

async function plan({ config }: CommandContext): Promise<Result> {
  const json = await planPendingMigrations(config().data.databaseUrl, MIGRATIONS).catch(
    asCommandError('opened'),
  )
  const text = json.pending.map(({ name, statements }) =>
    [name, ...statements.map(statement => `  ${statement}`)].join('\n'),
  )
  return { json, text: text.join('\n') || 'No migration is due.' }
}
