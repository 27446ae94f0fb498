import type { Limits } from './limiter.ts'

/** Divides limits among processes, rounded up, so that they allow one request more each at most. 0 is no limit. */
export function limitsOfShare(limits: Limits, processes: number): Limits {
  const shares = Object.entries(limits).map(([group, limit]) => [group, Math.ceil(limit / processes)])
  return Object.fromEntries(shares) as unknown as Limits
}
