import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure, type RequestContext } from '../../kernel/answer.ts'

/** DER of an Ed25519 public key up to its 32 bytes (RFC 8410 §4). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const SIGNATURE = /^[0-9a-f]{128}$/i
/** Seconds since the epoch, as Discord writes them. */
const TIMESTAMP = /^\d{1,16}$/

type Signed = Pick<RequestContext, 'headers' | 'rawBody'>

/**
 * Lets through what Discord signed, byte by byte as it came (spec, "Authentication").
 *
 * @param publicKey 64 hexadecimal digits; null when it is not configured.
 */
export function signatureProof(publicKey: string | null): (signed: Signed) => Failure<ErrorCode> | null {
  if (publicKey === null) return () => failure('key_not_configured')
  const key = verifyingKey(publicKey)
  return signed => (isSigned(key, signed) ? null : failure('invalid_signature'))
}

export function verifyingKey(publicKey: string): KeyObject {
  const key = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** Ed25519 (RFC 8032 §5.1.7). @param signature hexadecimal digits. */
export function verifies(key: KeyObject, message: Buffer, signature: string): boolean {
  return SIGNATURE.test(signature) && verify(null, message, key, Buffer.from(signature, 'hex'))
}

function isSigned(key: KeyObject, { headers, rawBody }: Signed): boolean {
  const signature = headers['x-signature-ed25519']
  const timestamp = headers['x-signature-timestamp']
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp))
    return false
  return verifies(key, Buffer.concat([Buffer.from(timestamp), rawBody]), signature)
}
