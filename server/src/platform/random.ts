import { randomBytes } from 'node:crypto'

/** `bytes` random bytes in base64url, four characters for three bytes; cannot be guessed. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
