/**
 * Groups of routes that share a rate limit (spec, "Limits"). A request also counts in `global`, the backstop; not so in
 * `files`, because the pictures of a few pages would use it up. Routes of `none`, which are pages, only have the
 * backstop.
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

/** `exempt` routes have no limit, not even the backstop: health and readiness. */
export type LimitGroup = (typeof LIMIT_GROUPS)[number] | 'exempt'

export type CountedGroup = Exclude<LimitGroup, 'exempt'>

/** Requests per minute and address; each item of a batch counts as one. */
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
