import { keysOf } from './records.ts'

/**
 * Requests per minute and address, in each group of routes that shares a limit (spec, "Limits"); each item of a batch
 * counts as one. A request also counts in `global`, the backstop; not so in `files`, because the pictures of a few pages
 * would use it up.
 */
export const LIMITS_PER_MINUTE = {
  read: 600,
  bulk: 30,
  submissions: 100,
  reports: 5,
  writes: 30,
  world: 240,
  files: 6000,
  global: 1200,
} as const

/** Routes of `none`, which are pages, only have the backstop. */
export type CountedGroup = Exclude<keyof typeof LIMITS_PER_MINUTE, 'global'> | 'none'

export const LIMIT_GROUPS: readonly CountedGroup[] = [
  ...keysOf(LIMITS_PER_MINUTE).filter(group => group !== 'global'),
  'none',
]

/** `exempt` routes have no limit, not even the backstop: health and readiness. */
export type LimitGroup = CountedGroup | 'exempt'
