import type { CatalogStore, CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { utcDay } from '../kernel/days.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { bundledCountries, openCountryDatabase } from '../platform/visitors/country-database.ts'
import type { CatalogSearch } from '../slices/catalog/index.ts'
import {
  type CountryDatabase,
  CountWriter,
  createTrackingStore,
  KnownTerms,
  NO_COUNTRIES,
  type Tally,
  trackingHandlers,
  type VisitBound,
} from '../slices/tracking/index.ts'
import type { Counting } from './counting.ts'

/** Days of which audiences are kept one by one: the longest window of insights (spec, "Limits"). */
const AUDIENCE_DAYS_KEPT = 90
/** Between two looks whether days are to be packed; in the step between two parts others can write. */
const ARCHIVE_PAUSE_MS = 60_000
/** Visits of an hour are forgotten at most this long after its end. */
const FORGET_PAUSE_MS = 60_000
const LAST_TRIES = 5

export interface TrackingDeps {
  db: Database
  config: Config
  clock: Clock
  log: Log
  metrics: Metrics
  /** Where everybody counts; written from here. */
  tally: Tally
  visits: Counting['visits']
  bound: Pick<VisitBound, 'forgetPast'>
  store: CatalogStore
  view: CatalogView
  search: Pick<CatalogSearch, 'knownTerm'>
}

/** Tracking put together: what answers its route, and what writes and archives what was counted. */
export function composeTracking(deps: TrackingDeps) {
  const { db, config, clock, log, metrics, tally, visits, bound, view } = deps
  const store = createTrackingStore({ db, counters: deps.store })
  const { flushIntervalMs: intervalMs } = config
  const writer = new CountWriter({ tally, store, view, clock, intervalMs })
  metrics.gauge('avatary_tracking_waiting', 'Avatars with counts that are not written yet', () => tally.size)
  metrics.gauge(
    'avatary_tracking_coarsened',
    'Buckets that found no room and were counted in totals alone',
    () => tally.coarsened,
  )
  metrics.gauge(
    'avatary_tracking_lag_seconds',
    'Age of the oldest acknowledged visit that is not written',
    () => writer.lagMs / 1000,
  )
  let countries: CountryDatabase = NO_COUNTRIES
  const handlers = trackingHandlers({
    view,
    visits,
    writer,
    terms: new KnownTerms(text => deps.search.knownTerm(text)),
    countries: { countryOf: address => countries.countryOf(address) },
    countryHeader: config.http.countryHeader,
    ownHost: new URL(config.http.publicUrl).host,
  })

  /** Without the database countries are unknown, and everything else is counted. */
  const open = async () => {
    try {
      countries = await openCountryDatabase(bundledCountries())
    } catch (err) {
      log.warn({ event: 'countries-unreadable', err }, 'The database of countries could not be read')
    }
  }

  const jobs: readonly Job[] = [
    // Twice in an interval, so that what comes just after a flush began is written within it, too.
    {
      name: 'write-counters',
      everyMs: intervalMs / 2,
      fromStart: true,
      on: 'api',
      run: () => writer.flush(),
    },
    { name: 'forget-visits', everyMs: FORGET_PAUSE_MS, on: 'api', run: async () => bound.forgetPast() },
    {
      name: 'archive-audiences',
      everyMs: ARCHIVE_PAUSE_MS,
      on: 'worker',
      run: async signal => {
        const today = utcDay(clock.now())
        while ((await store.packBefore(today)) > 0) signal.throwIfAborted()
        while ((await store.rollUpBefore(today - AUDIENCE_DAYS_KEPT)) > 0) signal.throwIfAborted()
      },
    },
  ]
  /** Writes the last of it; what cannot be written after some tries is lost, and told. */
  const close = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await writer.flush()
      } catch (err) {
        if (tries < LAST_TRIES) continue
        log.error({ event: 'last-counters-lost', err }, 'The last counters could not be written')
        return
      }
    }
  }
  return { handlers, open, jobs, close, audience: store }
}
