import type { CatalogStore } from '../../avatars/index.ts'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { DAY_MS, utcDay } from '../../kernel/days.ts'
import type { Job } from '../../kernel/job.ts'
import type { SnapshotFile } from '../../kernel/snapshot.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type CatalogSearch, type SearchParameters, withoutDescriptionSearch } from '../catalog/index.ts'
import type { TrackingStore, WrittenCounts } from '../tracking/index.ts'
import { DAYS_KEPT } from './follow.ts'
import { insightsHandlers } from './handlers.ts'
import { type CurrentInsights, InsightsRows } from './insights-rows.ts'
import { LiveHistories } from './live-histories.ts'
import { Overviews } from './overview.ts'
import { type InsightsView, Ranking } from './ranking.ts'
import { datesOf, windowsOf } from './rules.ts'
import { InsightsStore } from './store.sql.ts'
import { TrendingRanking } from './trending.ts'

const FOLLOW_PAUSE_MS = 500
const SNAPSHOT_CHECK_PAUSE_MS = 5000
const ROLL_UP_PAUSE_MS = MINUTE_MS
/** Number of days for which rows stay longer than the days in memory, because clocks of machines differ. */
const SPARE_DAYS = 3
/** A process that falls further behind reads all rows again. */
const ACTIVITY_KEPT_MS = 2 * DAY_MS

interface OpenInsightsDeps extends Pick<SystemDeps, 'log' | 'metrics'> {
  clock: Timer
  db: Database
  store: Pick<CatalogStore, 'databaseId'>
  snapshotFile: SnapshotFile
  view: InsightsView
  search: Pick<CatalogSearch, 'queryOf'>
  audience: Pick<TrackingStore, 'audienceOf'>
  written: Pick<WrittenCounts, 'take'>
}

/** Opens insights: histories in memory that follow the database, and handlers that answer from them. */
export function openInsights(deps: OpenInsightsDeps) {
  const { db, clock, view, search } = deps
  const store = new InsightsStore({ db })
  const liveHistories = new LiveHistories({ ...deps, catalog: deps.store, store })
  const { histories } = liveHistories
  const ranking = new Ranking({ histories, view })
  const rows = new InsightsRows({ histories, view })
  const overviews = new Overviews({ store, ranking, rows, view, clock })
  const waitUntilReady = () => liveHistories.whenReady()
  const queryOf = (parameters: SearchParameters) => {
    const query = search.queryOf(parameters)
    return parameters.q === undefined ? query : { ...query, text: withoutDescriptionSearch(query.text) }
  }
  const today = () => utcDay(clock.now())
  /** Slots of listed avatars; none if the histories are not loaded in time. */
  const topBy = (metric: 'views' | 'trending') => async (days: number, limit: number) =>
    (await waitUntilReady()) ? ranking.top(metric, today(), days, limit) : []
  const rowsInMemory = () => {
    if (!liveHistories.isReady) throw new Error('The counts of avatars are not in memory')
    return rows
  }
  const currentInsights: CurrentInsights = {
    dates: days => datesOf(windowsOf(today(), days).window),
    rows: (slots, days) => slots.map(slot => rowsInMemory().rowOf(slot, today(), days)),
    rowsByDay: (slots, days) => rowsInMemory().rowsByDay(slots, today(), days),
  }
  return {
    handlers: insightsHandlers({ ...deps, ranking, rows, overviews, histories, queryOf, waitUntilReady }),
    jobs: jobsOf(liveHistories, store, clock),
    close: () => liveHistories.close(),
    load: (signal: AbortSignal) => liveHistories.load(signal),
    insightsReady: waitUntilReady,
    currentInsights,
    trending: new TrendingRanking({ mostViewed: topBy('views'), view, clock }),
    fastestRising: topBy('trending'),
  }
}

function jobsOf(histories: LiveHistories, store: InsightsStore, clock: Clock): readonly Job[] {
  return [
    {
      name: 'follow-counts',
      everyMs: FOLLOW_PAUSE_MS,
      // The process answers from the catalog meanwhile; a failed load is retried.
      startsAtOnce: true,
      on: 'api',
      run: signal => histories.follow(signal),
    },
    {
      name: 'keep-insights-snapshot',
      everyMs: SNAPSHOT_CHECK_PAUSE_MS,
      on: 'api',
      run: signal => histories.keepSnapshot(signal),
    },
    {
      name: 'roll-up-counts',
      everyMs: ROLL_UP_PAUSE_MS,
      on: 'worker',
      run: signal => rollUp(store, clock.now(), signal),
    },
  ]
}

/** Moves days that are no longer kept individually into the earlier counts. */
async function rollUp(store: InsightsStore, nowMs: number, signal: AbortSignal): Promise<void> {
  const firstKeptDay = utcDay(nowMs) - DAYS_KEPT - SPARE_DAYS + 1
  while ((await store.earlier.rollUpBefore(firstKeptDay)) > 0) signal.throwIfAborted()
  await store.activity.deleteBefore(nowMs - ACTIVITY_KEPT_MS)
}
