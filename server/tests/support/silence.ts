import type { World } from '../../src/composition/outside.ts'

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
