import { addAbortListener } from 'node:events'

/**
 * The result of `work`, or null when `signal` aborts first; the result is then ignored, and so is a failure. Each call has
 * a promise of its own, as one for all would keep all results.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (signal?.aborted) {
    work.catch(() => {})
    return null
  }
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  using _ = signal && addAbortListener(signal, () => resolve(null))
  return await Promise.race([aborted, work])
}
