import { openCatalog } from './catalog.ts'
import { type Command, EXIT } from './command.ts'
import { formatCount, write } from './terminal.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database schema up to date (every other command does so too)',
  places: [],
  options: { json: { help: 'print the result as one JSON object' } },
  details: 'Changes only go forward; make a backup first when you may want to go back to an older version.',
  async run({ options, config, terminal }) {
    await using catalog = await openCatalog(config)
    const { indexed, active } = await catalog.store.countRows()
    const { engine } = catalog.db
    const text = options.json
      ? JSON.stringify({ engine, indexed, active })
      : `The schema is up to date (${engine}); the catalog holds ${formatCount(indexed)} avatars.`
    await write(terminal.stdout, `${text}\n`)
    return EXIT.ok
  },
}
