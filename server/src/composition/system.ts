import type { Config } from '../config/config.ts'
import type { Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Tracing } from '../kernel/tracing.ts'
import type { Upstreams } from '../kernel/upstream.ts'
import { VERSION } from '../kernel/version.ts'
import type { Metrics } from '../platform/metrics.ts'
import { randomToken } from '../platform/random.ts'
import { HttpUpstream, type UpstreamDeps } from '../platform/upstream/http-upstream.ts'
import { systemUpstreamDeps } from '../platform/upstream/system-deps.ts'
import { createUpstreamRecorder, watchCircuits } from '../platform/upstream/upstream-metrics.ts'

/** Network, randomness and pauses, which tests replace. */
export type SystemCalls = Pick<UpstreamDeps, 'fetch' | 'random'> & Partial<Pick<UpstreamDeps, 'sleep'>>

export interface SystemOptions {
  config: Pick<Config, 'http' | 'platform'>
  clock: Timer
  log: Log
  metrics: Metrics
  system?: SystemCalls | undefined
  tracing?: Tracing | null
}

/** Opens a process's access to the outside: calls to upstreams, pauses and randomness. */
export function openSystem({
  config,
  clock,
  log,
  metrics,
  tracing = null,
  system = systemUpstreamDeps,
}: SystemOptions) {
  const { fetch, random, sleep = clock.sleep } = system
  const recorder = createUpstreamRecorder(metrics)
  const operatorContact = `(${config.platform.account?.contact ?? config.http.publicUrl})`
  const openUpstreams: HttpUpstream[] = []
  watchCircuits(metrics, openUpstreams)
  const open: Upstreams['open'] = ({ contact = operatorContact, ...settings }) => {
    const userAgent = `Avatary/${VERSION} ${contact}`
    const deps = { fetch, random, sleep, clock, recorder, log, tracing }
    const upstream = new HttpUpstream({ userAgent, ...settings }, deps)
    openUpstreams.push(upstream)
    return upstream
  }
  return { upstreams: { open }, circuits: () => openUpstreams, sleep, random, randomToken }
}
