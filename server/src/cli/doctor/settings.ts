import type { Config } from '../../config/config.ts'
import { sqlitePathOf } from '../../platform/db/database.ts'
import { type Finding, ok, warning } from './finding.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Checks settings that are allowed, and seldom meant. */
export function checkSettings(config: Config): Finding[] {
  const findings = [...proxyOf(config), ...limitsOf(config), ...rolesOf(config)]
  return findings.length > 0 ? findings : [ok('settings', 'they fit together')]
}

function proxyOf({ http, demo }: Config): Finding[] {
  const { hostname, protocol } = new URL(http.publicUrl)
  const isPublic = !LOOPBACK.test(hostname)
  const findings: Finding[] = []
  const isProxied = http.trustProxy.length > 0
  if (isPublic && protocol === 'https:' && !isProxied)
    findings.push(
      warning(
        'proxy',
        'PUBLIC_URL is https, and TRUST_PROXY names no proxy',
        'Name the proxy in TRUST_PROXY: all its clients share one limit.',
      ),
    )
  if (isPublic && protocol === 'http:')
    findings.push(
      warning(
        'proxy',
        'PUBLIC_URL is not https',
        'Put a proxy with TLS in front: sessions are sent in the clear.',
      ),
    )
  if (!isPublic && (isProxied || !LOOPBACK.test(http.host)))
    findings.push(
      warning('links', `PUBLIC_URL is ${http.publicUrl}`, 'Set PUBLIC_URL to the address that people use.'),
    )
  if (
    isProxied &&
    isPublic &&
    !LOOPBACK.test(http.host) &&
    !http.trustProxy.every(name => name !== 'uniquelocal')
  )
    findings.push(
      warning(
        'proxy',
        'every machine of the private networks may claim to be any client',
        'Name the addresses of the proxies alone in TRUST_PROXY.',
      ),
    )
  if (http.countryHeader !== null && !isProxied)
    findings.push(
      warning(
        'proxy',
        'COUNTRY_HEADER is read, and no proxy is named',
        'Name the proxy in TRUST_PROXY, or leave COUNTRY_HEADER out: anyone can send it.',
      ),
    )
  if (demo && isPublic)
    findings.push(
      warning('demo', 'an empty catalog shows an invented one', 'Set NODE_ENV=production, or DEMO=0.'),
    )
  return findings
}

function limitsOf({ limits, http, visitsPerHour }: Config): Finding[] {
  const off = Object.entries({ ...limits, views: visitsPerHour }).flatMap(([name, limit]) =>
    limit === 0 ? [name] : [],
  )
  const findings = off.map(name =>
    warning(
      'limits',
      `RATE_LIMIT_${name.toUpperCase()} is 0: nothing bounds it`,
      'Leave it out, unless a proxy limits requests.',
    ),
  )
  const { bodies, connectionsPerClient } = http
  if (bodies.inAll === 0)
    findings.push(warning('limits', 'BODY_MB is 0', 'Leave it out: request bodies may fill the memory.'))
  if (connectionsPerClient === 0)
    findings.push(
      warning('limits', 'CONNECTIONS_PER_ADDRESS is 0', 'Leave it out, unless a proxy bounds connections.'),
    )
  return findings
}

function rolesOf({ role, data }: Config): Finding[] {
  if (role === 'all' || sqlitePathOf(data.databaseUrl) === null) return []
  return [
    warning(
      'roles',
      `ROLE=${role} with SQLite`,
      'Run the other role on this machine, or use PostgreSQL: no other machine can read the file.',
    ),
  ]
}
