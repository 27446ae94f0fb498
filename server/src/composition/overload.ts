import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Config } from '../config/config.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import { Overload } from '../platform/limits/overload.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Part } from '../platform/process/part.ts'

/** Milliseconds between two timers whose lateness is measured. */
const SAMPLE_MS = 10
const POLL_MS = 250
const NS_PER_MS = 1e6

export interface OverloadDeps extends Pick<SystemDeps, 'log' | 'random'> {
  config: { readonly http: Pick<Config['http'], 'overloadLagMs'> }
  metrics: Metrics
  /** Samples of the event loop's lag; defaults to those of Node. */
  lagSource?: LagSource
}

/** A histogram of the nanoseconds between two timers of `SAMPLE_MS`: that interval and the lag. */
type LagSource = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'enable' | 'disable' | 'reset' | 'count' | 'mean'
>

/** Makes the overload protection, and the part that measures the event loop's lag. */
export function openOverload({ config, lagSource = nodeLagSource(), ...deps }: OverloadDeps): {
  overload: Overload
  part: Part
} {
  const overload = new Overload({ ...deps, lagMs: config.http.overloadLagMs })
  // The mean of many samples, because a single long turn is no overload.
  const noteLag = async () => {
    if (lagSource.count > 0) overload.note(Math.max(0, lagSource.mean / NS_PER_MS - SAMPLE_MS))
    lagSource.reset()
  }
  const open = async () => void lagSource.enable()
  const jobs: Part['jobs'] = [{ name: 'watch-event-loop', everyMs: POLL_MS, on: 'api', run: noteLag }]
  return { overload, part: { open, jobs, close: async () => lagSource.disable() } }
}

function nodeLagSource(): LagSource {
  return monitorEventLoopDelay({ resolution: SAMPLE_MS })
}
