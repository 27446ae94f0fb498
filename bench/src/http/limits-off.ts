const RATE_LIMITS = Object.fromEntries(
  ['READ', 'BULK', 'SUBMISSIONS', 'REPORTS', 'WRITES', 'WORLD', 'FILES', 'GLOBAL', 'VIEWS'].map(name => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
)

/** The environment of a server without rate limits and overload protection, on which every visit counts. */
export const LIMITS_OFF: Readonly<Record<string, string>> = {
  ...RATE_LIMITS,
  OVERLOAD_LAG_MS: '0',
  BULK_AT_ONCE: '0',
  BULK_AT_ONCE_PER_ADDRESS: '0',
}
