import { join } from 'node:path'
import { analyse, type CatalogStore, modelVersion, WIRE_FIELDS } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import { addressOf } from '../platform/db/address.ts'
import type { Metrics } from '../platform/metrics.ts'
import { ReadModelFollower } from '../platform/read-model/follow.ts'
import { openReadModel } from '../platform/read-model/open-read-model.ts'
import { ReadModel } from '../platform/read-model/read-model.ts'
import { RecordStore } from '../platform/read-model/record-store.ts'
import { createLiveIndex, type IndexSections, loadLiveIndex } from '../platform/search/live-index.ts'
import { catalogStore } from './record.ts'

const HOUR_MS = 3_600_000
/** How long a mirror or a stream may be away and still resume. */
const CHANGES_KEPT_MS = 14 * 24 * HOUR_MS
/** Avatars whose tags are derived again at a time, after the vocabulary changed: some 2,000 a second. */
const REDERIVED = 500
const REDERIVE_MS = 250

export interface ReadModelDeps {
  db: Database
  config: Pick<Config, 'data'>
  clock: Clock
  log: Log
  metrics: Metrics
}

/** The avatars in the system of record, and their view in memory, which follows the log of changes. */
export function composeReadModel({ db, config, clock, log, metrics }: ReadModelDeps) {
  const store = catalogStore(db)
  const onMergeFailed = (err: unknown) =>
    log.error({ event: 'index-merge-failed', err }, 'The search index could not be merged')
  const view = new ReadModel({
    index: createLiveIndex({ onMergeFailed }),
    records: RecordStore.create(WIRE_FIELDS),
    analyse,
    seq: 0,
  })
  const snapshot = {
    path: join(config.data.dir, 'catalog.snapshot'),
    analysisVersion: modelVersion(WIRE_FIELDS, process.versions.unicode ?? ''),
    address: addressOf(config.data.databaseUrl),
  }
  const life = { model: view, store, snapshot, fields: WIRE_FIELDS, clock, log }
  const follower = new ReadModelFollower(life)

  let isOpen = false
  const open = async (signal: AbortSignal) => {
    const loadIndex = (sections: IndexSections) => loadLiveIndex(sections, { onMergeFailed })
    const opening = await openReadModel({ ...life, loadIndex }, signal)
    if (opening.source === 'unverified-snapshot') follower.verifyFirst(opening.meta)
    metrics.gauge('avatary_catalog_listed', 'Listed avatars', () => view.counts().listed)
    metrics.gauge('avatary_catalog_indexed', 'Avatars held', () => view.counts().indexed)
    metrics.gauge('avatary_catalog_seq', 'Last change of the log that is applied', () => view.seq)
    isOpen = true
  }
  /** Makes what was saved before the call visible here; a process without the view has nothing to bring up to date. */
  const catchUp = async () => {
    if (isOpen) await follower.follow()
  }
  const close = async () => {
    if (isOpen) await follower[Symbol.asyncDispose]()
    await view[Symbol.asyncDispose]()
  }
  return { store, view, catchUp, open, jobs: follower.jobs().concat(storeJobs(store, clock)), close }
}

function storeJobs(store: CatalogStore, clock: Clock): readonly Job[] {
  return [
    { name: 'derive-tags', everyMs: REDERIVE_MS, on: 'worker', run: rederiving({ store, clock }) },
    {
      name: 'forget-old-changes',
      everyMs: HOUR_MS,
      on: 'worker',
      run: () => store.pruneChanges(clock.now() - CHANGES_KEPT_MS),
    },
  ]
}

/** One step of deriving tags by the current vocabulary; nothing any more once all were looked at. */
function rederiving({ store, clock }: { store: CatalogStore; clock: Clock }): () => Promise<void> {
  let isDone = false
  return async () => {
    if (isDone) return
    const { looked } = await store.rederiveAiTags(REDERIVED, clock.now())
    isDone = looked === 0
  }
}
