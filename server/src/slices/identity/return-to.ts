import { API_PREFIX } from '../../kernel/addresses.ts'

/** Base for parsing paths; never requested. */
const BASE = 'http://site.invalid'
/** Longer paths do not fit into the cookie of a sign-in. */
const MAX_LENGTH = 2600
/** Characters that browsers do not change in an address: printable ASCII without space, quotes, `<>`, backslash, `^`, backtick, `{|}`. */
const PLAIN = /^[!#-;=?-[\]_a-z~]+$/
/** Slashes, backslashes, dots and controls, encoded once or more: a proxy might decode them. */
const ENCODED = /%(?:25)*(?:2[ef]|5c|[01][\da-f]|7f)/i
/** The only path below `/api` that shows a page. */
const CONSENT = `${API_PREFIX}/oauth2/authorize`

export const RETURN_TO_NEEDED =
  '`returnTo` must be a path on this site, beginning with one slash, such as `/account`.'

/**
 * Checks a path that a browser is to be redirected to; null when it is not allowed. It must be in normal form, so that
 * browsers, proxies and this server read it alike, and lead to a page of this site or to the consent page.
 */
export function readReturnTo(text: string): string | null {
  if (text.length > MAX_LENGTH || !text.startsWith('/') || !PLAIN.test(text)) return null
  const url = URL.parse(text, BASE)
  if (url === null || url.origin !== BASE) return null
  const { pathname, search, hash } = url
  if (pathname + search + hash !== text) return null
  if (pathname.includes('//') || ENCODED.test(pathname)) return null
  return isPage(pathname) ? text : null
}

/** Ignores case, as routers and proxies differ about it. */
function isPage(pathname: string): boolean {
  if (pathname === CONSENT) return true
  return !/^\/api(?:[/%]|$)/i.test(pathname)
}
