import type { UpstreamDeps } from './http-upstream.ts'

/** Node's `fetch` and `Math.random` for upstreams. */
export const systemUpstreamDeps: Pick<UpstreamDeps, 'fetch' | 'random'> = {
  fetch: (url, init) => fetch(url, init),
  random: () => Math.random(),
}
