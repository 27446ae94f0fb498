import { hash, timingSafeEqual } from 'node:crypto'

export function secretHashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/**
 * Identifies the owner of a blocked application after the account was deleted. @param id the id at the community site.
 */
export function ownerHashOf(id: string): string {
  return secretHashOf(`owner ${id}`)
}

/** Compares in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(secretHashOf(secret)), Buffer.from(hash))
}
