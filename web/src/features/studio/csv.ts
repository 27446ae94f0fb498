import { csvOf } from '../../lib/csv.ts'
import { COUNTERS } from '../../ui/counters/counters.ts'
import type { Overview, OwnAvatar } from './api.ts'

const RATES = ['ctr', 'clickThrough', 'likeRate', 'saveRate'] as const

/** The sums of each day. */
export function daysCsv({ series }: Overview): string {
  return csvOf(
    ['date', ...COUNTERS],
    series.map(day => [day.date, ...COUNTERS.map(counter => day[counter])]),
  )
}

/** Avatars with the numbers as the interface has them. */
export function avatarsCsv(avatars: readonly OwnAvatar[]): string {
  return csvOf(
    ['id', 'name', 'listed', 'hiddenBecause', ...COUNTERS, 'previousViews', 'allViews', 'allLikes', ...RATES],
    avatars.map(({ id, name, listed, hiddenBecause, window, previous, lifetime, rates }) => [
      id,
      name,
      listed ? 'yes' : 'no',
      hiddenBecause.join(' '),
      ...COUNTERS.map(counter => window[counter]),
      previous.views,
      lifetime.views,
      lifetime.likes,
      ...RATES.map(rate => rates[rate]),
    ]),
  )
}
