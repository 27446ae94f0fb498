import { constants, getPriority, setPriority } from 'node:os'
import { errorCode } from '../../kernel/error-code.ts'

/** At ten steps lower, a thread gets a tenth of the processor time of a busy normal one (sched(7)). */
const LOWER_BY = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Lowers the calling thread's priority for the rest of its life, so that threads which serve requests run first. Only
 * Linux gives each thread its own priority (setpriority(2)), so this does nothing elsewhere, nor where a sandbox
 * forbids the call.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + LOWER_BY, constants.priority.PRIORITY_LOW))
  } catch (error) {
    if (errorCode(error) !== 'ERR_SYSTEM_ERROR') throw error
  }
}
