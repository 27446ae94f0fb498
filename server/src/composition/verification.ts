import { createHash } from 'node:crypto'
import { Counter } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { UpstreamCredentials, Upstreams } from '../kernel/upstream.ts'
import type { Metrics } from '../platform/metrics.ts'
import {
  createLookupStore,
  estimateSeconds,
  type LookupStore,
  PACE_MEASURED_MS,
  Verifier,
  type VerifierRecorder,
} from '../slices/verification/index.ts'
import { catalogStore } from './record.ts'

type Account = NonNullable<Config['platform']['account']>

/** A failing worker begins again, with growing pauses of the jobs. */
const AGAIN_MS = 100

export interface VerificationDeps {
  db: Database
  config: Pick<Config, 'platform'>
  clock: Clock
  log: Log
  metrics: Metrics
  upstreams: Upstreams
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 to below 1. */
  random: () => number
}

/** Verification put together: the queue of lookups, what is known of its pace, and the worker. */
export function composeVerification(deps: VerificationDeps) {
  const { db, config, clock, log } = deps
  const { platform } = config
  const store = createLookupStore({ db, catalog: catalogStore(db) })
  const { account } = platform

  if (account === null)
    log.warn(
      { event: 'verification-off' },
      'Nothing is verified: set PLATFORM_AUTH_COOKIE and PLATFORM_CONTACT',
    )
  return {
    jobs: account === null ? [] : [verifying(deps, store, account)],
    estimate: estimator({
      store,
      clock,
      perMinute: platform.lookupsPerMinute,
      isConfigured: account !== null,
    }),
    enqueueFinds: (ids: Parameters<LookupStore['enqueueFinds']>[0]) => store.enqueueFinds(ids, clock.now()),
  }
}

function verifying(deps: VerificationDeps, store: LookupStore, account: Account): Job {
  const { config, clock, log, metrics, upstreams, sleep, random } = deps
  const { apiUrl, lookupsPerMinute } = config.platform
  const verifier = new Verifier({
    store,
    platform: upstreams.open({ name: 'platform', baseUrl: apiUrl, contact: account.contact }),
    credentials: credentialsOf(account),
    account: fingerprint(account),
    lookupsPerMinute,
    clock,
    sleep,
    random,
    log,
    recorder: createRecorder(metrics),
  })
  return { name: 'verify-avatars', everyMs: AGAIN_MS, on: 'worker', run: signal => verifier.run(signal) }
}

function estimator({
  store,
  clock,
  perMinute,
  isConfigured,
}: {
  store: LookupStore
  clock: Clock
  perMinute: number
  isConfigured: boolean
}) {
  return async (position: number): Promise<number | null> => {
    const nowMs = clock.now()
    const [budget, grants] = await Promise.all([store.budget(), store.grantsSince(nowMs - PACE_MEASURED_MS)])
    return estimateSeconds(position, { budget, grants, perMinute, isConfigured }, nowMs)
  }
}

function credentialsOf({ authCookie, twoFactorCookie }: Account): UpstreamCredentials {
  const cookies = { auth: authCookie.reveal() }
  const second = twoFactorCookie === null ? {} : { twoFactorAuth: twoFactorCookie.reveal() }
  return { kind: 'cookies', cookies: { ...cookies, ...second } }
}

/** Tells one account's session from another without giving it away. */
function fingerprint({ authCookie, twoFactorCookie, contact }: Account): string {
  const parts = [authCookie.reveal(), twoFactorCookie?.reveal() ?? '', contact]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

function createRecorder(metrics: Metrics): VerifierRecorder {
  const lookups = new Counter({
    name: 'avatary_lookups_total',
    help: 'Avatars looked up on the platform, by why and by what came of it',
    labelNames: ['origin', 'outcome'],
    registers: [metrics.registry],
  })
  let restReason: string | null = null
  metrics.gauge('avatary_lookups_refused', '1 while the platform refuses our account', () =>
    Number(restReason === 'refused'),
  )
  metrics.gauge('avatary_lookups_resting', '1 while lookups rest, for whatever reason', () =>
    Number(restReason !== null),
  )
  return {
    record: (origin, outcome) => lookups.inc({ origin, outcome }),
    rests: reason => {
      restReason = reason
    },
  }
}
