import type { Config } from '../../config/config.ts'
import { sqlitePathOf } from '../../platform/db/database.ts'
import { type Finding, ok, warning } from './finding.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Warns about settings that are allowed but probably a mistake. */
export function checkSettings(config: Config): Finding[] {
  const findings = [...checkAddresses(config), ...checkLimits(config), ...checkRole(config)]
  return findings.length > 0 ? findings : [ok('settings', 'they fit together')]
}

function* checkAddresses({ http, demo }: Config): Generator<Finding> {
  const { hostname, protocol } = new URL(http.publicUrl)
  const isPublic = !LOOPBACK.test(hostname)
  const isProxied = http.trustProxy.length > 0
  const isOnNetwork = !LOOPBACK.test(http.host)
  if (isPublic && protocol === 'https:' && !isProxied)
    yield warning(
      'proxy',
      'PUBLIC_URL is https, and TRUST_PROXY names no proxy',
      'Name the proxy in TRUST_PROXY: all its clients share one limit.',
    )
  if (isPublic && protocol === 'http:')
    yield warning(
      'proxy',
      'PUBLIC_URL is not https',
      'Put a proxy with TLS in front: sessions are sent in the clear.',
    )
  if (!isPublic && (isProxied || isOnNetwork))
    yield warning(
      'links',
      `PUBLIC_URL is ${http.publicUrl}`,
      'Set PUBLIC_URL to the address that people use.',
    )
  if (isPublic && isOnNetwork && http.trustProxy.includes('uniquelocal'))
    yield warning(
      'proxy',
      'every machine of the private networks may claim to be any client',
      'Name the addresses of only the proxies in TRUST_PROXY.',
    )
  if (http.countryHeader !== null && !isProxied)
    yield warning(
      'proxy',
      'COUNTRY_HEADER is read, and no proxy is named',
      'Name the proxy in TRUST_PROXY, or leave COUNTRY_HEADER out: anyone can send it.',
    )
  if (demo && isPublic)
    yield warning(
      'demo',
      'while the catalog is empty, the demo is served',
      'Set NODE_ENV=production, or DEMO=0.',
    )
}

function* checkLimits({ limits, http, visitsPerHour }: Config): Generator<Finding> {
  for (const [name, limit] of Object.entries({ ...limits, views: visitsPerHour }))
    if (limit === 0)
      yield warning(
        'limits',
        `RATE_LIMIT_${name.toUpperCase()} is 0: nothing bounds it`,
        'Leave it out, unless a proxy limits requests.',
      )
  if (http.bodies.perProcess === 0)
    yield warning('limits', 'BODY_MB is 0', 'Leave it out: request bodies may fill the memory.')
  if (http.connectionsPerClient === 0)
    yield warning(
      'limits',
      'CONNECTIONS_PER_ADDRESS is 0',
      'Leave it out, unless a proxy bounds connections.',
    )
}

function* checkRole({ role, data }: Config): Generator<Finding> {
  if (role !== 'all' && sqlitePathOf(data.databaseUrl) !== null)
    yield warning(
      'roles',
      `ROLE=${role} with SQLite`,
      'Run the other role on this machine, or use PostgreSQL: no other machine can read the file.',
    )
}
