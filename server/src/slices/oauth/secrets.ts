import { hash, timingSafeEqual } from 'node:crypto'
import type { ApplicationKind } from '@avatary/contract/applications'
import type { ApplicationDetails, NewClient } from './applications.ts'

const CLIENT_ID_BYTES = 12
/** A secret of 256 bits cannot be guessed, so a plain hash protects it. */
const SECRET_BYTES = 32

/** Prefixes by which people and scanners for leaked secrets recognise them. */
const CLIENT_ID_PREFIX = 'avc_'
const CLIENT_SECRET_PREFIX = 'avs_'

type RandomToken = (bytes: number) => string

/** Makes an application and its secret. Only the hash of the secret is stored. */
export function newClient(
  { kind, ...details }: ApplicationDetails & { readonly kind: ApplicationKind },
  { nowMs, randomToken }: { nowMs: number; randomToken: RandomToken },
): { client: NewClient; secret: string | null } {
  const { secret, secretHash } =
    kind === 'confidential' ? newSecret(randomToken) : { secret: null, secretHash: null }
  const clientId = CLIENT_ID_PREFIX + randomToken(CLIENT_ID_BYTES)
  return { client: { clientId, ...details, kind, createdAtMs: nowMs, secretHash }, secret }
}

export function newSecret(randomToken: RandomToken): { secret: string; secretHash: string } {
  const secret = CLIENT_SECRET_PREFIX + randomToken(SECRET_BYTES)
  return { secret, secretHash: secretHashOf(secret) }
}

export function secretHashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/**
 * Identifies the owner of a blocked application after the account was deleted. @param id the id at the community site.
 */
export function ownerHashOf(id: string): string {
  return secretHashOf(`owner ${id}`)
}

/** Compares in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(secretHashOf(secret)), Buffer.from(hash))
}
