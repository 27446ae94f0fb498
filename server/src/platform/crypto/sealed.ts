import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { Sealer } from '../../kernel/sealer.ts'

/** Lengths of the nonce and the authentication tag (NIST SP 800-38D, §5.2.1). */
export const NONCE_BYTES = 12
export const TAG_BYTES = 16
export const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'

interface SealingKey {
  /** The first characters of the hash of `bytes`, which identify the key without revealing it. */
  readonly id: string
  readonly bytes: Buffer
}

/**
 * Seals with AES-256-GCM.
 * @param secrets `SECRET_KEY` and previous ones, 32 bytes each: the first seals, all of them open.
 * @param purpose a text that was sealed for one purpose cannot be opened for another.
 */
export function createSealer(secrets: readonly [Buffer, ...Buffer[]], purpose: string): Sealer {
  const keys = secrets.map(secret => keyFor(secret, purpose))
  const [current] = keys as [SealingKey]
  return {
    seal(text, associatedData) {
      const { nonce, ciphertext, tag } = encrypt(current.bytes, text, associatedData)
      return `${current.id}.${Buffer.concat([nonce, ciphertext, tag]).toString('base64url')}`
    },
    open(sealed, associatedData) {
      const [keyId, base64 = ''] = sealed.split('.')
      const key = keys.find(({ id }) => id === keyId)
      const bytes = Buffer.from(base64, 'base64url')
      if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
      const tag = bytes.subarray(-TAG_BYTES)
      return decrypt(key.bytes, { nonce, ciphertext, tag }, associatedData)
    },
    isStale: sealed => !sealed.startsWith(`${current.id}.`),
  }
}

interface Encrypted {
  readonly nonce: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

/** @param associatedData authenticated but not encrypted; `decrypt` needs the same text. */
export function encrypt(key: Buffer, text: string, associatedData: string): Encrypted {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(Buffer.from(associatedData))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { nonce, ciphertext, tag: cipher.getAuthTag() }
}

/** Returns null when the text was changed, or encrypted with another key or other associated data. */
export function decrypt(key: Buffer, encrypted: Encrypted, associatedData: string): string | null {
  const decipher = createDecipheriv(ALGORITHM, key, encrypted.nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(associatedData))
  decipher.setAuthTag(encrypted.tag)
  try {
    return Buffer.concat([decipher.update(encrypted.ciphertext), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Derives a separate key for each purpose (RFC 5869), so that one secret suffices. */
function keyFor(secret: Buffer, purpose: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `avatary ${purpose}`, KEY_BYTES))
  return { id: hash('sha256', bytes, 'base64url').slice(0, 8), bytes }
}
