import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The delay that Node's histogram of event loop delays reads when nothing holds the loop: its own interval. */
const IDLE_READING_MS = 10

/** Milliseconds for which an event loop was held, by the largest value of its histogram. */
export function heldMs(largestMs: number): number {
  return Math.max(0, largestMs - IDLE_READING_MS)
}

/**
 * Watches a thread that does nothing. It is held all the same, by a machine that gives the processor to others: no
 * server on it can show less.
 */
export function watchIdleThread(): { longestHeldMs(): Promise<number> } {
  const thread = new Worker(new URL('./idle-thread.ts', import.meta.url))
  return {
    async longestHeldMs() {
      thread.postMessage('longest')
      const [largestMs] = await once(thread, 'message')
      await thread.terminate()
      return heldMs(largestMs as number)
    },
  }
}
