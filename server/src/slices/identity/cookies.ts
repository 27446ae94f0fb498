import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { API_PREFIX } from '../../kernel/addresses.ts'

/** Named by the spec, "Authentication". */
export const SESSION_COOKIE = 'avatary_session'

export interface Cookie {
  readonly name: string
  readonly path: string
}

/** The session of a browser; sent everywhere on this site. */
export const SESSION: Cookie = { name: SESSION_COOKIE, path: '/' }

const SIGN_IN_NAME = 'avatary_sign_in_'
/** Only the routes that sign in get these cookies. */
const SIGN_IN_PATH = `${API_PREFIX}/login`
/** Characters of all cookies of sign-ins together: proxies commonly refuse a header over 8 KiB. */
const MAX_SIGN_INS = 6 * 1024

/** The cookie of a sign-in is named by its state, so that several tabs can sign in at once. */
export function signInCookie(state: string): Cookie {
  const suffix = hash('sha256', state, 'base64url').slice(0, 16)
  return { name: SIGN_IN_NAME + suffix, path: SIGN_IN_PATH }
}

/** Cookies of the oldest sign-ins to delete for a new one of `length` characters; the oldest come first (RFC 6265 §5.4). */
export function surplusSignIns(header: string | undefined, length: number): Cookie[] {
  const surplus: Cookie[] = []
  let total = length
  for (const pair of (header ?? '').split(/; */).reverse()) {
    if (!pair.startsWith(SIGN_IN_NAME)) continue
    total += pair.length
    if (total > MAX_SIGN_INS) surplus.push({ name: pair.split('=', 1)[0]!, path: SIGN_IN_PATH })
  }
  return surplus
}

/**
 * Reads the value of a cookie. Undefined when there are several with different values: another host of the same domain
 * set one, and the right one cannot be recognised.
 */
export function readCookie(header: string | undefined, { name }: Cookie): string | undefined {
  const values = new Set((header ?? '').split(';').flatMap(pair => parseCookie(pair)[name] ?? []))
  const [value] = values
  return values.size === 1 && value !== '' ? value : undefined
}

/** Hides the cookie from scripts and from requests of other sites, except links. */
export function writeCookie(
  { name, path }: Cookie,
  value: string,
  { maxAgeMs, isSecure }: { maxAgeMs: number; isSecure: boolean },
): string {
  const maxAge = Math.floor(maxAgeMs / 1000)
  return stringifySetCookie({ name, value, maxAge, path, httpOnly: true, sameSite: 'lax', secure: isSecure })
}
