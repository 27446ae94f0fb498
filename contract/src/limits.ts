/**
 * The rate-limit groups of the spec, "Limits". `none` is for pages and files that only the backstop limits.
 */
export const LIMIT_GROUPS = ['read', 'bulk', 'submissions', 'reports', 'writes', 'world', 'none'] as const

/** `exempt` routes are under no limit, not even the backstop (design, "Limits"): health, readiness. */
export type LimitGroup = (typeof LIMIT_GROUPS)[number] | 'exempt'

/** The groups in which a limiter counts. */
export type CountedGroup = Exclude<LimitGroup, 'exempt'>

/** Requests (or items) a minute and address; `global` is the backstop over everything. */
export const LIMITS_PER_MINUTE = {
  read: 600,
  bulk: 30,
  submissions: 100,
  reports: 5,
  writes: 30,
  world: 240,
  global: 1200,
} as const
