import { hash } from 'node:crypto'

/** A strong tag of the content (RFC 9110 §8.8.3): equal bytes have equal tags, in every process and after restarts. */
export function contentTag(body: Buffer | string): string {
  return `"${hash('sha1', body, 'base64url').slice(0, 22)}"`
}

/** The tag of another encoding of the same content, which is another representation (RFC 9110 §8.8.3.3). */
export function encodedTag(tag: string, encoding: string): string {
  return `${tag.slice(0, -1)}-${encoding}"`
}

const TAG = /(?:W\/)?("[^"]*")/g

/** Whether an `If-None-Match` names the tag: a list or `*`, compared weakly (RFC 9110 §13.1.2). */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true
  const wanted = tag.replace(/^W\//, '')
  for (const [, opaque] of ifNoneMatch.matchAll(TAG)) {
    if (opaque === wanted) return true
  }
  return false
}
