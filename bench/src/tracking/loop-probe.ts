import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Value of Node's histogram of event loop delays for an idle loop, which is the interval of its timer. */
const IDLE_READING_MS = 10

/** Turns the largest value of a histogram of event loop delays into the longest block of the loop. */
export function blockMsOf(largestMs: number): number {
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
      return blockMsOf(largestMs as number)
    },
  }
}
