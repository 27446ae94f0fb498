/** The ETag of a compressed form, which is a representation of its own (RFC 9110 §8.8.3.3). */
export function encodedETag(tag: string, encoding: string): string {
  return `${tag.slice(0, -1)}-${encoding}"`
}

const TAG = /(?:W\/)?("[^"]*")/g

/** True when an `If-None-Match`, a list or `*`, matches the tag; the comparison is weak (RFC 9110 §13.1.2). */
export function matchesETag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true
  const opaqueTag = tag.replace(/^W\//, '')
  return ifNoneMatch.matchAll(TAG).some(([, opaque]) => opaque === opaqueTag)
}
