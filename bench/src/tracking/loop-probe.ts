import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Node's histogram of event loop delays has this value for an idle loop: its own interval. */
const IDLE_READING_MS = 10

/** Milliseconds of the longest block of an event loop, by the largest value of its histogram. */
export function heldMs(largestMs: number): number {
  return Math.max(0, largestMs - IDLE_READING_MS)
}

/**
 * Watches an idle thread. The scheduler of the machine delays it, too: no server on the machine can have shorter
 * delays.
 */
export function watchIdleThread(): { longestBlockMs(): Promise<number> } {
  const thread = new Worker(new URL('./idle-thread.ts', import.meta.url))
  return {
    async longestBlockMs() {
      thread.postMessage('longest')
      const [largestMs] = await once(thread, 'message')
      await thread.terminate()
      return heldMs(largestMs as number)
    },
  }
}
