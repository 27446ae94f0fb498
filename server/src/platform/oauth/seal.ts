import { hash } from 'node:crypto'
import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from '../crypto/sealed.ts'

/** Seals the payload of an artifact with a key derived from the artifact's id, of which only a hash is stored. */
export function seal(id: string, value: unknown): string {
  const { nonce, tag, ciphertext } = encrypt(keyOf(id), JSON.stringify(value), '')
  return Buffer.concat([nonce, tag, ciphertext]).toString('base64')
}

/** @throws when the text was sealed with another id, or was changed since. */
export function unseal(id: string, text: string): Record<string, unknown> {
  const bytes = Buffer.from(text, 'base64')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  const plainText = decrypt(keyOf(id), { nonce, tag, ciphertext }, '')
  if (plainText === null) throw new Error('An artifact was sealed with another id, or changed since')
  return JSON.parse(plainText)
}

/** Differs from the hash that finds the row, which would otherwise reveal the key. */
function keyOf(id: string): Buffer {
  return hash('sha256', `avatary oauth payload\0${id}`, 'buffer')
}
