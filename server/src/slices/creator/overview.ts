import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CreatorOverview, MAX_LEADING_AVATARS } from '@avatary/contract/creator'
import { AVATAR_SHAPE, type CatalogView } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { byCounter, countsOf, type InsightsRowByDay, NO_COUNTS, sum, trendOf } from '../insights/index.ts'
import { listingOf } from './listing-of.ts'
import { type OwnAvatarsDeps, type OwnSlot, slotsIn } from './own-avatars.ts'

/** Avatars whose days are summed per turn of the event loop. */
const AVATARS_PER_TURN = 50

type LeadingAvatar = Pick<InsightsRowByDay, 'series' | 'window'> & { readonly slot: number }

/** Sums over all avatars of a creator, and the daily series of those with the most views. */
export async function overviewOf(
  deps: OwnAvatarsDeps & { readonly view: CatalogView },
  ownSlots: readonly OwnSlot[],
  days: number,
): Promise<CreatorOverview> {
  const { view, currentInsights } = deps
  let [lifetime, window, previous] = [NO_COUNTS, NO_COUNTS, NO_COUNTS]
  let series = currentInsights.dates(days).map(date => ({ date, counts: NO_COUNTS }))
  let leaders: LeadingAvatar[] = []
  for (const batch of chunks(ownSlots, AVATARS_PER_TURN)) {
    const rows = currentInsights.rowsByDay(slotsIn(batch), days)
    for (const row of rows) {
      lifetime = sum(lifetime, countsOf(row.lifetime))
      window = sum(window, countsOf(row.window))
      previous = sum(previous, countsOf(row.previous))
      series = series.map(({ date, counts }, i) => ({ date, counts: sum(counts, countsOf(row.series[i]!)) }))
    }
    leaders = firstByViews([...leaders, ...rows.map((row, i) => ({ ...row, slot: batch[i]!.slot }))])
    await nextTurn()
  }
  return {
    days,
    total: ownSlots.length,
    listed: ownSlots.filter(avatar => listingOf(avatar).listed).length,
    lifetime: byCounter(lifetime),
    window: byCounter(window),
    previous: byCounter(previous),
    trend: trendOf(window, previous),
    series: series.map(({ date, counts }) => ({ date, ...byCounter(counts) })),
    leading: leaders.map(({ slot, series }) => {
      const { id, name } = view.read(AVATAR_SHAPE, slot)
      return { id, name, series }
    }),
  }
}

function firstByViews(avatars: readonly LeadingAvatar[]): LeadingAvatar[] {
  return avatars
    .filter(({ window }) => window.views > 0)
    .sort((a, b) => b.window.views - a.window.views)
    .slice(0, MAX_LEADING_AVATARS)
}
