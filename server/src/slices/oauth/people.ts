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

export interface People {
  /** @param key row of `users`. Null when the account is gone. */
  byKey(key: number): Promise<Identity | null>
}
