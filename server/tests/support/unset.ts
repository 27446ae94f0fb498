import type { Config } from '../../src/config/config.ts'

/** Settings that may be null although they do not configure an upstream. */
export const NO_UPSTREAMS = [
  'http.countryHeader',
  'data.secretKey',
  'data.adminToken',
  'backupPassphrase',
  'tracing',
  'platform.account.twoFactorCookie',
]

/** Paths of all settings that are null, which includes any new upstream until it is configured. */
export function unsetIn(config: Config): string[] {
  return unsetBelow('', config)
}

function unsetBelow(path: string, value: unknown): string[] {
  if (value === null) return [path]
  const isGroup = typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
  if (!isGroup) return []
  return Object.entries(value as object).flatMap(([name, inner]) =>
    unsetBelow(path === '' ? name : `${path}.${name}`, inner),
  )
}
