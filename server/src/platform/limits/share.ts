import type { Limits } from './limiter.ts'

/**
 * Divides limits among processes that each count alone. Rounded up, they allow together at most one request more for each
 * process. 0, which means no limit, stays 0.
 */
export function limitsOfShare(limits: Limits, processes: number): Limits {
  const shares = Object.entries(limits).map(([group, limit]) => [group, Math.ceil(limit / processes)])
  return Object.fromEntries(shares) as unknown as Limits
}
