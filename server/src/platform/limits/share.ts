import type { Limits } from './limiter.ts'

/** The limits of one of so many processes that count alone: together at most one more a process; none stays none. */
export function limitsOfShare(limits: Limits, processes: number): Limits {
  const shares = Object.entries(limits).map(([group, limit]) => [group, Math.ceil(limit / processes)])
  return Object.fromEntries(shares) as unknown as Limits
}
