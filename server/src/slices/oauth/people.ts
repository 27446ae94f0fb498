import type { Person } from '../../kernel/person.ts'

/** The fields of a person that applications may see (spec, "Authentication", rule 2). */
export interface Identity extends Pick<Person, 'id' | 'username' | 'name' | 'picture' | 'profile'> {
  readonly email: string | null
}

/** The community site's answer about a person, as old as `FRESH_MS` at most; `unavailable` when it gave none. */
export type Confirmation = 'confirmed' | 'unconfirmed' | 'unavailable'

export interface People {
  /** @param key of `users`. @returns null when the account was deleted. */
  byKey(key: number): Promise<Identity | null>
  confirm(key: number): Promise<Confirmation>
}
