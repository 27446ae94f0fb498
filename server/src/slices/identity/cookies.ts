import { createHash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { API_PREFIX } from '../../kernel/addresses.ts'

/** Spec, "Authentication". */
export const SESSION_COOKIE = 'avatary_session'

export interface Cookie {
  readonly name: string
  readonly path: string
}

/** The session of a browser; sent everywhere on this site. */
export const SESSION: Cookie = { name: SESSION_COOKIE, path: '/' }

const SIGN_IN_NAME = 'avatary_sign_in_'
/** Of the routes that sign in, which are sent what is under way. */
const SIGN_IN_PATH = `${API_PREFIX}/login`
/** All sign-ins under way, in characters of the header: proxies commonly refuse one over 8 KiB. */
const MOST_SIGN_INS = 6 * 1024

/** A sign-in under way has a cookie by its state, so that those of several tabs do not overwrite each other. */
export function signInCookie(state: string): Cookie {
  const suffix = createHash('sha256').update(state).digest('base64url').slice(0, 16)
  return { name: SIGN_IN_NAME + suffix, path: SIGN_IN_PATH }
}

/** Sign-ins that make way for a new one of `length` characters: the oldest, which stand first (RFC 6265 §5.4). */
export function surplusSignIns(header: string | undefined, length: number): Cookie[] {
  const surplus: Cookie[] = []
  let total = length
  for (const pair of (header ?? '').split(/; */).reverse()) {
    if (!pair.startsWith(SIGN_IN_NAME)) continue
    total += pair.length
    if (total > MOST_SIGN_INS) surplus.push({ name: pair.split('=', 1)[0]!, path: SIGN_IN_PATH })
  }
  return surplus
}

/**
 * The value of a cookie. Undefined when there are several with different ones: the others were put there by another
 * host of the same domain, and which is ours cannot be told.
 */
export function readCookie(header: string | undefined, { name }: Cookie): string | undefined {
  const values = new Set((header ?? '').split(';').flatMap(pair => parseCookie(pair)[name] ?? []))
  const [value] = values
  return values.size === 1 && value !== '' ? value : undefined
}

/** Out of reach of scripts and of what other sites cause, but for following a link (design, "Paths"). */
export function writeCookie(
  { name, path }: Cookie,
  value: string,
  { maxAgeMs, isSecure }: { maxAgeMs: number; isSecure: boolean },
): string {
  const maxAge = Math.floor(maxAgeMs / 1000)
  return stringifySetCookie({ name, value, maxAge, path, httpOnly: true, sameSite: 'lax', secure: isSecure })
}
