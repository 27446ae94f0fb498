import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'

/** Settings of a server without rate limits. */
export const NO_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(LIMITS_PER_MINUTE).map(group => [`RATE_LIMIT_${group.toUpperCase()}`, '0']),
)
