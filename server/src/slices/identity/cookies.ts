import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { API_PREFIX } from '../../kernel/addresses.ts'

/** The name is given by the spec, "Authentication". */
export const SESSION_COOKIE_NAME = 'avatary_session'

export interface Cookie {
  readonly name: string
  readonly path: string
}

/** The session of a browser; sent with all requests to this site. */
export const SESSION_COOKIE: Cookie = { name: SESSION_COOKIE_NAME, path: '/' }

const SIGN_IN_COOKIE_PREFIX = 'avatary_sign_in_'
/** Only the routes for signing in are sent these cookies. */
const SIGN_IN_PATH = `${API_PREFIX}/login`
/** Characters that all sign-in cookies may have together: proxies commonly refuse headers over 8 KiB. */
const MAX_CHARACTERS = 6 * 1024

/** Sign-in cookies are named after their state, so that several tabs can sign in at once. */
export function signInCookie(state: string): Cookie {
  const suffix = hash('sha256', state, 'base64url').slice(0, 16)
  return { name: SIGN_IN_COOKIE_PREFIX + suffix, path: SIGN_IN_PATH }
}

/**
 * The cookies of old sign-ins to delete, so that a new one of `newLength` characters fits; browsers send old ones first
 * (RFC 6265 §5.4).
 */
export function surplusSignIns(header: string | undefined, newLength: number): Cookie[] {
  const cookies: Cookie[] = []
  let total = newLength
  for (const pair of (header ?? '').split(/; */).reverse()) {
    if (!pair.startsWith(SIGN_IN_COOKIE_PREFIX)) continue
    total += pair.length
    if (total > MAX_CHARACTERS) cookies.push({ name: pair.split('=', 1)[0]!, path: SIGN_IN_PATH })
  }
  return cookies
}

/**
 * Reads the value of a cookie. Undefined if there are several with different values: then another host of the domain
 * has set one, and the right one cannot be identified.
 */
export function readCookie(header: string | undefined, { name }: Cookie): string | undefined {
  const values = new Set((header ?? '').split(';').flatMap(pair => parseCookie(pair)[name] ?? []))
  const [value] = values
  return values.size === 1 && value !== '' ? value : undefined
}

/** Hides the cookie from scripts and from requests by other sites, except when a link is followed. */
export function writeCookie(
  { name, path }: Cookie,
  value: string,
  { maxAgeMs, isSecure }: { maxAgeMs: number; isSecure: boolean },
): string {
  const maxAge = Math.floor(maxAgeMs / 1000)
  return stringifySetCookie({ name, value, maxAge, path, httpOnly: true, sameSite: 'lax', secure: isSecure })
}
