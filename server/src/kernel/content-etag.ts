import { createCipheriv, hash } from 'node:crypto'

/** GMAC of shorter bodies takes longer than a hash. */
const MIN_GMAC_BYTES = 32 * 1024
const NO_KEY = Buffer.alloc(16)
const NO_NONCE = Buffer.alloc(12)

/** A strong ETag (RFC 9110 §8.8.3): equal bytes have equal ETags in every process, also after restarts. */
export function contentETag(body: Buffer | string): string {
  const isLong = typeof body !== 'string' && body.length >= MIN_GMAC_BYTES
  const sum = isLong ? checksum(body) : hash('sha1', body, 'base64url').slice(0, 22)
  return `"${sum}"`
}

/**
 * GMAC (NIST SP 800-38D) without a secret, as a checksum of 128 bits. Processors have instructions for it: 3 MB take
 * 0.1 ms instead of 1.4 with SHA-1.
 */
function checksum(bytes: Buffer): string {
  const cipher = createCipheriv('aes-128-gcm', NO_KEY, NO_NONCE).setAAD(bytes)
  cipher.final()
  return cipher.getAuthTag().toString('base64url')
}
