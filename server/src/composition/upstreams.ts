import type { Clock } from '../kernel/clock.ts'
import type { FileUpstream, Upstream } from '../kernel/upstream.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { HttpUpstream, type UpstreamDeps, type UpstreamOptions } from '../platform/upstream/http-upstream.ts'
import { worldForUpstreams } from '../platform/upstream/system-deps.ts'
import { createUpstreamRecorder } from '../platform/upstream/upstream-metrics.ts'
import { VERSION } from '../version.ts'

/** What services of others are reached by, and how time and chance are had; tests have their own. */
export type World = Pick<UpstreamDeps, 'fetch' | 'sleep' | 'random'>

export interface Upstreams {
  readonly world: World
  /**
   * @param options.userAgent for services that want one of a certain form.
   * @param contact how the service can reach the operator, in the user agent; null when nobody was named.
   */
  open(
    options: Omit<UpstreamOptions, 'userAgent'> & { userAgent?: string },
    contact: string | null,
  ): Upstream & FileUpstream
}

/** Services of others, all counted in the same metrics. */
export function composeUpstreams({
  clock,
  log,
  metrics,
  world = worldForUpstreams,
}: {
  clock: Clock
  log: Log
  metrics: Metrics
  world?: World | undefined
}): Upstreams {
  const recorder = createUpstreamRecorder(metrics.registry)
  return {
    world,
    open: (options, contact) => {
      const userAgent = `Avatary/${VERSION}${contact === null ? '' : ` ${contact}`}`
      return new HttpUpstream({ userAgent, ...options }, { ...world, clock, recorder, log })
    },
  }
}
