import type { DemoActivity, DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import type { CatalogRecord, CatalogStore, CounterDelta } from '../avatars/index.ts'
import { utcDay } from '../kernel/days.ts'
import type { TrackingStore } from '../slices/tracking/index.ts'
import { type DemoWeek, saveDemoAudiences } from './audience.ts'

const DAYS = 120
/** Weeks of audiences for all avatars, and for those with many views a week; more would take long to write. */
const WEEKS = 2
const WEEKS_WHEN_POPULAR = 13
const POPULAR_VIEWS = 400
/** One avatar in this many has no events, and is last in rankings. */
const UNSEEN = 40

export interface DemoHistoryDeps {
  catalog: DemoCatalog
  store: Pick<CatalogStore, 'saveCounters'>
  tracking: Pick<TrackingStore, 'openWriter' | 'save'>
  nowMs: number
}

/** Returns a function that writes counters and audiences of avatars of the demo. */
export function demoHistory({ catalog, store, tracking, nowMs }: DemoHistoryDeps) {
  const places = new Map(catalog.indexed.map(({ id }, index) => [id, index]))
  const today = utcDay(nowMs)

  /** The events of a day; null when there were none or the avatar was not yet added. */
  const activityOf = ({ id, addedAtMs }: CatalogRecord, daysAgo: number): DemoActivity | null => {
    const place = places.get(id)!
    if (place % UNSEEN === 0 || daysAgo > today - utcDay(addedAtMs)) return null
    const activity = catalog.activity(place, daysAgo)
    return activity.impressions + activity.views > 0 ? activity : null
  }

  const daysOf = (record: CatalogRecord): CounterDelta[] =>
    Array.from({ length: DAYS }, (_, daysAgo) => {
      const activity = activityOf(record, daysAgo)
      return activity === null ? [] : [{ key: record.key, day: today - daysAgo, ...activity }]
    }).flat()

  const weekOf = (record: CatalogRecord, week: number): DemoWeek => {
    const days = Array.from({ length: 7 }, (_, i) => activityOf(record, week * 7 + i))
    const sum = (counter: 'views' | 'outbound') =>
      days.reduce((sum, activity) => sum + (activity?.[counter] ?? 0), 0)
    return {
      key: record.key,
      index: places.get(record.id)!,
      name: record.name,
      day: today - week * 7 - 6,
      views: sum('views'),
      outbound: sum('outbound'),
    }
  }

  const weeksOf = (record: CatalogRecord): DemoWeek[] =>
    Array.from({ length: WEEKS_WHEN_POPULAR }, (_, week) => weekOf(record, week)).filter(
      ({ views }, week) => views > 0 && (week < WEEKS || views > POPULAR_VIEWS),
    )

  return async (records: readonly CatalogRecord[]): Promise<void> => {
    await store.saveCounters(records.flatMap(daysOf), nowMs)
    await saveDemoAudiences(tracking, records.flatMap(weeksOf), nowMs)
  }
}
