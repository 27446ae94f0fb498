import type { ApplicationKind } from '@avatary/contract/applications'

/** Reasons to refuse a redirect URI. The server's own rule also checks hosts and characters. */
export type RedirectProblem =
  | 'address'
  | 'wildcard'
  | 'fragment'
  | 'user'
  | 'insecure'
  | 'loopback'
  | 'scheme'
  | 'confidential'
  | 'twice'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A reversed domain name (RFC 8252 §7.1). */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/** @returns the first redirect URI that cannot be registered, and the reason; null when all can. */
export function redirectProblem(
  addresses: readonly string[],
  kind: ApplicationKind,
): { readonly address: string; readonly problem: RedirectProblem } | null {
  for (const [at, address] of addresses.entries()) {
    const problem = problemOf(address, kind) ?? (addresses.indexOf(address) < at ? 'twice' : null)
    if (problem !== null) return { address, problem }
  }
  return null
}

function problemOf(address: string, kind: ApplicationKind): RedirectProblem | null {
  if (address.includes('*')) return 'wildcard'
  if (address.includes('#')) return 'fragment'
  const url = URL.parse(address)
  if (url === null || /[^\x21-\x7e]/.test(address)) return 'address'
  if (url.username !== '' || url.password !== '') return 'user'
  const isLoopback = LOOPBACK.test(url.hostname)
  if (url.protocol === 'https:') return isLoopback ? 'loopback' : null
  if (url.protocol === 'http:') return isLoopback ? null : 'insecure'
  if (!PRIVATE_SCHEME.test(url.protocol)) return 'scheme'
  return kind === 'public' ? null : 'confidential'
}
