/** The environment of a server without limits that counts every visit. */
export const LIMITS_OFF: Readonly<Record<string, string>> = Object.fromEntries(
  ['READ', 'BULK', 'SUBMISSIONS', 'REPORTS', 'WRITES', 'WORLD', 'FILES', 'GLOBAL', 'VIEWS'].map(name => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
)
