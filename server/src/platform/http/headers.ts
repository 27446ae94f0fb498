import type { Consumption } from '../limits/limiter.ts'
import type { Methods } from './allowed-methods.ts'

/** Names and values in turn, as `ServerResponse.writeHead` takes them without looking anything up. */
export type HeaderList = readonly string[]

/** Headers that scripts of other origins may read beyond the safelisted ones. */
const EXPOSED = 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ETag, X-Request-Id'

/** On every answer under the interface: nothing there is to be taken for a page. */
export const API_HEADERS: HeaderList = ['X-Content-Type-Options', 'nosniff']

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
    'Access-Control-Allow-Headers': 'Content-Type, If-None-Match, Last-Event-ID',
    'Access-Control-Max-Age': '86400',
  }
}

/** The three headers on every response (spec, "Limits"), and `Retry-After` on a refusal. */
export function limitHeaders(limits: Consumption): string[] {
  const headers = [
    'RateLimit-Limit',
    String(limits.limit),
    'RateLimit-Remaining',
    String(limits.remaining),
    'RateLimit-Reset',
    String(limits.resetSeconds),
  ]
  if (!limits.allowed) headers.push('Retry-After', String(limits.retryAfterSeconds))
  return headers
}
