import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { failure, type Proof, type RequestContext } from '../../kernel/answer.ts'
import { MINUTE_MS } from '../../kernel/time.ts'

const SIGNATURE = /^[0-9a-f]{128}$/i
/** Seconds since the epoch. */
const TIMESTAMP = /^\d{1,16}$/
/** Largest difference between the timestamp and now; it limits for how long a recorded request can be replayed. */
const TOLERANCE_MS = 5 * MINUTE_MS

/**
 * Accepts requests that Discord signed within the last five minutes (spec, "Authentication"). `byHead` refuses a
 * request with missing, malformed or old headers before its body is read.
 *
 * @param publicKey 64 hexadecimal digits; null when not configured.
 */
export function signatureProof(
  publicKey: string | null,
  now: () => number,
): Proof<'invalid_signature' | 'key_not_configured'> {
  if (publicKey === null) {
    const refuse = () => failure('key_not_configured')
    return { byHead: refuse, byBody: refuse }
  }
  const key = verifyingKey(publicKey)
  return {
    byHead: ({ headers }) => (signatureOf(headers, now()) === null ? failure('invalid_signature') : null),
    byBody: request => (isSigned(key, request, now()) ? null : failure('invalid_signature')),
  }
}

/** RFC 8037 §2. */
export function verifyingKey(publicKey: string): KeyObject {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** Ed25519 (RFC 8032 §5.1.7). @param signature hexadecimal digits. */
export function verifies(key: KeyObject, message: Buffer, signature: string): boolean {
  return SIGNATURE.test(signature) && verify(null, message, key, Buffer.from(signature, 'hex'))
}

function isSigned(
  key: KeyObject,
  { headers, rawBody }: Pick<RequestContext, 'headers' | 'rawBody'>,
  nowMs: number,
): boolean {
  const signature = signatureOf(headers, nowMs)
  return (
    signature !== null &&
    verifies(key, Buffer.concat([Buffer.from(signature.timestamp), rawBody]), signature.signature)
  )
}

/** Null when the headers are missing or malformed, or the timestamp is too far from now. */
function signatureOf(
  headers: RequestContext['headers'],
  nowMs: number,
): { signature: string; timestamp: string } | null {
  const signature = headers['x-signature-ed25519']
  const timestamp = headers['x-signature-timestamp']
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return null
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return null
  return Math.abs(nowMs - Number(timestamp) * 1000) <= TOLERANCE_MS ? { signature, timestamp } : null
}
