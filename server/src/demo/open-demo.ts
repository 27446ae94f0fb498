import { existsSync } from 'node:fs'
import { DEMO_COLLECTOR, demoPeople } from '../../../sim/src/community/people.ts'
import { createDemoCatalog, type DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { catalogStore, openMigratedDatabase } from '../composition/database.ts'
import type { Config } from '../config/config.ts'
import { demoData, demoFile } from '../config/demo-data.ts'
import { chunks } from '../kernel/chunks.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { removeDatabase } from '../platform/db/backup/sqlite-target.ts'
import { isDamaged } from '../platform/db/sqlite-check.ts'
import { makeFileOnce } from '../platform/files/make-file-once.ts'
import { loadDemoApplications } from './applications.ts'
import { DEMO_COLLECTORS, loadDemoCollection } from './collection.ts'
import type { FillDeps } from './deps.ts'
import { demoHistory } from './history.ts'
import { loadDemoKeys } from './keys.ts'
import { loadDemoModeration } from './moderation.ts'
import { patchesOf } from './patches.ts'
import { loadDemoPromotions } from './promotions.ts'
import { loadDemoSearches } from './searches.ts'
import { simulateUpstreams } from './upstreams.ts'

const AVATARS_PER_TRANSACTION = 500

/** The demo: its own database and simulators, which stop when it is disposed. */
export interface Demo extends AsyncDisposable {
  /** The configuration with the demo's data folder, and with simulators in place of upstreams. */
  readonly config: Config
}

/**
 * Opens the demo: starts a simulator for each upstream that is not configured, and fills the demo's database if it is
 * missing, damaged or empty.
 *
 * @param deps.catalog the avatars to fill it with; defaults to the whole demo catalog.
 */
export async function openDemo(deps: {
  config: Config
  clock: Clock
  log: Log
  catalog?: DemoCatalog
}): Promise<Demo> {
  const { clock, log, catalog = createDemoCatalog() } = deps
  const config = { ...deps.config, data: demoData(deps.config) }
  const file = demoFile(deps.config)
  if (!(await isFilled(file, { config, clock, log }))) await removeDatabase(file)
  await makeFileOnce(file, clock.now(), async draft => {
    const data = { ...config.data, databaseUrl: `sqlite:${draft}` }
    await fill({ config: { data }, catalog, clock, log })
  })
  const simulatedUpstreams = await simulateUpstreams(config, { catalog, clock })
  log.warn(
    { event: 'demo-started', simulated: simulatedUpstreams.names },
    'DEMO: this catalog is made up. The first imported avatars replace it',
  )
  return {
    config: simulatedUpstreams.config,
    [Symbol.asyncDispose]: () => simulatedUpstreams[Symbol.asyncDispose](),
  }
}

/** True when the demo's database has avatars. Errors other than a damaged file are left for the app to report. */
async function isFilled(file: string, deps: { config: Config; clock: Clock; log: Log }): Promise<boolean> {
  if (!existsSync(file)) return false
  try {
    if (!isDamaged(file)) {
      await using db = await openMigratedDatabase({ ...deps, usesThreads: false })
      if ((await catalogStore(db).countRows()).indexed > 0) return true
    }
  } catch {
    return true
  }
  deps.log.warn(
    { event: 'demo-unusable', file },
    'The database of the demo is damaged or empty, and is made anew',
  )
  return false
}

async function fill(deps: {
  config: Pick<Config, 'data'>
  catalog: DemoCatalog
  clock: Clock
  log: Log
}): Promise<void> {
  await using db = await openMigratedDatabase({ ...deps, usesThreads: false })
  const { catalog, clock, log } = deps
  const target = { catalog, db, store: catalogStore(db) }
  const addedCount = await loadDemoCatalog({ ...target, nowMs: clock.now() })
  // Loading the catalog takes long, so the clock is read again.
  const fillDeps = { ...target, nowMs: clock.now() }
  // Older events come first, because the audit log lists its entries in the order in which they were written.
  await loadDemoModeration(fillDeps)
  await loadDemoPromotions(fillDeps)
  await loadDemoSearches(fillDeps)
  await loadDemoPeople(fillDeps)
  // Only the database file itself is renamed, without its write-ahead log.
  await db.shrinkWal?.()
  log.info({ event: 'demo-loaded', added: addedCount }, 'The demo catalog was loaded')
}

/** Gives some people of the demo collections, keys and applications; the others start with an empty account. */
async function loadDemoPeople(deps: FillDeps): Promise<void> {
  const people = demoPeople(deps.catalog.indexedAvatars)
  for (const each of people.filter(({ username }) => DEMO_COLLECTORS.includes(username))) {
    const personKey = await loadDemoCollection(each, deps)
    await loadDemoKeys(personKey, deps)
    if (each.sub === DEMO_COLLECTOR.sub) await loadDemoApplications(personKey, deps)
  }
}

/**
 * Saves the demo catalog with its history.
 *
 * @returns the number of added avatars.
 */
async function loadDemoCatalog(deps: FillDeps): Promise<number> {
  const { catalog, store, nowMs } = deps
  const patches = patchesOf(catalog.indexedAvatars, nowMs)
  const saveHistory = demoHistory(deps)
  for (const batch of chunks(patches, AVATARS_PER_TRANSACTION)) {
    await store.saveMany(batch, nowMs)
    await saveHistory(await store.byIds(batch.map(({ id }) => id)))
  }
  return patches.length
}
