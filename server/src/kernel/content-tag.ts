import { hash } from 'node:crypto'

/** A strong ETag (RFC 9110 §8.8.3): equal bytes have equal ETags in every process, also after restarts. */
export function contentTag(body: Buffer | string): string {
  return `"${hash('sha1', body, 'base64url').slice(0, 22)}"`
}
