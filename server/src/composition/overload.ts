import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Config } from '../config/config.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import { Overload } from '../platform/limits/overload.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Part } from '../platform/process/part.ts'

const SAMPLE_MS = 10
const POLL_MS = 250
const NS_IN_MS = 1e6

export interface OverloadDeps extends Pick<SystemDeps, 'log' | 'random'> {
  config: { readonly http: Pick<Config['http'], 'overloadLagMs'> }
  metrics: Metrics
  /** Samples of the event loop's lag; defaults to those of Node. */
  delays?: LagSource
}

/** Nanoseconds after which timers of `SAMPLE_MS` fired, that interval included. */
type LagSource = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'reset' | 'count' | 'mean'
>

/** Makes the overload protection, and the part that measures the event loop's lag. */
export function openOverload({ config, delays = ofNode(), ...deps }: OverloadDeps): {
  overload: Overload
  part: Part
} {
  const overload = new Overload({ ...deps, lagMs: config.http.overloadLagMs })
  // Uses the mean of many samples: a single long turn is no overload. Each sample includes its own interval.
  const look = async () => {
    if (delays.count > 0) overload.note(Math.max(0, delays.mean / NS_IN_MS - SAMPLE_MS))
    delays.reset()
  }
  const open = async () => void delays.enable()
  const jobs: Part['jobs'] = [{ name: 'watch-event-loop', everyMs: POLL_MS, on: 'api', run: look }]
  return { overload, part: { open, jobs, close: async () => delays.disable() } }
}

function ofNode(): LagSource {
  return monitorEventLoopDelay({ resolution: SAMPLE_MS })
}
