import { hash } from 'node:crypto'
import { PERSONAL_KEY_PREFIX } from '@avatary/contract/oauth'

/** 256 random bits cannot be guessed, so it is safe to store a plain hash of them. */
const KEY_BYTES = 32
const ID_BYTES = 12

/** The prefix and `KEY_BYTES` in base64url. */
const KEY = new RegExp(`^${PERSONAL_KEY_PREFIX}[\\w-]{43}$`)

export function isKey(token: string): boolean {
  return KEY.test(token)
}

/** The stored form of a key. The timing of a lookup by hash reveals nothing about keys. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/**
 * Makes a personal key. Only its hash is stored.
 *
 * @param randomToken returns this many random bytes in base64url.
 */
export function newKey(randomToken: (bytes: number) => string): { key: string; id: string; hash: string } {
  const key = PERSONAL_KEY_PREFIX + randomToken(KEY_BYTES)
  return { key, id: randomToken(ID_BYTES), hash: hashOfKey(key) }
}
