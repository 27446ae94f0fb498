import type { InsightSort } from '@avatary/contract/insights'
import type { InsightsRequest } from './requests.ts'

const METRICS: Readonly<Record<InsightSort, string>> = {
  views: 'w.views',
  impressions: 'w.impressions',
  outbound: 'w.outbound',
  likes: 'w.likes',
  favorites: 'w.favorites',
  trending: 'w.views - w.before',
  ctr: 'case when w.impressions = 0 then 0.0 else cast(w.views as double precision) / w.impressions end',
  newest: '0',
}
const COUNTERS = ['views', 'impressions', 'outbound', 'likes', 'favorites']
const PLATFORM_BITS = { pc: 1, quest: 2, ios: 4 }

/**
 * Translates a request of `/insights/avatars` that has no `q` to one SQL statement. It reads only the days of both
 * windows; the lifetime counters tell which avatars have activity.
 */
export function plainSql(
  { sort, days, limit, offset, author, platform }: InsightsRequest,
  today: number,
): string {
  const firstDay = today - days + 1
  const sum = (column: string, start: number, end: number) =>
    `sum(case when day between ${start} and ${end} then ${column} else 0 end)`
  const sums = COUNTERS.map(column => `${sum(column, firstDay, today)} as ${column}`).join(', ')
  const where = [
    'is_active = 1',
    'is_unlisted = 0',
    'is_blocked = 0',
    'is_opted_out = 0',
    ...(author === undefined ? [] : [`a.author_id = '${author}'`]),
    ...(platform === undefined ? [] : [`(a.platforms & ${PLATFORM_BITS[platform]}) <> 0`]),
  ].join(' and ')
  const rankOrder =
    sort === 'newest'
      ? ''
      : `coalesce(${METRICS[sort]}, 0) desc, coalesce(c.views, 0) desc, coalesce(c.likes, 0) desc,`
  return `
    select a.id, count(*) over () as total
    from avatars a
    left join avatar_counters c on c.avatar_key = a.key
    left join (
      select avatar_key, ${sums}, ${sum('views', firstDay - days, firstDay - 1)} as before
      from avatar_days where day between ${firstDay - days} and ${today} group by avatar_key
    ) w on w.avatar_key = a.key
    where ${where}
    order by c.avatar_key is null, ${rankOrder} a.added_at_ms desc, a.key desc
    limit ${limit} offset ${offset}`
}
