import { csvOf, downloadFile } from '../../lib/csv.ts'
import { COUNTERS, RATES } from '../../ui/counters/counters.ts'
import { fetchAllAvatars, type OwnAvatar } from './api.ts'
import type { StudioState } from './state.ts'

/** Fetches all avatars of a state and saves them as a CSV file, with the interface's exact numbers. */
export async function downloadAvatars(state: StudioState): Promise<void> {
  downloadFile('avatary-studio.csv', avatarsCsv(await fetchAllAvatars(state)))
}

function avatarsCsv(avatars: readonly OwnAvatar[]): string {
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
