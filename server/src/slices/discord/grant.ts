import { MINUTE_MS } from '../../kernel/time.ts'
/** Tokens of a Discord user. They are stored sealed, and never answered or logged. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token expires, by our clock. */
  readonly expiresAtMs: number
}

/** Tokens are refreshed this long before they expire, so that none expires during a request. */
const EARLY_MS = 10 * MINUTE_MS

export function needsRefresh({ expiresAtMs }: Grant, nowMs: number): boolean {
  return nowMs >= expiresAtMs - EARLY_MS
}

export function writeGrant(grant: Grant): string {
  return JSON.stringify([grant.accessToken, grant.refreshToken, grant.expiresAtMs])
}

export function readGrant(text: string): Grant {
  const [accessToken, refreshToken, expiresAtMs] = JSON.parse(text) as [string, string, number]
  return { accessToken, refreshToken, expiresAtMs }
}
