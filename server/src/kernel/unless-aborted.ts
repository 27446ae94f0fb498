import { addAbortListener } from 'node:events'

/**
 * Resolves to the result of `work`, or to null when `signal` aborts first; the outcome of `work` is then ignored. Each
 * call makes its own abort promise, because a shared one would keep all results alive.
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
