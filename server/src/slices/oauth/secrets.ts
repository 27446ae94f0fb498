import { createHash, timingSafeEqual } from 'node:crypto'

/** 256 bits: nobody guesses one, so a plain hash keeps it. */
export const SECRET_BYTES = 32

/** Beginnings by which people and scanners of leaked secrets know what they look at. */
export const CLIENT_ID_PREFIX = 'avc_'
export const CLIENT_SECRET_PREFIX = 'avs_'

/** What is kept of a secret, a token, or another id that proves something by being known. */
export function secretHashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Takes as long for any wrong secret, whatever it begins with and however long it is. */
export function isSecretOf(hash: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(secretHashOf(given)), Buffer.from(hash))
}
