import { until } from './until.ts'

/**
 * Sends a signal to another process.
 * @returns false when there is no such process.
 */
function signal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Sends a terminating signal to processes, and waits until they have ended. */
export async function end(pids: readonly number[], by: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  for (const pid of pids) signal(pid, by)
  await until(`the end of ${pids}`, () => !pids.some(pid => signal(pid, 0)))
}
