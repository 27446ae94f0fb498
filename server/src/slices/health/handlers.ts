import type { healthRoutes } from '@avatary/contract/routes/health'
import type { CatalogReader, CatalogView } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import { VERSION } from '../../kernel/version.ts'
import type { Estimate, LookupStatus } from '../verification/index.ts'
import type { HealthStore } from './store.sql.ts'

interface UpstreamState {
  readonly name: string
  readonly circuit: { readonly state: 'closed' | 'limited' | 'resting'; readonly untilMs: number | null }
}

export interface HealthDeps {
  readonly store: Pick<HealthStore, 'databaseBytes'>
  readonly view: Pick<CatalogView, 'counts' | 'seq'>
  readonly changes: Pick<CatalogReader['changes'], 'bounds'>
  readonly queueLength: () => number
  readonly queueCapacity: number
  readonly readPace: () => Promise<Estimate>
  readonly lookups: () => Promise<LookupStatus>
  readonly circuits: () => readonly UpstreamState[]
  /** Sizes of files in bytes. */
  readonly sizes: {
    readonly snapshots: () => Promise<number>
    readonly pictures: () => Promise<number>
    readonly free: () => Promise<number>
  }
  readonly memoryBytes: () => number
  readonly clock: Clock
}

/** Reports the health of the service to operators; guards have already authenticated them. */
export function healthHandlers(deps: HealthDeps) {
  const { view, clock, queueCapacity: capacity } = deps
  return {
    healthReport: async () => {
      const queueLength = deps.queueLength()
      const [{ lastSeq }, estimate, lookups, storage] = await Promise.all([
        deps.changes.bounds(),
        deps.readPace(),
        deps.lookups(),
        storageNow(deps),
      ])
      const { indexed, listed } = view.counts()
      const { rest, isConfigured: configured, ...lookupCounts } = lookups
      return json({
        now: isoOf(clock.now()),
        version: VERSION,
        memoryBytes: deps.memoryBytes(),
        catalog: { indexed, listed, lag: Math.max(0, lastSeq - view.seq) },
        queue: { waiting: queueLength, estimateSeconds: estimate(queueLength + 1), capacity },
        lookups: {
          ...lookupCounts,
          configured,
          rest: rest && { reason: rest.reason, until: isoOf(rest.untilMs) },
        },
        upstreams: deps.circuits().map(({ name, circuit: { state, untilMs } }) => ({
          name,
          circuit: state,
          until: untilMs === null ? null : isoOf(untilMs),
        })),
        storage,
      })
    },
  } satisfies HandlersOf<typeof healthRoutes>
}

async function storageNow({ store, sizes }: Pick<HealthDeps, 'store' | 'sizes'>) {
  const [databaseBytes, snapshotBytes, pictureBytes, freeBytes] = await Promise.all([
    store.databaseBytes(),
    sizes.snapshots(),
    sizes.pictures(),
    sizes.free(),
  ])
  return { databaseBytes, snapshotBytes, pictureBytes, freeBytes }
}
