import { type Resealed, resealAll } from '../composition/reseal.ts'
import { openSealers } from '../composition/sealers.ts'
import { systemClock } from '../platform/clock.ts'
import { openCatalog } from './catalog.ts'
import { type Command, EXIT } from './command.ts'
import { formatTable } from './table.ts'
import { formatCount, write } from './terminal.ts'

export const resealCommand: Command = {
  name: 'reseal',
  summary: 'Seal stored grants and tokens again with SECRET_KEY, after it was changed',
  places: [],
  options: { json: { help: 'print the result as one JSON object' } },
  details: `What older keys sealed opens with OLD_SECRET_KEYS. Restart every process with both settings first: one that does
not know the new key cannot open what is sealed here. Then run this until nothing is left; it may be broken off, and the
server runs meanwhile. Afterwards OLD_SECRET_KEYS can go.

Exit code 1 says that something is left: in use at that moment, or sealed with a key that was not given.`,
  async run({ options, config, terminal }) {
    const sealerFor = await openSealers(config.data)
    await using catalog = await openCatalog(config)
    const tables = await resealAll({ db: catalog.db, clock: systemClock, sealerFor })
    const left = tables.reduce((sum, { busy, unreadable }) => sum + busy + unreadable, 0)
    const text = options.json ? JSON.stringify({ left, tables }) : asText(tables, left)
    await write(terminal.stdout, `${text}\n`)
    return left === 0 ? EXIT.ok : EXIT.failure
  },
}

function asText(tables: readonly Resealed[], left: number): string {
  const rows = tables.map(({ name, resealed, current, busy, unreadable }) => [
    name,
    ...[resealed, current, busy, unreadable].map(formatCount),
  ])
  const table = formatTable(['WHAT', 'SEALED AGAIN', 'WAS CURRENT', 'IN USE', 'UNREADABLE'], rows)
  const end =
    left === 0
      ? 'Everything is sealed with SECRET_KEY: OLD_SECRET_KEYS can go.'
      : 'Something is left: run this again for what is in use, and add its key to OLD_SECRET_KEYS for what is unreadable.'
  return `${table.trimEnd()}\n\n${end}`
}
