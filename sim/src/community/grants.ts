import { createHash } from 'node:crypto'

/** The scope that a person has granted to an application. */
export interface Grant {
  readonly sub: string
  readonly scope: string
}

interface Code extends Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly expiresAtMs: number
}

const CODE_MS = 60_000
const TOKEN_SECONDS = 3600

/** Codes and tokens of the simulated community site; the same in every run with the same seed. */
export class Grants {
  readonly #now: () => number
  readonly #seed: string
  readonly #codes = new Map<string, Code>()
  readonly #tokens = new Map<string, Grant & { expiresAtMs: number }>()
  #made = 0

  constructor({ now, seed }: { now: () => number; seed: string }) {
    this.#now = now
    this.#seed = seed
  }

  issueCode(consent: Omit<Code, 'expiresAtMs'>): string {
    const code = this.#make('code')
    this.#codes.set(code, { ...consent, expiresAtMs: this.#now() + CODE_MS })
    return code
  }

  /**
   * @returns null when the code is unknown, used, expired, or issued for another redirect URI or verifier (RFC 7636
   * §4.6).
   */
  redeem(code: string, redirectUri: string, verifier: string): object | null {
    const issued = this.#codes.get(code)
    this.#codes.delete(code)
    if (issued === undefined || issued.redirectUri !== redirectUri || issued.expiresAtMs < this.#now())
      return null
    if (createHash('sha256').update(verifier).digest('base64url') !== issued.challenge) return null
    const token = this.#make('token')
    const { sub, scope } = issued
    this.#tokens.set(token, { sub, scope, expiresAtMs: this.#now() + TOKEN_SECONDS * 1000 })
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope }
  }

  /** The grant of a token; null when the token is unknown, expired or revoked. */
  grantOf(token: string): Grant | null {
    const grant = this.#tokens.get(token)
    return grant === undefined || grant.expiresAtMs < this.#now() ? null : grant
  }

  /** Acts like a person who removes the application on the site. */
  revokeAllOf(sub: string): void {
    for (const [token, grant] of this.#tokens) if (grant.sub === sub) this.#tokens.delete(token)
  }

  #make(kind: string): string {
    const digest = createHash('sha256').update(`${this.#seed} ${kind} ${this.#made++}`)
    return `sim-community-${kind}-${digest.digest('base64url')}`
  }
}
