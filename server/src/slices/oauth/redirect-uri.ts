import { domainToUnicode } from 'node:url'
import type { ApplicationKind } from '@avatary/contract/applications'
import { LOOPBACK_NAMES } from '../../kernel/own-origins.ts'

/** Characters of a URI (RFC 3986 §2) except the asterisk, which would look like a wildcard. */
const URI_WITHOUT_WILDCARD = /^[\w\-.~:/?#[\]@!$&'()+,;=%]+$/

/**
 * A private-use scheme is a reversed domain name (RFC 8252 §7.1); its dot distinguishes it from schemes of browsers.
 */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/** Underscores are allowed, because some hosts have them despite RFC 1123. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** @returns why a redirect URI cannot be registered, or null (RFC 6749 §3.1.2, RFC 8252 §7). */
export function redirectUriProblem(uri: string, kind: ApplicationKind): string | null {
  if (uri.includes('*')) return 'must not have a wildcard'
  if (!URI_WITHOUT_WILDCARD.test(uri))
    return 'must be an absolute URI in ASCII, without spaces or other characters that have to be escaped'
  if (uri.includes('#')) return 'must not have a fragment'
  const url = URL.parse(uri)
  if (url === null) return 'must be an absolute URI'
  if (/^[^/?#]*\/\/[^/?#]*@/.test(uri)) return 'must not have a user name or password'
  if (/^https?:$/.test(url.protocol) && !beginsInNormalForm(uri, url)) {
    return `must begin in normal form: \`${url.origin}\``
  }
  if (url.protocol === 'https:') return httpsProblem(url)
  if (url.protocol === 'http:') {
    return LOOPBACK_NAMES.has(url.hostname)
      ? null
      : 'must use https; http is for loopback addresses (127.0.0.1, [::1], localhost)'
  }
  if (!PRIVATE_SCHEME.test(url.protocol)) {
    return 'must use https, http with a loopback address, or a scheme of your own that is a domain in reverse (com.example.app:/callback)'
  }
  return kind === 'public'
    ? null
    : 'must use https or a loopback address; schemes of apps are for public applications'
}

/**
 * True when only the application can receive what is sent to a redirect URI. Other programs on the device can listen on
 * a loopback address or register a private-use scheme; then the user is asked every time (RFC 8252 §8.6).
 */
export function isClaimed(uri: string): boolean {
  return uri.startsWith('https://')
}

/** False for `https:host`, `HTTPS://HOST` or an octal address, in which parsers may see different hosts. */
function beginsInNormalForm(uri: string, { origin }: URL): boolean {
  return uri.startsWith(origin) && /^(?:[/?]|$)/.test(uri.slice(origin.length))
}

function httpsProblem({ hostname }: URL): string | null {
  if (LOOPBACK_NAMES.has(hostname)) return 'must use http with a loopback address'
  const isHost = hostname.startsWith('[') || hostname.split('.').every(isLabel)
  return isHost ? null : 'must name a host that can exist'
}

/** True for a label of a host name (RFC 1123 §2.1), which after `xn--` must be valid Punycode (RFC 5890 §2.3.2.1). */
function isLabel(label: string): boolean {
  return LABEL.test(label) && (!label.startsWith('xn--') || domainToUnicode(label) !== label)
}
