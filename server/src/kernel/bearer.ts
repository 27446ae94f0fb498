const SCHEME = /^Bearer(?= |$)/i
const TOKEN = /^Bearer +([\w.~+/-]+=*) *$/i

/**
 * Reads the token of a header `Authorization: Bearer …` (RFC 6750 §2.1); null when it is malformed. Undefined without
 * that scheme: browsers send `Basic` with every request when a proxy asks for a password.
 */
export function bearerTokenOf(authorization: string | undefined): string | null | undefined {
  if (authorization === undefined || !SCHEME.test(authorization)) return undefined
  return TOKEN.exec(authorization)?.[1] ?? null
}
