import { hash } from 'node:crypto'
import { PERSONAL_KEY_PREFIX } from '@avatary/contract/oauth'

/** 256 random bits cannot be guessed, so a plain hash of them is safe to store. */
const KEY_BYTES = 32
const ID_BYTES = 12

const KEY = new RegExp(`^${PERSONAL_KEY_PREFIX}[\\w-]{43}$`)

/** Recognises a personal key by its prefix. */
export function isKey(token: string): boolean {
  return KEY.test(token)
}

/** The stored form of a key. Looking up a hash reveals nothing about keys by its timing. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/**
 * Makes a personal key, of which only the hash is stored.
 *
 * @param randomToken returns that many random bytes in base64url.
 */
export function newKey(randomToken: (bytes: number) => string): { key: string; id: string; hash: string } {
  const key = PERSONAL_KEY_PREFIX + randomToken(KEY_BYTES)
  return { key, id: randomToken(ID_BYTES), hash: hashOfKey(key) }
}
