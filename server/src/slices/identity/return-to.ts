import { API_PREFIX } from '../../kernel/addresses.ts'

/** Whom paths are read against; never asked. */
const NOWHERE = 'http://site.invalid'
/** Longer ones do not fit into the cookie of a sign-in. */
const LONGEST = 2600
/** What a browser leaves as it is in an address: printable ASCII without space, quotes, `<>`, backslash, `^`, backtick, `{|}`. */
const PLAIN = /^[!#-;=?-[\]_a-z~]+$/
/** Encoded slashes, backslashes, dots and controls, once or again: what some server in between might take for the real thing. */
const DISGUISED = /%(?:25)*(?:2[ef]|5c|[01][\da-f]|7f)/i
/** Below the interface only the consent of the OAuth provider is a place for browsers. */
const CONSENT = `${API_PREFIX}/oauth2/authorize`

/** What is allowed, for the message of an error. */
export const RETURN_TO_NEEDED =
  '`returnTo` must be a path on this site, beginning with one slash, such as `/account`.'

/**
 * A path of this site as it may stand in a redirect; null for anything else. Only what means the same to every reader
 * passes: in normal form already, on pages of the site or the consent page, nothing disguised in its path.
 */
export function readReturnTo(text: string): string | null {
  if (text.length > LONGEST || !text.startsWith('/') || !PLAIN.test(text)) return null
  const url = URL.parse(text, NOWHERE)
  if (url === null || url.origin !== NOWHERE) return null
  const { pathname, search, hash } = url
  if (pathname + search + hash !== text) return null
  if (pathname.includes('//') || DISGUISED.test(pathname)) return null
  return isPlace(pathname) ? text : null
}

/** Whatever the case: routers and proxies differ about it. */
function isPlace(pathname: string): boolean {
  if (pathname === CONSENT) return true
  return !/^\/api(?:[/%]|$)/i.test(pathname)
}
