import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** DER prefix of an Ed25519 private key, before its 32 bytes (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const RAW_KEY_BYTES = 32

/** Ways to sign an interaction; an endpoint must refuse all except the first. */
export type Signing = 'valid' | 'other-key' | 'other-body' | 'other-timestamp' | 'none' | 'garbage'

/** Derives the key of an application from a seed. */
export class InteractionKey {
  readonly #key: KeyObject
  /** 64 hexadecimal digits, as the developer portal shows it. */
  readonly publicKey: string

  constructor(seed: string) {
    const bytes = createHash('sha256').update(seed).digest()
    this.#key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' })
    const spki = createPublicKey(this.#key).export({ format: 'der', type: 'spki' })
    this.publicKey = spki.subarray(-RAW_KEY_BYTES).toString('hex')
  }

  /** Hexadecimal digits of the signature over timestamp and body. */
  sign(timestamp: string, body: string): string {
    return sign(null, Buffer.from(timestamp + body), this.#key).toString('hex')
  }
}

/** The headers of an interaction. */
export function signedHeaders(
  key: InteractionKey,
  { body, timestamp, signing }: { body: string; timestamp: string; signing: Signing },
): Record<string, string> {
  const headers = (signature: string) => ({
    'X-Signature-Ed25519': signature,
    'X-Signature-Timestamp': timestamp,
  })
  switch (signing) {
    case 'valid':
      return headers(key.sign(timestamp, body))
    case 'other-key':
      return headers(new InteractionKey('of somebody else').sign(timestamp, body))
    case 'other-body':
      return headers(key.sign(timestamp, `${body} `))
    case 'other-timestamp':
      return headers(key.sign(`${timestamp}0`, body))
    case 'garbage':
      return headers('zz'.repeat(64))
    case 'none':
      return {}
  }
}
