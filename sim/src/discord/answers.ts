import type { SimAnswer, SimRequest } from '../server/sim-server.ts'

export function ok(body: unknown): SimAnswer {
  return { status: 200, body }
}

export const NO_CONTENT: SimAnswer = { status: 204 }

/** An error in the shape of Discord's API, with Discord's own code. */
export function discordError(status: number, code: number, message: string): SimAnswer {
  return { status, body: { message, code } }
}

export const UNAUTHORIZED = discordError(401, 0, '401: Unauthorized')
export const UNKNOWN_GUILD = discordError(404, 10004, 'Unknown Guild')
export const UNKNOWN_MEMBER = discordError(404, 10007, 'Unknown Member')
export const UNKNOWN_CHANNEL = discordError(404, 10003, 'Unknown Channel')
export const MISSING_ACCESS = discordError(403, 50001, 'Missing Access')
export const BAD_BODY = discordError(400, 50035, 'Invalid Form Body')
/** Answers a request with an invalid user agent. */
export const BAD_USER_AGENT = discordError(403, 40333, 'internal network error')

/** A rate limit in the shape of Discord's API: for all routes when `isGlobal`, otherwise for this route. */
export function rateLimitError(retryAfterSeconds: number, isGlobal: boolean): SimAnswer {
  return {
    status: 429,
    headers: {
      'retry-after': String(Math.ceil(retryAfterSeconds)),
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': String(retryAfterSeconds),
      'x-ratelimit-scope': isGlobal ? 'global' : 'user',
      ...(isGlobal && { 'x-ratelimit-global': 'true' }),
    },
    body: { message: 'You are being rate limited.', retry_after: retryAfterSeconds, global: isGlobal },
  }
}

/** Splits an `Authorization` header; both parts are empty without one. */
export function credentialsOf({ headers }: SimRequest): { scheme: string; value: string } {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ')
  return { scheme, value }
}

/** @returns null when the body is not JSON. */
export function jsonOf({ body, headers }: SimRequest): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return null
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
