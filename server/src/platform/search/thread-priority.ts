import { constants, setPriority } from 'node:os'

/**
 * Lets the threads that serve requests go before the one that calls, for the rest of its life. Only Linux gives each
 * thread its own priority (setpriority(2)), so nothing happens elsewhere, nor where a sandbox forbids the call.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}
