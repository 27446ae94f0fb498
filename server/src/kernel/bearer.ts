const SCHEME = /^Bearer(?= |$)/i
const TOKEN = /^Bearer +([\w.~+/-]+=*) *$/i

/**
 * Reads the token of `Authorization: Bearer …` (RFC 6750 §2.1); null when malformed. Undefined for other schemes:
 * behind a proxy with a password, browsers send `Basic` with every request.
 */
export function bearerTokenOf(authorization: string | undefined): string | null | undefined {
  if (authorization === undefined || !SCHEME.test(authorization)) return undefined
  return TOKEN.exec(authorization)?.[1] ?? null
}
