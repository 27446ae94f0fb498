import { createHash } from 'node:crypto'

/** A person's consent to an application, which all resulting tokens share. */
export interface Authorization {
  readonly sub: string
  readonly scope: string
  isRevoked: boolean
}

interface Consent {
  readonly sub: string
  readonly scope: string
  readonly redirectUri: string
  /** The code challenge of PKCE (RFC 7636 §4.2); absent without PKCE. */
  readonly challenge?: string
}

interface TokensOptions {
  readonly now: () => number
  readonly seed: string
  /** Begins all codes and tokens. */
  readonly prefix: string
  readonly lifetimeSeconds: number
  readonly issuesRefreshTokens: boolean
}

const CODE_LIFETIME_MS = 60_000

/** Codes and tokens of a simulated OAuth provider; the same in every run with the same seed. */
export class Tokens {
  readonly #options: TokensOptions
  readonly #codes = new Map<string, Consent & { expiresAtMs: number }>()
  readonly #accessTokens = new Map<string, { authorization: Authorization; expiresAtMs: number }>()
  readonly #refreshTokens = new Map<string, Authorization>()
  #issuedCount = 0

  constructor(options: TokensOptions) {
    this.#options = options
  }

  /** Creates the code that the browser brings back after consent. */
  issueCode(consent: Consent): string {
    const code = this.#make('code')
    this.#codes.set(code, { ...consent, expiresAtMs: this.#options.now() + CODE_LIFETIME_MS })
    return code
  }

  /**
   * @returns null when the code is unknown, used, expired, or issued for another redirect URI or verifier (RFC 7636
   * §4.6).
   */
  redeem(code: string, redirectUri: string, verifier = ''): object | null {
    const consent = this.#codes.get(code)
    this.#codes.delete(code)
    if (consent === undefined || consent.redirectUri !== redirectUri) return null
    if (consent.expiresAtMs < this.#options.now()) return null
    const { sub, scope, challenge } = consent
    if (challenge !== undefined && digest(verifier) !== challenge) return null
    return this.#issue({ sub, scope, isRevoked: false })
  }

  /** A refresh token works once, and is replaced by a new one. */
  refresh(token: string): object | null {
    const authorization = this.#refreshTokens.get(token)
    this.#refreshTokens.delete(token)
    return authorization === undefined || authorization.isRevoked ? null : this.#issue(authorization)
  }

  /** The authorization of an access token; null when the token is unknown, expired or revoked. */
  authorizationOf(token: string): Authorization | null {
    const accessToken = this.#accessTokens.get(token)
    if (accessToken === undefined || accessToken.authorization.isRevoked) return null
    return accessToken.expiresAtMs < this.#options.now() ? null : accessToken.authorization
  }

  /** Revoking one token ends its authorization with all tokens, as in Discord. */
  revoke(token: string): void {
    const authorization = this.#accessTokens.get(token)?.authorization ?? this.#refreshTokens.get(token)
    if (authorization !== undefined) authorization.isRevoked = true
  }

  /** Acts like a person who removes the application in the settings of the provider. */
  revokeAllOf(sub: string): void {
    for (const { authorization } of this.#accessTokens.values())
      if (authorization.sub === sub) authorization.isRevoked = true
  }

  #issue(authorization: Authorization): object {
    const { now, lifetimeSeconds, issuesRefreshTokens } = this.#options
    const token = this.#make('token')
    this.#accessTokens.set(token, { authorization, expiresAtMs: now() + lifetimeSeconds * 1000 })
    const { scope } = authorization
    const answer = { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, scope }
    if (!issuesRefreshTokens) return answer
    const refreshToken = this.#make('refresh')
    this.#refreshTokens.set(refreshToken, authorization)
    return { ...answer, refresh_token: refreshToken }
  }

  #make(kind: string): string {
    const { prefix, seed } = this.#options
    return `${prefix}-${kind}-${digest(`${seed} ${kind} ${this.#issuedCount++}`)}`
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
