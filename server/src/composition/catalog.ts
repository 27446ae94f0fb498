import { join } from 'node:path'
import type { IndexStats } from '@avatary/contract/catalog'
import { ANALYSIS_VERSION, analyse, type CatalogStore } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { utcDay } from '../kernel/days.ts'
import { addressOf } from '../platform/db/address.ts'
import type { Job } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { ReadModelFollower } from '../platform/read-model/follow.ts'
import { openReadModel } from '../platform/read-model/open-read-model.ts'
import { ReadModel } from '../platform/read-model/read-model.ts'
import { RecordStore } from '../platform/read-model/record-store.ts'
import { createLiveIndex, type IndexSections, loadLiveIndex } from '../platform/search/live-index.ts'
import {
  BulkListing,
  CatalogSearch,
  catalogHandlers,
  type MostViewed,
  type TermLookups,
  Trending,
} from '../slices/catalog/index.ts'
import type { Counting } from './counting.ts'
import { catalogStore } from './record.ts'
import { composeSearches } from './searches.ts'

const HOUR_MS = 3_600_000
/** How long a mirror or a stream may be away and still resume. */
const CHANGES_KEPT_MS = 14 * 24 * HOUR_MS
const TERM_DAYS_KEPT = 30
/** Avatars whose tags are derived again at a time, after the vocabulary changed: some 2,000 a second. */
const REDERIVED = 500
const REDERIVE_MS = 250

export interface CatalogDeps {
  db: Database
  config: Config
  clock: Clock
  log: Log
  metrics: Metrics
  /** Submissions that wait for verification. */
  queueLength: () => number
  /** Null when there is nowhere else to look for terms of which little is held. */
  lookups: TermLookups | null
  counting: Counting
  mostViewed: MostViewed
}

/** The catalog put together: its store, its view in memory, what answers its routes, and what it does by itself. */
export function composeCatalog(deps: CatalogDeps) {
  const { db, config, clock, log, metrics, queueLength, lookups, counting, mostViewed } = deps
  const { isCounted, countImpressions } = counting
  const store = catalogStore(db)
  const { terms, store: termStore } = composeSearches({ db, config, clock })
  const termsUrl = `${config.http.publicUrl}/terms`
  const onMergeFailed = (err: unknown) => log.error({ err }, 'The search index could not be merged')
  const view = new ReadModel({
    index: createLiveIndex({ onMergeFailed }),
    records: RecordStore.create(),
    analyse,
    seq: 0,
  })
  const snapshot = {
    path: join(config.data.dir, 'catalog.snapshot'),
    analysisVersion: `${ANALYSIS_VERSION} unicode ${process.versions.unicode}`,
    address: addressOf(config.data.databaseUrl),
  }
  const follower = new ReadModelFollower({ model: view, store, snapshot, clock, log })

  const search = new CatalogSearch({ view, terms, lookups, isCounted, countImpressions })
  const trending = new Trending({ mostViewed, view, clock })
  const isVerifying = config.platform.account !== null
  const stats = (): IndexStats => ({
    ...view.counts(),
    queue: queueLength(),
    ...(!isVerifying && { verifying: 0 }),
  })
  const handlers = catalogHandlers({
    view,
    store,
    search,
    isCounted,
    countImpressions,
    bulk: new BulkListing({ view, clock, termsUrl }),
    trending,
    terms,
    clock,
    stats,
    termsUrl,
  })

  let isOpen = false
  const open = async (signal: AbortSignal) => {
    const loadIndex = (sections: IndexSections) => loadLiveIndex(sections, { onMergeFailed })
    const opening = await openReadModel({ model: view, store, snapshot, loadIndex, clock, log }, signal)
    if (opening.source === 'unverified-snapshot') follower.verifyFirst(opening.meta)
    metrics.gauge('avatary_catalog_listed', 'Listed avatars', () => view.counts().listed)
    metrics.gauge('avatary_catalog_indexed', 'Avatars held', () => view.counts().indexed)
    metrics.gauge('avatary_catalog_seq', 'Last change of the log that is applied', () => view.seq)
    isOpen = true
  }
  const jobs: readonly Job[] = [
    ...follower.jobs(),
    {
      name: 'write-search-terms',
      everyMs: config.flushIntervalMs,
      on: 'api',
      run: () => terms.flush(),
    },
    { name: 'derive-tags', everyMs: REDERIVE_MS, on: 'worker', run: rederiving({ store, clock }) },
    {
      name: 'forget-old-changes',
      everyMs: HOUR_MS,
      on: 'worker',
      run: () => store.pruneChanges(clock.now() - CHANGES_KEPT_MS),
    },
    {
      name: 'forget-old-searches',
      everyMs: HOUR_MS,
      on: 'worker',
      run: () => termStore.forgetBefore(utcDay(clock.now()) - TERM_DAYS_KEPT),
    },
  ]
  const close = async () => {
    await terms.flush().catch((err: unknown) => log.error({ err }, 'The last searches could not be counted'))
    if (isOpen) await follower[Symbol.asyncDispose]()
    await view[Symbol.asyncDispose]()
  }
  /** In a process without the view there is nothing to bring up to date. */
  const catchUp = async () => {
    if (isOpen) await follower.follow()
  }
  return { store, view, stats, search, terms, trending, handlers, open, jobs, close, catchUp }
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
