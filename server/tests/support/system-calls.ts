import type { SystemCalls } from '../../src/composition/system.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { systemUpstreamDeps } from '../../src/platform/upstream/system-deps.ts'

/** A world in which nobody answers and no pause ends. */
export const NO_NETWORK: SystemCalls = {
  fetch: async () => {
    throw new TypeError('fetch failed')
  },
  sleep: (_ms, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) resolve()
      signal?.addEventListener('abort', () => resolve(), { once: true })
    }),
  random: () => 0.5,
}

/** The world as it is: pauses take their time, also where the clock is a manual one. */
export const WITH_PAUSES: SystemCalls = { ...systemUpstreamDeps, sleep: systemClock.sleep }

/** A world in which pauses between attempts pass at once. */
export const WITHOUT_PAUSES: SystemCalls = {
  ...systemUpstreamDeps,
  sleep: async () => {},
  random: () => 0.5,
}

/** The same system with deadlines that end after `patienceMs`: simulated upstreams that are silent stay so. */
export function impatient(system: SystemCalls, patienceMs: number): SystemCalls {
  return {
    ...system,
    fetch: (url, { signal, ...init }) => {
      const patience = AbortSignal.timeout(patienceMs)
      return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, patience]) : patience })
    },
  }
}
