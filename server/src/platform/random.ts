import { randomBytes } from 'node:crypto'

/** Returns `bytes` cryptographically random bytes in base64url, which has four characters for three bytes. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
