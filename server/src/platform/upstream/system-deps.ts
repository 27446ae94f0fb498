import { setTimeout as delay } from 'node:timers/promises'
import type { UpstreamDeps } from './http-upstream.ts'

/** What upstreams need of the world, as it is. */
export const worldForUpstreams: Pick<UpstreamDeps, 'fetch' | 'sleep' | 'random'> = {
  fetch: (url, init) => fetch(url, init),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal && { signal }).catch(() => {})
  },
  random: () => Math.random(),
}
