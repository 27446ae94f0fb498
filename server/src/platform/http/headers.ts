import type { Headers } from '../../kernel/answer.ts'
import type { Consumption } from '../limits/limiter.ts'

/** Names and values in turn, as `ServerResponse.writeHead` takes them without looking anything up. */
export type HeaderList = readonly string[]

/** Headers that scripts of other origins may read beyond the safelisted ones. */
const EXPOSED =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ETag, Link, X-Request-Id, WWW-Authenticate'

/** On every answer under the interface: nothing there is to be taken for a page. */
export const API_HEADERS: HeaderList = ['X-Content-Type-Options', 'nosniff']

/** A year, as in RFC 6797 §6.2; of this host alone, as others of its domain are not ours to decide. */
const STRICT_TRANSPORT: HeaderList = ['Strict-Transport-Security', 'max-age=31536000']

/**
 * What every answer says, whatever it is.
 *
 * @param ownOrigin by which browsers know us: where that is https they are told to stay with it.
 */
export function commonHeaders(ownOrigin: string): HeaderList {
  return ownOrigin.startsWith('https:') ? STRICT_TRANSPORT : []
}

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }

/** Anyone's script may read what is public and needs no session. */
export const PUBLIC_HEADERS: HeaderList = [...API_HEADERS, ...Object.entries(ANY_ORIGIN).flat()]

/** A page of ours runs no script and loads nothing from elsewhere, and nobody frames it. */
export const PAGE_HEADERS: HeaderList = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'X-Frame-Options',
  'DENY',
]

/** Methods that a path takes, each list in alphabetical order. */
export interface Methods {
  readonly all: readonly string[]
  /** Those that scripts of other origins may use. */
  readonly ofAnyOrigin: readonly string[]
}

/**
 * For a preflight of a path; browsers may keep it for a day. Scripts of other origins get no permission for what
 * needs a session.
 */
export function preflightHeaders({ all, ofAnyOrigin }: Methods): Record<string, string> {
  const allow = { Allow: all.join(', ') }
  if (ofAnyOrigin.length === 0) return allow
  return {
    ...allow,
    ...ANY_ORIGIN,
    'Access-Control-Allow-Methods': ofAnyOrigin.join(', '),
    'Access-Control-Allow-Headers':
      'Authorization, Cache-Control, Content-Type, If-None-Match, Last-Event-ID, X-Requested-With',
    'Access-Control-Max-Age': '86400',
  }
}

/** What every answer of a route begins with. */
export function headOf(cacheControl: string, headers: HeaderList): string[] {
  return ['Cache-Control', cacheControl, ...headers]
}

/** Adds the three headers of every response (spec, "Limits"), and `Retry-After` to a refusal. */
export function pushLimits(
  list: string[],
  { limit, remaining, resetSeconds, allowed, retryAfterSeconds }: Consumption,
): void {
  list.push(
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remaining),
    'RateLimit-Reset',
    String(resetSeconds),
  )
  if (!allowed) list.push('Retry-After', String(retryAfterSeconds))
}

/** Adds what an answer says itself. */
export function pushOwn(list: string[], headers: Headers = {}): void {
  for (const name in headers) {
    const value = headers[name]!
    if (typeof value === 'string') list.push(name, value)
    else for (const each of value) list.push(name, each)
  }
}
