import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Node's histogram of event loop delays reads this for an idle loop, because it includes its timer's interval. */
const IDLE_READING_MS = 10

/** Converts the maximum of a histogram of event loop delays to the longest block of the loop. */
export function blockMsOf(largestMs: number): number {
  return Math.max(0, largestMs - IDLE_READING_MS)
}

/**
 * Watches an idle thread, which the machine's scheduler delays, too: no server on the machine can have shorter delays.
 */
export function watchIdleThread(): { longestBlockMs(): Promise<number> } {
  const thread = new Worker(new URL('./idle-thread.ts', import.meta.url))
  return {
    async longestBlockMs() {
      thread.postMessage('longest')
      const [largestMs] = await once(thread, 'message')
      await thread.terminate()
      return blockMsOf(largestMs as number)
    },
  }
}
