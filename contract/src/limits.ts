/** Rate-limit groups (spec, "Limits"); the backstop alone limits `none`, for pages and files. */
export const LIMIT_GROUPS = ['read', 'bulk', 'submissions', 'reports', 'writes', 'world', 'none'] as const

/** `exempt` routes have no limit, not even the backstop: health, readiness. */
export type LimitGroup = (typeof LIMIT_GROUPS)[number] | 'exempt'

export type CountedGroup = Exclude<LimitGroup, 'exempt'>

/** Requests, or items, a minute and address; `global` is the backstop of all groups together. */
export const LIMITS_PER_MINUTE = {
  read: 600,
  bulk: 30,
  submissions: 100,
  reports: 5,
  writes: 30,
  world: 240,
  global: 1200,
} as const
