import type { CatalogSaver } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { credentialsOf, fingerprintOf, type PlatformAccount } from './account.ts'
import { type RestReason, restEndOf } from './budget.ts'
import { estimateSeconds, PACE_MEASURED_MS } from './pace.ts'
import { createVerifierRecorder } from './recorder.ts'
import { LookupStore } from './store.sql.ts'
import { Verifier } from './verifier.ts'

/** The job ends only by failing; it then starts again with growing pauses. */
const AGAIN_MS = 100

interface OpenVerificationDeps
  extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'upstreams' | 'sleep' | 'random'> {
  db: Database
  store: CatalogSaver
  config: {
    readonly platform: {
      readonly apiUrl: string
      readonly lookupsPerMinute: number
      /** Null = nothing can be verified. */
      readonly account: PlatformAccount | null
    }
  }
}

/** The budget of lookups, for operators. */
export interface LookupsNow {
  /** False when there is no account that asks the platform. */
  readonly isConfigured: boolean
  readonly perMinute: number
  /** Lookups begun in the last minute. */
  readonly lastMinute: number
  /** Null unless no lookup is made for now. */
  readonly rest: { readonly reason: RestReason; readonly untilMs: number } | null
}

/** The queue of lookups, what is known of its pace, and the worker that looks avatars up. */
export function openVerification(deps: OpenVerificationDeps) {
  const { db, config, clock, log } = deps
  const { account, lookupsPerMinute: perMinute } = config.platform
  const store = new LookupStore({ db, catalog: deps.store })
  if (account === null)
    log.warn(
      { event: 'verification-off' },
      'Nothing is verified: set PLATFORM_AUTH_COOKIE and PLATFORM_CONTACT',
    )
  deps.metrics.gauge(
    'avatary_lookups_budget',
    'Lookups a minute that all processes together may begin; 0 without an account',
    () => (account === null ? 0 : perMinute),
  )
  return {
    jobs: account === null ? [] : [verifyAvatars(deps, store, account)],
    /** Seconds until the submission at a position of the queue is decided; null when that is not known. */
    estimate: async (position: number): Promise<number | null> => {
      const nowMs = clock.now()
      const [budget, begun] = await Promise.all([
        store.budget(),
        store.lookupsSince(nowMs - PACE_MEASURED_MS),
      ])
      return estimateSeconds(position, { budget, begun, perMinute, isConfigured: account !== null }, nowMs)
    },
    /** The budget as it is now. */
    lookups: async (): Promise<LookupsNow> => {
      const nowMs = clock.now()
      const [budget, begun] = await Promise.all([store.budget(), store.lookupsSince(nowMs - MINUTE_MS)])
      const untilMs = restEndOf(budget, nowMs)
      const rest = budget.restReason && untilMs > nowMs ? { reason: budget.restReason, untilMs } : null
      return { isConfigured: account !== null, perMinute, lastMinute: begun.length, rest }
    },
    enqueueFinds: (ids: readonly AvatarId[]) => store.enqueueFinds(ids, clock.now()),
  }
}

function verifyAvatars(deps: OpenVerificationDeps, store: LookupStore, account: PlatformAccount): Job {
  const { apiUrl, lookupsPerMinute } = deps.config.platform
  const verifier = new Verifier({
    ...deps,
    store,
    platform: deps.upstreams.open({ name: 'platform', baseUrl: apiUrl, contact: account.contact }),
    credentials: credentialsOf(account),
    account: fingerprintOf(account),
    lookupsPerMinute,
    recorder: createVerifierRecorder(deps),
  })
  return { name: 'verify-avatars', everyMs: AGAIN_MS, on: 'worker', run: signal => verifier.run(signal) }
}
