import { createHash } from 'node:crypto'
import { PERSONAL_KEY_PREFIX } from '@avatary/contract/oauth'

/** Of a key: 256 bits, which nobody guesses, so that a plain hash keeps them (design, "Account"). */
export const KEY_BYTES = 32

const KEY = new RegExp(`^${PERSONAL_KEY_PREFIX}[\\w-]{43}$`)

/** Of any other secret it is told by its beginning. */
export function isKey(token: string): boolean {
  return KEY.test(token)
}

/** What is stored of a key. Who finds it by this learns nothing by how long that takes. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
