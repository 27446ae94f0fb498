import type { Clock } from '../kernel/clock.ts'
import { DAY_MS } from '../kernel/days.ts'
import type { Job } from '../kernel/job.ts'
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts'
import type { CatalogStore } from './store.sql.ts'

/** Maximum number of avatars in a run; with the pause between runs that is some 2,000 a second. */
const AVATARS_PER_RUN = 500
const REDERIVE_PAUSE_MS = 250

interface CatalogJobsDeps {
  store: CatalogStore
  clock: Clock
  config: {
    readonly retention: {
      /** For how many days a mirror or an event stream can resume. */
      readonly changeDays: number
      /** For how many minutes the log keeps each change of a counter. */
      readonly counterChangeMinutes: number
    }
  }
}

export function catalogJobs({ store, clock, config }: CatalogJobsDeps): readonly Job[] {
  const { changeDays, counterChangeMinutes } = config.retention
  let isDone = false
  const deriveTags = async () => {
    if (isDone) return
    const { examined } = await store.rederiveAiTags(AVATARS_PER_RUN, clock.now())
    isDone = examined === 0
  }
  const deleteOldChanges = () => store.changes.deleteBefore(clock.now() - changeDays * DAY_MS)
  const deleteOldCounterChanges = () =>
    store.changes.deleteCounterChanges(clock.now() - counterChangeMinutes * MINUTE_MS)
  return [
    { name: 'derive-tags', everyMs: REDERIVE_PAUSE_MS, on: 'worker', run: deriveTags },
    { name: 'forget-old-changes', everyMs: HOUR_MS, on: 'worker', run: deleteOldChanges },
    { name: 'forget-old-counts', everyMs: MINUTE_MS, on: 'worker', run: deleteOldCounterChanges },
  ]
}
