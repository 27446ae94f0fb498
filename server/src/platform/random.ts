import { randomBytes } from 'node:crypto'

/** What cannot be guessed: `bytes` random bytes in base64url, four characters for three of them. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
