import type { Person } from '../../kernel/person.ts'

/** The fields of a person that applications may see (spec, "Authentication", rule 2). */
export interface Identity extends Pick<Person, 'id' | 'username' | 'name' | 'picture' | 'profile'> {
  readonly email: string | null
}

/**
 * The answer of the community site about a person, no older than identity's `FRESH_MS`. A person who is `unconfirmed`
 * must sign in again; `unavailable` means that the site does not answer.
 */
export type Confirmation = 'confirmed' | 'unconfirmed' | 'unavailable'

export interface People {
  /** @param key key in `users`. @returns null when the account was deleted. */
  byKey(key: number): Promise<Identity | null>
  confirm(key: number): Promise<Confirmation>
}
