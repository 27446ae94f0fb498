/** What Discord lets us do for a user. It is stored sealed, and no answer or log line ever holds it. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token ends, by our clock. */
  readonly expiresAtMs: number
}

/** Tokens are replaced that long before they end, so that none ends on its way. */
const EARLY_MS = 10 * 60_000

export function needsRefresh({ expiresAtMs }: Grant, nowMs: number): boolean {
  return nowMs >= expiresAtMs - EARLY_MS
}

export function writeGrant(grant: Grant): string {
  return JSON.stringify([grant.accessToken, grant.refreshToken, grant.expiresAtMs])
}

/** @param text as `writeGrant` wrote it. */
export function readGrant(text: string): Grant {
  const [accessToken, refreshToken, expiresAtMs] = JSON.parse(text) as [string, string, number]
  return { accessToken, refreshToken, expiresAtMs }
}
