import { MIGRATIONS } from '../../migrations/all.ts'
import { planPending } from '../platform/db/planned.ts'
import type { CliCommand } from './command.ts'
import {
  asCommandError,
  type CommandContext,
  type DatabaseDeps,
  print,
  type Result,
  runOnDatabase,
} from './context.ts'
import { quantity } from './terminal.ts'

interface MigrateOptions {
  dryRun?: true
  json?: true
}

export function addMigrate(program: CliCommand): void {
  const { context } = program
  program
    .command('migrate')
    .summary('Migrate the database schema (every other command does so too)')
    .description(
      'Migrations cannot be undone; make a backup first when you may want to return to an older version.',
    )
    .option('--dry-run', 'only list the pending migrations with their statements; nothing is changed')
    .jsonOption()
    .action((options: MigrateOptions) =>
      options.dryRun ? plan(options, context) : runOnDatabase(context, options, countRows),
    )
}

async function countRows({ db: { engine }, store }: DatabaseDeps): Promise<Result> {
  const { indexed, active } = await store.countRows()
  return {
    json: { engine, indexed, active },
    text: `The schema is up to date (${engine}); the catalog holds ${quantity(indexed, 'avatar')}.`,
  }
}

async function plan(options: MigrateOptions, { terminal, config }: CommandContext): Promise<void> {
  const json = await planPending(config().data.databaseUrl, MIGRATIONS).catch(asCommandError)
  const text = json.pending.map(({ name, statements }) =>
    [name, ...statements.map(statement => `  ${statement}`)].join('\n'),
  )
  await print(terminal, options, { json, text: text.join('\n') || 'No migration is due.' })
}
