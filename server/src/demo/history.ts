import type { DemoActivity } from '../../../sim/src/demo/demo-catalog.ts'
import type { CatalogRecord, CounterDelta } from '../avatars/index.ts'
import { utcDay } from '../kernel/days.ts'
import { TrackingStore } from '../slices/tracking/index.ts'
import { type DemoWeek, saveDemoAudiences } from './audience.ts'
import type { FillDeps } from './deps.ts'

const HISTORY_DAYS = 120
/** Last weeks with audiences, and last weeks with the audience of a popular avatar; more would take long to write. */
const AUDIENCE_WEEKS = 2
const POPULAR_AUDIENCE_WEEKS = 13
/** Views in a week, beyond which an avatar is popular. */
const MAX_UNPOPULAR_VIEWS = 400
/** One in this many avatars has no events, and is last in rankings. */
const AVATARS_PER_UNSEEN = 40

interface VisitedAvatar {
  readonly record: CatalogRecord
  /** Events of the last `HISTORY_DAYS` days, today's first; null for a day without any. */
  readonly activities: readonly (DemoActivity | null)[]
}

/** Returns a function that writes counters and audiences for avatars of the demo. */
export function demoHistory({ catalog, db, store, nowMs }: FillDeps) {
  const tracking = new TrackingStore({ db, counters: store })
  const places = new Map(catalog.indexedAvatars.map(({ id }, index) => [id, index]))
  const today = utcDay(nowMs)

  /** The events of one day; null when there were none or the avatar had not been added yet. */
  const activityOf = ({ id, addedAtMs }: CatalogRecord, daysAgo: number): DemoActivity | null => {
    const place = places.get(id)!
    if (place % AVATARS_PER_UNSEEN === 0 || daysAgo > today - utcDay(addedAtMs)) return null
    const activity = catalog.activity(place, daysAgo)
    return activity.impressions + activity.views > 0 ? activity : null
  }

  /** Computed once per avatar, because each day is used twice: alone, and in its week. */
  const activitiesOf = (record: CatalogRecord) =>
    Array.from({ length: HISTORY_DAYS }, (_, daysAgo) => activityOf(record, daysAgo))

  const daysOf = ({ record, activities }: VisitedAvatar): CounterDelta[] =>
    activities.flatMap((activity, daysAgo) =>
      activity === null ? [] : [{ key: record.key, day: today - daysAgo, ...activity }],
    )

  const weekOf = ({ record, activities }: VisitedAvatar, week: number): DemoWeek => {
    const days = activities.slice(week * 7, week * 7 + 7)
    const sum = (counter: 'views' | 'outbound') =>
      days.reduce((sum, activity) => sum + (activity?.[counter] ?? 0), 0)
    return {
      avatarKey: record.key,
      index: places.get(record.id)!,
      name: record.name,
      day: today - week * 7 - 6,
      views: sum('views'),
      outbound: sum('outbound'),
    }
  }

  const weeksOf = (visitedAvatar: VisitedAvatar): DemoWeek[] =>
    Array.from({ length: POPULAR_AUDIENCE_WEEKS }, (_, week) => weekOf(visitedAvatar, week)).filter(
      ({ views }, week) => views > 0 && (week < AUDIENCE_WEEKS || views > MAX_UNPOPULAR_VIEWS),
    )

  return async (records: readonly CatalogRecord[]): Promise<void> => {
    const visitedAvatars = records.map(record => ({ record, activities: activitiesOf(record) }))
    await store.saveCounters(visitedAvatars.flatMap(daysOf), nowMs)
    await saveDemoAudiences(tracking, visitedAvatars.flatMap(weeksOf), nowMs)
  }
}
