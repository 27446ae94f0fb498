import { constants, getPriority, setPriority } from 'node:os'

/** Ten steps leave a tenth of the processor time of a busy thread (sched(7)). */
const LOWER_BY = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Lets the threads that serve requests go before the one that calls, for the rest of its life. Only Linux gives each
 * thread its own priority (setpriority(2)), so nothing happens elsewhere, nor where a sandbox forbids the call.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + LOWER_BY, constants.priority.PRIORITY_LOW))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}
