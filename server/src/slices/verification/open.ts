import type { CatalogSaver } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { credentialsOf, fingerprintOf, type PlatformAccount } from './account.ts'
import { type RestReason, restEndMsOf } from './budget.ts'
import { type Estimate, estimateSeconds, PACE_WINDOW_MS } from './pace.ts'
import { createVerifierRecorder } from './recorder.ts'
import { LookupStore } from './store.sql.ts'
import { Verifier } from './verifier.ts'

/** The job only ends by failing; it then starts again with growing pauses. */
const RESTART_PAUSE_MS = 100

interface OpenVerificationDeps
  extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'upstreams' | 'sleep' | 'random'> {
  db: Database
  store: CatalogSaver
  config: {
    readonly platform: {
      readonly apiUrl: string
      readonly lookupsPerMinute: number
      /** Null when nothing can be verified. */
      readonly account: PlatformAccount | null
    }
  }
}

/** The budget of lookups, for operators. */
export interface LookupStatus {
  /** False when no platform account is configured. */
  readonly isConfigured: boolean
  readonly perMinute: number
  readonly lastMinute: number
  /** Null unless lookups are resting. */
  readonly rest: { readonly reason: RestReason; readonly untilMs: number } | null
}

/** Opens the queue of lookups, the estimate of its pace, and the worker that makes them. */
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
    'Lookups per minute that all processes together may start; 0 without an account',
    () => (account === null ? 0 : perMinute),
  )
  return {
    jobs: account === null ? [] : [verifyAvatars(deps, store, account)],
    /** Reads the measured pace, from which any number of submissions can be estimated. */
    readPace: async (): Promise<Estimate> => {
      const nowMs = clock.now()
      const [budget, begunLookups] = await Promise.all([
        store.budget(),
        store.lookupsSince(nowMs - PACE_WINDOW_MS),
      ])
      const facts = { budget, begunLookups, perMinute, isConfigured: account !== null }
      return position => estimateSeconds(position, facts, nowMs)
    },
    lookups: async (): Promise<LookupStatus> => {
      const nowMs = clock.now()
      const [budget, { count }] = await Promise.all([store.budget(), store.lastMinute(nowMs)])
      const untilMs = restEndMsOf(budget, nowMs)
      const rest = budget.restReason && untilMs > nowMs ? { reason: budget.restReason, untilMs } : null
      return { isConfigured: account !== null, perMinute, lastMinute: count, rest }
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
    fingerprint: fingerprintOf(account),
    lookupsPerMinute,
    recorder: createVerifierRecorder(deps),
  })
  return {
    name: 'verify-avatars',
    everyMs: RESTART_PAUSE_MS,
    on: 'worker',
    run: signal => verifier.run(signal),
  }
}
