import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from '../../../server/migrations/all.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import { migrate } from '../../../server/src/platform/db/migrate.ts'
import { catalogFolder } from '../http/catalog-folder.ts'
import { activityOf, COLUMNS } from './activity.ts'

const root = resolve(import.meta.dirname, '../../..')
const DAY_MS = 86_400_000

export interface ActiveCatalog {
  /** A data folder that contains only the database. */
  folder: string
  /** The UTC day on which it was created, in days since 1970; activity ends on it. */
  today: number
}

/**
 * Copies the synthetic catalog and adds activity, once per UTC day; cached in `bench/.cache`.
 * @param active number of avatars with activity.
 */
export async function activeCatalogFolder(
  size: number,
  active: number,
  days: number,
): Promise<ActiveCatalog> {
  const folder = join(root, 'bench/.cache', `insights-${size}-${active}-${days}`)
  const completeMarker = join(folder, 'complete')
  const today = Math.floor(Date.now() / DAY_MS)
  if (existsSync(join(folder, `today-${today}`)) && existsSync(completeMarker)) return { folder, today }
  const source = await catalogFolder(size)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'avatary.sqlite')
  const original = new DatabaseSync(join(source, 'avatary.sqlite'), { readOnly: true })
  await backup(original, path)
  original.close()
  await migrateFile(path)
  writeActivity(path, { size, active, days, today })
  await writeFile(join(folder, `today-${today}`), '')
  await writeFile(completeMarker, '')
  return { folder, today }
}

async function migrateFile(path: string): Promise<void> {
  await using db = await openDatabase(path, { synchronous: 'off' })
  await migrate(db, MIGRATIONS, Date.now())
}

/** Writes the rows that `saveCounters` would write, ordered by day, so that every insert appends. */
function writeActivity(
  path: string,
  { size, active, days, today }: { size: number; active: number; days: number; today: number },
): void {
  console.error(`Writing the activity of ${active} avatars in ${days} days …`)
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = off; pragma synchronous = off; begin')
  db.exec(
    'delete from avatar_days; delete from site_days; delete from avatar_counters; delete from activity_log',
  )
  const placeholders = '?, '.repeat(COLUMNS.length + 1)
  const add = db.prepare(
    `insert into avatar_days (day, ${COLUMNS.join(', ')}, avatar_key) values (${placeholders}?)`,
  )
  const keys = db
    .prepare('select key from avatars order by key')
    .all()
    .filter((_, place) => place % Math.floor(size / active) === 0)
    .map(({ key }) => Number(key))
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo--) {
    for (let place = 0; place < Math.min(active, keys.length); place++) {
      const counts = activityOf(place, daysAgo, active)
      if (counts !== null) add.run(today - daysAgo, ...counts, keys[place]!)
    }
  }
  const sums = COLUMNS.map(column => `sum(${column})`).join(', ')
  db.exec(
    `insert into site_days (day, ${COLUMNS.join(', ')}) select day, ${sums} from avatar_days group by day`,
  )
  db.exec(
    'insert into avatar_counters (avatar_key, views, likes) select avatar_key, sum(views), max(0, sum(likes)) from avatar_days group by avatar_key',
  )
  db.exec(
    "insert into changes (kind, avatar_key, at_ms) select 'counts', avatar_key, unixepoch() * 1000 from avatar_counters order by avatar_key",
  )
  db.exec('commit; pragma wal_checkpoint(truncate)')
  db.close()
}
