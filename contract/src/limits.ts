/**
 * Rate-limit groups (spec, "Limits"); the backstop alone limits `none`, for pages. Files are not counted in the backstop,
 * which the pictures of a few pages would use up.
 */
export const LIMIT_GROUPS = [
  'read',
  'bulk',
  'submissions',
  'reports',
  'writes',
  'world',
  'files',
  'none',
] as const

/** `exempt` routes have no limit, not even the backstop: health, readiness. */
export type LimitGroup = (typeof LIMIT_GROUPS)[number] | 'exempt'

export type CountedGroup = Exclude<LimitGroup, 'exempt'>

/** Requests, or items, a minute and address; `global` is the backstop of all groups but `files`. */
export const LIMITS_PER_MINUTE = {
  read: 600,
  bulk: 30,
  submissions: 100,
  reports: 5,
  writes: 30,
  world: 240,
  files: 6000,
  global: 1200,
} as const satisfies Record<Exclude<CountedGroup, 'none'> | 'global', number>
