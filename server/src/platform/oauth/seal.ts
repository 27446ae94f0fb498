import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Seals what is kept under an id with a key made from that id, which is itself kept only as a hash. */
export function seal(id: string, value: unknown): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(id), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws when it was sealed under another id, or changed since. */
export function unseal(id: string, text: string): Record<string, unknown> {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv(CIPHER, keyOf(id), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(opened.toString())
}

/** Another hash than the one that finds the row, or that would open it. */
function keyOf(id: string): Buffer {
  return createHash('sha256').update(`avatary oauth payload\0${id}`).digest()
}
