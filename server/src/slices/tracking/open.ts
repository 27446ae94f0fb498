import type { CounterSaver } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import { DAY_MS, utcDay } from '../../kernel/days.ts'
import type { Job } from '../../kernel/job.ts'
import type { Log } from '../../kernel/log.ts'
import type { Meter } from '../../kernel/meter.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { CountWriter } from './count-writer.ts'
import { Countries, type CountryDatabase } from './country.ts'
import { type TrackingDeps, trackingHandlers } from './handlers.ts'
import { PendingCounts } from './pending-counts.ts'
import { TrackingStore } from './store.sql.ts'
import { TermsWithResults } from './terms-with-results.ts'
import { deviceOf, isBot } from './user-agents.ts'
import { VisitBound } from './visit-bound.ts'
import { Visitors } from './visitors.ts'
import { Visits } from './visits.ts'
import { WrittenCounts } from './written-counts.ts'

/** Audiences are kept per day for the longest window of insights (spec, "Limits"). */
const AUDIENCE_DAYS_KEPT = 90
const ARCHIVE_PAUSE_MS = MINUTE_MS
/** Hashes of an hour are dropped at most this long after it ends. */
const DELETE_PAUSE_MS = MINUTE_MS
/** Maximum number of attempts to write the last counts when the process stops. */
const LAST_FLUSH_ATTEMPTS = 5
/** Most avatars are shown in each flush interval, and adding four intervals at once takes as long as adding one. */
const INTERVALS_PER_ADDING = 4
/** Flush numbers of a writer are kept for retries, which follow a failure at once; none can come after this time. */
const WRITERS_KEPT_DAYS = 30
const FORGET_WRITERS_PAUSE_MS = HOUR_MS
const SALT_BYTES = 16

interface OpenTrackingDeps extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'randomToken'> {
  db: Database
  config: {
    readonly visitsPerHour: number
    readonly flushIntervalMs: number
    readonly http: { readonly publicUrl: string; readonly countryHeader: string | null }
  }
  store: CounterSaver
  view: TrackingDeps['view'] & ConstructorParameters<typeof CountWriter>[0]['view']
  openCountries: () => Promise<CountryDatabase>
  /** Returns the folded words of a search text if they have results by themselves, or else an empty string. */
  termIfFound: (text: string) => string
}

/** Opens the parts that count visits, write the counts and archive audiences. */
export function openTracking(deps: OpenTrackingDeps) {
  const { db, config, clock, log, metrics, view } = deps
  const { flushIntervalMs: intervalMs, visitsPerHour: perHour, http } = config
  const pendingCounts = new PendingCounts({ clock })
  const bound = new VisitBound({ perHour, clock, newSalt: () => deps.randomToken(SALT_BYTES) })
  const visits = new Visits({ pendingCounts, bound, visitors: new Visitors({ isBot, deviceOf }) })
  const written = new WrittenCounts()
  const store = new TrackingStore({ db, counters: deps.store })
  const writer = new CountWriter({ pendingCounts, store, writtenCounts: written, view, clock, intervalMs })
  const addImpressions = async () => {
    for await (const writtenDay of store.addImpressions(clock.now())) written.add(writtenDay)
  }
  registerMetrics(metrics, pendingCounts, writer)
  const countries = new Countries({ open: deps.openCountries, log })
  const handlers = trackingHandlers({
    view,
    visits,
    writer,
    terms: new TermsWithResults(deps.termIfFound),
    countries,
    countryHeader: http.countryHeader,
    ownHost: new URL(http.publicUrl).host,
  })
  const jobs: readonly Job[] = [
    // Runs twice per interval, so that a visit just after a flush has started is still written within the interval.
    {
      name: 'write-counters',
      everyMs: intervalMs / 2,
      fromStart: true,
      on: 'api',
      run: () => writer.flushByTurns(),
    },
    { name: 'add-impressions', everyMs: INTERVALS_PER_ADDING * intervalMs, on: 'api', run: addImpressions },
    { name: 'forget-visits', everyMs: DELETE_PAUSE_MS, on: 'api', run: async () => bound.dropEndedHour() },
    {
      name: 'archive-audiences',
      everyMs: ARCHIVE_PAUSE_MS,
      on: 'worker',
      run: signal => archiveAudiences(store, utcDay(clock.now()), signal),
    },
    {
      name: 'forget-writers',
      everyMs: FORGET_WRITERS_PAUSE_MS,
      on: 'worker',
      run: async () => void (await store.deleteWriters(clock.now() - WRITERS_KEPT_DAYS * DAY_MS)),
    },
  ]
  return {
    visits,
    audience: store,
    written,
    handlers,
    open: () => countries.open(),
    jobs,
    close: () => writeRemaining(writer, log),
  }
}

function registerMetrics(metrics: Meter, pendingCounts: PendingCounts, writer: CountWriter): void {
  metrics.gauge('avatary_tracking_waiting', 'Avatars with counts that are not written yet', () =>
    pendingCounts.countAvatars(),
  )
  metrics.gauge(
    'avatary_tracking_coarsened',
    'Events counted only in totals because the buckets were full',
    () => pendingCounts.eventsWithoutCell,
  )
  metrics.gauge(
    'avatary_tracking_lag_seconds',
    'Age of the oldest acknowledged visit that is not written',
    () => writer.lagMs / 1000,
  )
}

/** Tries a few times, then logs the loss. */
async function writeRemaining(writer: CountWriter, log: Pick<Log, 'error'>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writer.flush()
    } catch (err) {
      if (attempt < LAST_FLUSH_ATTEMPTS) continue
      return log.error({ event: 'last-counters-lost', err }, 'The last counters could not be written')
    }
  }
}

async function archiveAudiences(store: TrackingStore, today: number, signal: AbortSignal): Promise<void> {
  while ((await store.archive.packBefore(today)) > 0) signal.throwIfAborted()
  while ((await store.archive.rollUpBefore(today - AUDIENCE_DAYS_KEPT)) > 0) signal.throwIfAborted()
}
