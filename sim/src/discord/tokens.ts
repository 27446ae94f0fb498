import { createHash } from 'node:crypto'
import type { Snowflake } from './guilds.ts'

/** A user's consent to an application, which all resulting tokens share. */
export interface Authorization {
  readonly userId: Snowflake
  readonly scope: string
  isRevoked: boolean
}

interface Code {
  readonly authorization: Authorization
  readonly redirectUri: string
  readonly expiresAtMs: number
}

const CODE_LIFETIME_MS = 60_000
/** `expires_in`, as Discord answers it. */
const TOKEN_LIFETIME_SECONDS = 604_800

/** Codes and tokens of the simulated Discord; the same in every run with the same seed. */
export class Tokens {
  readonly #now: () => number
  readonly #seed: string
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, { authorization: Authorization; expiresAtMs: number }>()
  readonly #refresh = new Map<string, Authorization>()
  #made = 0

  constructor({ now, seed }: { now: () => number; seed: string }) {
    this.#now = now
    this.#seed = seed
  }

  /** Creates the code that the browser brings back after consent. */
  issueCode(consent: { userId: Snowflake; scope: string; redirectUri: string }): string {
    const code = this.#make('code')
    const authorization = { userId: consent.userId, scope: consent.scope, isRevoked: false }
    this.#codes.set(code, {
      authorization,
      redirectUri: consent.redirectUri,
      expiresAtMs: this.#now() + CODE_LIFETIME_MS,
    })
    return code
  }

  /** @returns null when the code is unknown, used, expired, or issued for another redirect URI. */
  redeem(code: string, redirectUri: string): object | null {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (found === undefined || found.redirectUri !== redirectUri || found.expiresAtMs < this.#now())
      return null
    return this.#issue(found.authorization)
  }

  /** A refresh token works once, and is replaced by a new one. */
  refresh(token: string): object | null {
    const authorization = this.#refresh.get(token)
    this.#refresh.delete(token)
    return authorization === undefined || authorization.isRevoked ? null : this.#issue(authorization)
  }

  /** The authorization of an access token; null when the token is unknown, expired or revoked. */
  authorizationOf(token: string): Authorization | null {
    const found = this.#access.get(token)
    if (found === undefined || found.authorization.isRevoked || found.expiresAtMs < this.#now()) return null
    return found.authorization
  }

  /** Revoking one token ends its authorization with all tokens, as in Discord. */
  revoke(token: string): void {
    const authorization = this.#access.get(token)?.authorization ?? this.#refresh.get(token)
    if (authorization !== undefined) authorization.isRevoked = true
  }

  /** Acts like a user who removes the application in the settings of Discord. */
  revokeAllOf(userId: Snowflake): void {
    for (const { authorization } of this.#access.values()) {
      if (authorization.userId === userId) authorization.isRevoked = true
    }
  }

  #issue(authorization: Authorization): object {
    const access = this.#make('access')
    const refresh = this.#make('refresh')
    this.#access.set(access, { authorization, expiresAtMs: this.#now() + TOKEN_LIFETIME_SECONDS * 1000 })
    this.#refresh.set(refresh, authorization)
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      refresh_token: refresh,
      scope: authorization.scope,
    }
  }

  #make(kind: string): string {
    const digest = createHash('sha256')
      .update(`${this.#seed} ${kind} ${this.#made++}`)
      .digest('base64url')
    return `sim-discord-${kind}-${digest.slice(0, 30)}`
  }
}
