import { keysOf, recordOf } from '@avatary/contract/records'
import type { Limits } from './limiter.ts'

/**
 * Divides limits among processes that each count alone. They are rounded up, so together the processes allow at most
 * one request more per process. 0, which means no limit, stays 0.
 */
export function limitsOfShare(limits: Limits, processCount: number): Limits {
  return recordOf(keysOf(limits), group => Math.ceil(limits[group] / processCount))
}
