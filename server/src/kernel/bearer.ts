const SCHEME = /^Bearer(?= |$)/i
const TOKEN = /^Bearer +([\w.~+/-]+=*) *$/i

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1); null when malformed, undefined for another scheme. */
export function bearerTokenOf(authorization: string | undefined): string | null | undefined {
  if (authorization === undefined || !SCHEME.test(authorization)) return undefined
  return TOKEN.exec(authorization)?.[1] ?? null
}
