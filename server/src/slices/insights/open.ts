import { setTimeout as delay } from 'node:timers/promises'
import type { CatalogStore } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import { utcDay } from '../../kernel/days.ts'
import type { Job } from '../../kernel/job.ts'
import type { SnapshotFile } from '../../kernel/snapshot.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { type CatalogSearch, exceptDescriptions, type SearchParameters } from '../catalog/index.ts'
import type { TrackingStore } from '../tracking/index.ts'
import { DAYS_KEPT, HistoryFollower } from './follow.ts'
import { insightsHandlers } from './handlers.ts'
import { Histories } from './histories.ts'
import { InsightsRows, type InsightsRowsOf } from './insights-rows.ts'
import { Overviews } from './overview.ts'
import { type InsightsView, Ranking } from './ranking.ts'
import { InsightsSnapshot } from './snapshot.ts'
import { InsightsStore } from './store.sql.ts'
import { Trending } from './trending.ts'

const FOLLOW_MS = 500
/** Milliseconds that a request waits for the histories. */
const LONGEST_WAIT_MS = 5000
const LOOK_AT_SNAPSHOT_MS = 5000
/** Milliseconds that a stopping process may take to write the snapshot. */
const LAST_WRITE_MS = 3000
const ROLL_UP_PAUSE_MS = 60_000
/** Rows of days stay this much longer than in memory, because the clocks of machines differ. */
const SPARE_DAYS = 3
/** A process that was away for longer reads all rows again. */
const ACTIVITY_KEPT_MS = 2 * 24 * 3_600_000

interface OpenInsightsDeps extends Pick<SystemDeps, 'clock' | 'log' | 'metrics'> {
  db: Database
  store: Pick<CatalogStore, 'databaseId'>
  snapshotFile: SnapshotFile
  view: InsightsView
  search: Pick<CatalogSearch, 'queryOf'>
  audience: Pick<TrackingStore, 'audienceOf'>
}

/** Opens insights: histories in memory that follow the database, and the handlers that answer from them. */
export function openInsights(deps: OpenInsightsDeps) {
  const { db, clock, log, metrics, view, search, snapshotFile: file } = deps
  const store = new InsightsStore({ db })
  const histories = new Histories()
  const databaseId = () => deps.store.databaseId()
  const snapshot = new InsightsSnapshot({ file, store, databaseId, histories })
  const follower = new HistoryFollower({ histories, store, snapshot, clock })
  const ranking = new Ranking({ histories, view })
  const rows = new InsightsRows({ histories, view })
  const overviews = new Overviews({ store, ranking, rows, view, clock })
  metrics.gauge('avatary_insights_avatars', 'Avatars of which anything was counted', () => histories.size)
  metrics.gauge('avatary_insights_bytes', 'Memory that their histories take', () => histories.byteLength)

  const ready = (): true | Promise<boolean> => follower.isReady || whenReadable()
  /** Does not wait while the database is away. */
  const whenReadable = async (): Promise<boolean> =>
    db.isAvailable &&
    (await Promise.race([follower.whenReady.then(() => true), delay(LONGEST_WAIT_MS, false, { ref: false })]))
  const queryOf = (parameters: SearchParameters) => {
    const query = search.queryOf(parameters)
    return parameters.q === undefined ? query : { ...query, text: exceptDescriptions(query.text) }
  }
  const load = async (signal: AbortSignal) => {
    const startedAtMs = clock.now()
    await follower.load(signal)
    const ms = Math.round(clock.now() - startedAtMs)
    log.info(
      { event: 'insights-opened', avatars: histories.size, bytes: histories.byteLength, ms },
      'The insights are in memory',
    )
  }
  const keepSnapshot = async (signal: AbortSignal) => {
    if (follower.isReady) await snapshot.keep(follower.seq, clock.now(), signal)
  }
  const rollUp = async (signal: AbortSignal) => {
    const firstKept = utcDay(clock.now()) - DAYS_KEPT - SPARE_DAYS + 1
    while ((await store.rollUpBefore(firstKept)) > 0) signal.throwIfAborted()
    await store.pruneActivity(clock.now() - ACTIVITY_KEPT_MS)
  }
  const jobs: readonly Job[] = [
    {
      name: 'follow-counts',
      everyMs: FOLLOW_MS,
      // The catalog is answered from meanwhile; what fails is tried again.
      startsAtOnce: true,
      on: 'api',
      run: signal => (follower.isReady ? follower.follow(signal) : load(signal)),
    },
    { name: 'keep-insights-snapshot', everyMs: LOOK_AT_SNAPSHOT_MS, on: 'api', run: keepSnapshot },
    { name: 'roll-up-counts', everyMs: ROLL_UP_PAUSE_MS, on: 'worker', run: rollUp },
  ]
  const close = async () => {
    if (!follower.isReady || !db.isAvailable) return
    try {
      await snapshot.keepLast(follower.seq, clock.now(), AbortSignal.timeout(LAST_WRITE_MS))
    } catch (err) {
      log.error(
        { event: 'last-insights-snapshot-failed', err },
        'No last snapshot of the insights was written',
      )
    }
  }
  /** Slots of listed avatars; none when the histories are not loaded in time. */
  const top = (metric: 'views' | 'trending') => async (days: number, limit: number) =>
    (await ready()) ? ranking.top(metric, utcDay(clock.now()), days, limit) : []
  const insightsRowsOf: InsightsRowsOf = (slots, days) =>
    follower.isReady ? rows.byDay(slots, utcDay(clock.now()), days) : null
  return {
    handlers: insightsHandlers({ ...deps, ranking, rows, overviews, histories, queryOf, ready }),
    jobs,
    close,
    load,
    insightsReady: ready,
    insightsRowsOf,
    trending: new Trending({ mostViewed: top('views'), view, clock }),
    fastestRising: top('trending'),
  }
}
