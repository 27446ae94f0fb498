import type { Clock } from '../kernel/clock.ts'
import type { Job } from '../kernel/job.ts'
import { HOUR_MS } from '../kernel/time.ts'
import type { CatalogStore } from './store.sql.ts'

/** A mirror or a stream can resume for so long. */
const CHANGES_KEPT_MS = 14 * 24 * HOUR_MS
/** Avatars in one run; with the pause, some 2,000 a second. */
const REDERIVED = 500
const REDERIVE_MS = 250

/** The jobs that keep what is stored of the avatars. */
export function catalogJobs({ store, clock }: { store: CatalogStore; clock: Clock }): readonly Job[] {
  let isDone = false
  const deriveTags = async () => {
    if (isDone) return
    const { looked } = await store.rederiveAiTags(REDERIVED, clock.now())
    isDone = looked === 0
  }
  const forgetOldChanges = () => store.forgetChanges(clock.now() - CHANGES_KEPT_MS)
  return [
    { name: 'derive-tags', everyMs: REDERIVE_MS, on: 'worker', run: deriveTags },
    { name: 'forget-old-changes', everyMs: HOUR_MS, on: 'worker', run: forgetOldChanges },
  ]
}
