import { hash } from 'node:crypto'
import { decrypt, encrypt, NONCE, TAG } from '../crypto/sealed.ts'

/** Seals the payload of a record with a key made from its id, which is stored only as a hash. */
export function seal(id: string, value: unknown): string {
  const { nonce, tag, body } = encrypt(keyOf(id), JSON.stringify(value), '')
  return Buffer.concat([nonce, tag, body]).toString('base64')
}

/** @throws when it was sealed with another id, or changed since. */
export function unseal(id: string, text: string): Record<string, unknown> {
  const bytes = Buffer.from(text, 'base64')
  const [nonce, tag, body] = [
    bytes.subarray(0, NONCE),
    bytes.subarray(NONCE, NONCE + TAG),
    bytes.subarray(NONCE + TAG),
  ]
  const opened = decrypt(keyOf(id), { nonce, tag, body }, '')
  if (opened === null) throw new Error('A record was sealed with another id, or changed since')
  return JSON.parse(opened)
}

/** A different hash from the one that finds the row, which would otherwise reveal the key. */
function keyOf(id: string): Buffer {
  return hash('sha256', `avatary oauth payload\0${id}`, 'buffer')
}
