import type { ApplicationKind } from '@avatary/contract/applications'

/** Reasons to refuse a redirect URI. The server's own rule also checks hosts and characters. */
export type RedirectProblem =
  | 'no-ascii-url'
  | 'wildcard'
  | 'fragment'
  | 'credentials'
  | 'http'
  | 'https-loopback'
  | 'unknown-scheme'
  | 'private-scheme'
  | 'repeated'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A reversed domain name (RFC 8252 §7.1). */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/** @returns the first redirect URI that cannot be registered, and the reason; null when all can. */
export function redirectProblem(
  redirectUris: readonly string[],
  kind: ApplicationKind,
): { readonly uri: string; readonly problem: RedirectProblem } | null {
  for (const [place, uri] of redirectUris.entries()) {
    const problem = problemOf(uri, kind) ?? (redirectUris.indexOf(uri) < place ? 'repeated' : null)
    if (problem !== null) return { uri, problem }
  }
  return null
}

function problemOf(uri: string, kind: ApplicationKind): RedirectProblem | null {
  if (uri.includes('*')) return 'wildcard'
  if (uri.includes('#')) return 'fragment'
  const url = URL.parse(uri)
  if (url === null || /[^\x21-\x7e]/.test(uri)) return 'no-ascii-url'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const isLoopback = LOOPBACK.test(url.hostname)
  if (url.protocol === 'https:') return isLoopback ? 'https-loopback' : null
  if (url.protocol === 'http:') return isLoopback ? null : 'http'
  if (!PRIVATE_SCHEME.test(url.protocol)) return 'unknown-scheme'
  return kind === 'public' ? null : 'private-scheme'
}
