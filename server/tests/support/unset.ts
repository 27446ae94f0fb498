import type { Config } from '../../src/config/config.ts'

/** Settings with every upstream and switch, so that no job is missing. */
export const EVERYTHING = {
  COMMUNITY_URL: 'http://community.test',
  COMMUNITY_CLIENT_ID: 'avatary',
  COMMUNITY_CLIENT_SECRET: 'secret',
  PLATFORM_AUTH_COOKIE: 'authcookie_simulated',
  PLATFORM_CONTACT: 'operator@example.org',
  EXTERNAL_INDEX_URL: 'http://index.test',
  EXTERNAL_SYNC: '1',
  DISCORD_CLIENT_ID: '900000000000000000',
  DISCORD_CLIENT_SECRET: 'secret',
  DISCORD_BOT_TOKEN: 'token',
  DISCORD_PUBLIC_KEY: 'ab'.repeat(32),
  PATREON_ACCESS_TOKEN: 'token',
  PATREON_CAMPAIGN_ID: '1',
  REDIS_URL: 'redis://127.0.0.1:1',
  CLOSED_REPORTS_KEPT_DAYS: '365',
  AUDIT_KEPT_DAYS: '365',
}

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
