import type { Headers } from '../../kernel/answer.ts'
import type { Consumption } from '../limits/limiter.ts'

/**
 * Alternating names and values, which `ServerResponse.writeHead` writes as they are. Names are in lower case: to
 * compare others, Node takes 4 % of the time of a cached answer.
 */
export type HeaderList = readonly string[]

/**
 * Seconds for which an idle connection stays open at least. Longer than the minute that is usual for reverse proxies,
 * so that the proxy is the side that closes.
 */
export const KEEP_ALIVE_SECONDS = 75

/** Headers that scripts of other origins may read beyond the safelisted ones. */
const EXPOSED_HEADERS =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ETag, Link, X-Request-Id, WWW-Authenticate'

export const API_HEADERS: HeaderList = ['x-content-type-options', 'nosniff']

/** Lasts a year (RFC 6797 §6.2) and covers this host only. */
export const STRICT_TRANSPORT: HeaderList = ['strict-transport-security', 'max-age=31536000']

/** Headers of an answer that scripts of any origin may read. */
export const ANY_ORIGIN = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', EXPOSED_HEADERS],
] as const

/** For routes that scripts of any origin may use. */
export const PUBLIC_HEADERS: HeaderList = [...API_HEADERS, ...ANY_ORIGIN.flat()]

/** Methods of a path, in alphabetical order. */
export interface Methods {
  readonly all: readonly string[]
  /** Methods that scripts of other origins may use. */
  readonly ofAnyOrigin: readonly string[]
  /** True when browsers navigate to the path, so that errors are pages. */
  readonly areForBrowsers: boolean
}

/**
 * Headers of the answer to a preflight, which browsers may cache for a day. `Search-Provisional`: see `isProvisional`.
 */
export function preflightHeaders({ all, ofAnyOrigin }: Methods): Record<string, string> {
  const allow = { Allow: all.join(', ') }
  if (ofAnyOrigin.length === 0) return allow
  return {
    ...allow,
    ...Object.fromEntries(ANY_ORIGIN),
    'access-control-allow-methods': ofAnyOrigin.join(', '),
    'access-control-allow-headers':
      'Authorization, Cache-Control, Content-Type, If-None-Match, Last-Event-ID, Search-Provisional, X-Requested-With',
    'access-control-max-age': '86400',
  }
}

export function withCacheControl(cacheControl: string, headers: HeaderList): string[] {
  return ['cache-control', cacheControl, ...headers]
}

/** Adds the three rate limit headers of every answer (spec, "Limits"), and `Retry-After` to a refusal. */
export function pushLimits(list: string[], consumption: Consumption): void {
  const { allowed, limit, remaining, resetSeconds, retryAfterSeconds } = consumption
  list.push('ratelimit-limit', String(limit), 'ratelimit-remaining', String(remaining))
  list.push('ratelimit-reset', String(resetSeconds))
  if (!allowed) list.push('retry-after', String(retryAfterSeconds))
}

/** Tells the client for how long its connection may be idle, in the form that Node's own clients understand. */
export function pushKeepAlive(list: string[]): void {
  list.push('keep-alive', `timeout=${KEEP_ALIVE_SECONDS}`)
}

export function pushAnswerHeaders(list: string[], headers: Headers = {}): void {
  for (const name in headers) {
    const value = headers[name]!
    const lowerName = name.toLowerCase()
    if (typeof value === 'string') list.push(lowerName, value)
    else for (const each of value) list.push(lowerName, each)
  }
}
