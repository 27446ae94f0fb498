import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals texts for storage with AES-256-GCM: who has the database alone reads nothing, and a sealed text that was
 * changed, or moved to another row, does not open.
 */
export interface Sealer {
  /** @param about what it belongs to, such as the row's key; needed again to open it. */
  seal(text: string, about: string): string
  /** Null when it was changed, is about something else, or was sealed with a key that is gone. */
  open(sealed: string, about: string): string | null
  /** Whether it was sealed with an older key and is better sealed again. */
  isStale(sealed: string): boolean
}

/** Bytes (NIST SP 800-38D, §5.2.1). */
const NONCE = 12
const TAG = 16
const ALGORITHM = 'aes-256-gcm'

interface SealingKey {
  /** First characters of a hash: which key it was, and nothing about it. */
  readonly id: string
  readonly bytes: Buffer
}

/**
 * @param secrets `SECRET_KEY` and those before it, 32 bytes each: the first seals, all of them open.
 * @param purpose what the texts are: texts of one purpose never open for another, whatever they are about.
 */
export function createSealer(secrets: readonly [Buffer, ...Buffer[]], purpose: string): Sealer {
  const keys = secrets.map(secret => keyFor(secret, purpose))
  const [current] = keys as [SealingKey]
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(ALGORITHM, current.bytes, nonce)
      cipher.setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${current.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, about) {
      const [id, rest = ''] = sealed.split('.')
      const key = keys.find(known => known.id === id)
      return key === undefined ? null : unseal(key, Buffer.from(rest, 'base64url'), about)
    },
    isStale: sealed => !sealed.startsWith(`${current.id}.`),
  }
}

function unseal({ bytes: key }: SealingKey, bytes: Buffer, about: string): string | null {
  if (bytes.length < NONCE + TAG) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(-TAG))
  try {
    const body = bytes.subarray(NONCE, -TAG)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** A key of its own for each purpose (RFC 5869), so that one secret serves all. */
function keyFor(secret: Buffer, purpose: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `avatary ${purpose}`, 32))
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes }
}
