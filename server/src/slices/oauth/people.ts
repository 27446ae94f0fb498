/** Somebody as applications may see them (spec, "Authentication", rule 2). */
export interface Identity {
  /** Subject at the community site. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly picture: string | null
  readonly profile: string | null
  readonly email: string | null
}

/**
 * Whether the community site still knows somebody, by a word that is no older than identity's `COUNTS_MS`. Who is
 * `unconfirmed` has to sign in again; while the site is silent nobody can tell.
 */
export type Confirmation = 'confirmed' | 'unconfirmed' | 'unavailable'

export interface People {
  /** @param key row of `users`. Null when the account is gone. */
  byKey(key: number): Promise<Identity | null>
  confirm(key: number): Promise<Confirmation>
}
