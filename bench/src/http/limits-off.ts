import { NO_LIMITS } from '../../../server/tests/support/no-limits.ts'

/** The environment of a server without rate limits and overload protection, on which every visit counts. */
export const LIMITS_OFF: Readonly<Record<string, string>> = {
  ...NO_LIMITS,
  RATE_LIMIT_VIEWS: '0',
  OVERLOAD_LAG_MS: '0',
  BULK_AT_ONCE: '0',
  BULK_AT_ONCE_PER_ADDRESS: '0',
}
