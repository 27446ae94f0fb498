import type { UpstreamDeps } from './http-upstream.ts'

/** What upstreams need of the world, as it is. */
export const systemUpstreamDeps: Pick<UpstreamDeps, 'fetch' | 'random'> = {
  fetch: (url, init) => fetch(url, init),
  random: () => Math.random(),
}
