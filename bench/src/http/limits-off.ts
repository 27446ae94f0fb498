/** The environment of a server that nobody is refused by. */
export const LIMITS_OFF: Readonly<Record<string, string>> = Object.fromEntries(
  ['READ', 'BULK', 'SUBMISSIONS', 'REPORTS', 'WRITES', 'WORLD', 'GLOBAL'].map(name => [
    `RATE_LIMIT_${name}`,
    '0',
  ]),
)
