import { keysOf } from './records.ts'

/**
 * Requests per minute and address, in each group of routes that shares a limit (spec, "Limits"). Every request also
 * counts in `global`, the backstop, except those of `files`, because the pictures of a few pages would use it up.
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

/** Requests of `none` count in the backstop alone. */
export type CountedGroup = Exclude<keyof typeof LIMITS_PER_MINUTE, 'global'> | 'none'

export const LIMIT_GROUPS: readonly CountedGroup[] = [
  ...keysOf(LIMITS_PER_MINUTE).filter(group => group !== 'global'),
  'none',
]

/** Requests of `exempt`, health and readiness, count nowhere. */
export type LimitGroup = CountedGroup | 'exempt'
