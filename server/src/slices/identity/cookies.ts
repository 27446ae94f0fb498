import { parseCookie, stringifySetCookie } from 'cookie'

/** Spec, "Authentication". */
export const SESSION_COOKIE = 'avatary_session'

export interface Cookie {
  readonly name: string
  readonly path: string
}

/** The session of a browser; sent everywhere on this site. */
export const SESSION: Cookie = { name: SESSION_COOKIE, path: '/' }

/** A sign-in under way; sent to its callback alone. */
export const SIGN_IN: Cookie = { name: 'avatary_sign_in', path: '/api/login/callback' }

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
