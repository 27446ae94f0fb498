import type { World } from '../../src/composition/outside.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { systemUpstreamDeps } from '../../src/platform/upstream/system-deps.ts'

/** A world in which nobody answers and no pause ends. */
export const SILENCE: World = {
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
export const WITH_PAUSES: World = { ...systemUpstreamDeps, sleep: systemClock.sleep }

/** A world in which pauses between tries pass at once. */
export const WITHOUT_PAUSES: World = {
  ...systemUpstreamDeps,
  sleep: async () => {},
  random: () => 0.5,
}

/** The same world, in which no answer is waited for longer: simulated upstreams that are silent are so for ever. */
export function impatient(world: World, patienceMs: number): World {
  return {
    ...world,
    fetch: (url, { signal, ...init }) => {
      const patience = AbortSignal.timeout(patienceMs)
      return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, patience]) : patience })
    },
  }
}
