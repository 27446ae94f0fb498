import { Counter } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { AvatarId } from '../kernel/avatar-id.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { Upstreams } from '../kernel/upstream.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { SearchTerms, TermLookups } from '../slices/catalog/index.ts'
import {
  createExternalLookupStore,
  ExternalLookups,
  ExternalSync,
  type LookupRecorder,
} from '../slices/lookup/index.ts'
import type { Part } from './part.ts'
import { catalogStore } from './record.ts'

const HOUR_MS = 3_600_000
/** Terms that are asked for again in the background. */
const POPULAR = 50

export interface LookupDeps {
  db: Database
  config: Pick<Config, 'externalIndex'>
  clock: Clock
  log: Log
  metrics: Metrics
  upstreams: Upstreams
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 to below 1. */
  random: () => number
  terms: SearchTerms
  enqueueFinds: (ids: readonly AvatarId[]) => Promise<unknown>
  /** Makes what was saved before the call visible in this process. */
  catchUp: () => Promise<void>
}

export interface Lookup extends Part {
  /** Null when no index is configured. */
  readonly lookups: TermLookups | null
}

/** Lookups on an external index put together; nothing at all when none is configured. */
export function composeLookup(deps: LookupDeps): Lookup {
  const { db, config, clock, log, metrics, upstreams, sleep, random, terms, enqueueFinds, catchUp } = deps
  const { url, kind, threshold, waitMs, lookupsPerMinute, isSynced } = config.externalIndex
  if (url === null) return { lookups: null }

  const store = createExternalLookupStore({ db, catalog: catalogStore(db) })
  const lookups = new ExternalLookups({
    store,
    index: upstreams.open({ name: 'external index', baseUrl: url }),
    dialect: kind,
    perMinute: lookupsPerMinute,
    waitMs,
    catchUp,
    enqueueFinds,
    clock,
    sleep,
    random,
    recorder: createRecorder(metrics),
    log,
  })

  const jobs: Job[] = [
    { name: 'forget-old-lookups', everyMs: HOUR_MS, on: 'worker', run: () => store.forget(clock.now()) },
  ]
  if (isSynced) {
    const popularTerms = () => terms.top(POPULAR)
    const sync = new ExternalSync({ lookups, dialect: kind, popularTerms, random })
    const everyMs = Math.ceil((2 * 60_000) / lookupsPerMinute)
    jobs.push({ name: 'sync-external-index', everyMs, on: 'worker', run: () => sync.step() })
  }
  return {
    lookups: { threshold, lookUp: (term, network) => lookups.lookUp(term, network) },
    jobs,
    settle: () => lookups.close(),
  }
}

function createRecorder({ registry }: Metrics): LookupRecorder {
  const lookups = new Counter({
    name: 'avatary_external_lookups_total',
    help: 'Lookups on the external index, by what came of them; `full` ones were not sent, for lack of budget',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const found = new Counter({
    name: 'avatary_external_avatars_found_total',
    help: 'Avatars in answers of the external index',
    registers: [registry],
  })
  const added = new Counter({
    name: 'avatary_external_avatars_added_total',
    help: 'Avatars that were added because the external index told of them',
    registers: [registry],
  })
  return {
    record: (outcome, foundCount, addedCount) => {
      lookups.inc({ outcome })
      found.inc(foundCount)
      added.inc(addedCount)
    },
  }
}
