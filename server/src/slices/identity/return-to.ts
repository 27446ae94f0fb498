import { API_PREFIX } from '../../kernel/addresses.ts'

/** Base for parsing paths; never requested. */
const BASE = 'http://site.invalid'
/** Longer paths do not fit into the sign-in cookie. */
const MAX_PATH_LENGTH = 2600
/**
 * Characters that browsers never rewrite in a URL: printable ASCII except space, quotes, `<>`, backslash, `^`, backtick
 * and `{|}`.
 */
const PLAIN_URL = /^[!#-;=?-[\]_a-z~]+$/
/** Slashes, backslashes, dots and control characters, encoded once or more, because a proxy might decode them. */
const ENCODED_SEPARATORS = /%(?:25)*(?:2[ef]|5c|[01][\da-f]|7f)/i
/** The only path below `/api` that is a page. */
const CONSENT_PATH = `${API_PREFIX}/oauth2/authorize`

export const RETURN_TO_PROBLEM =
  '`returnTo` must be a path on this site, beginning with one slash, such as `/account`.'

/**
 * Checks a path to which a browser shall be redirected; null when it is not allowed. It must be in normal form, so that
 * browsers, proxies and this server agree on it, and be a page of this site.
 */
export function readReturnTo(text: string): string | null {
  if (text.length > MAX_PATH_LENGTH || !text.startsWith('/') || !PLAIN_URL.test(text)) return null
  const url = URL.parse(text, BASE)
  if (url === null || url.origin !== BASE) return null
  const { pathname, search, hash } = url
  if (pathname + search + hash !== text) return null
  if (pathname.includes('//') || ENCODED_SEPARATORS.test(pathname)) return null
  return isPage(pathname) ? text : null
}

/** Ignores case, because routers and proxies differ about it. */
function isPage(pathname: string): boolean {
  if (pathname === CONSENT_PATH) return true
  return !/^\/api(?:[/%]|$)/i.test(pathname)
}
