import type { CatalogSaver } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { ExternalIndexKind } from './external-answer.ts'
import { ExternalLookups } from './external-lookups.ts'
import { syncExternalIndex } from './external-sync.ts'
import { BACKGROUND_SHARE } from './pace.ts'
import { createLookupRecorder } from './recorder.ts'
import { ExternalLookupStore } from './store.sql.ts'

/** Number of popular terms that are looked up again in the background. */
const MAX_POPULAR_TERMS = 50

interface OpenLookupDeps extends SystemDeps {
  db: Database
  store: CatalogSaver
  config: {
    readonly externalIndex: {
      /** Null when no external index is configured. */
      readonly url: string | null
      readonly kind: ExternalIndexKind
      readonly minResults: number
      readonly maxWaitMs: number
      readonly lookupsPerMinute: number
      readonly isSynced: boolean
    }
  }
  /** Returns the most searched terms, most searched first. */
  terms: { top(count: number): Promise<readonly string[]> }
  enqueueForVerification: (ids: readonly AvatarId[]) => Promise<unknown>
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<void>
}

/** Opens lookups in an external index; `lookups` is null when none is configured. */
export function openLookup(deps: OpenLookupDeps) {
  const { db, clock, random, metrics, upstreams, terms } = deps
  const { url, kind: indexKind, lookupsPerMinute, isSynced, ...limits } = deps.config.externalIndex
  if (url === null) return { lookups: null }
  const store = new ExternalLookupStore({ db, catalog: deps.store })
  const lookups = new ExternalLookups({
    ...deps,
    store,
    index: upstreams.open({ name: 'external index', baseUrl: url }),
    indexKind,
    ...limits,
    perMinute: lookupsPerMinute,
    recordLookup: createLookupRecorder(metrics),
  })
  const jobs: Job[] = [
    {
      name: 'forget-old-lookups',
      everyMs: HOUR_MS,
      on: 'worker',
      run: () => store.deleteExpired(clock.now()),
    },
  ]
  if (isSynced) {
    const sync = { lookups, indexKind, popularTerms: () => terms.top(MAX_POPULAR_TERMS), random }
    const everyMs = Math.ceil(MINUTE_MS / (lookupsPerMinute * BACKGROUND_SHARE))
    jobs.push({ name: 'sync-external-index', everyMs, on: 'worker', run: () => syncExternalIndex(sync) })
  }
  return { lookups, jobs, settle: () => lookups.close() }
}
