import type { Person } from '../../kernel/person.ts'

/** The part of a person that they are shown (`Identity`). */
export function identityOf({ id, username, name, picture, profile }: Person) {
  return { id, username, name, picture, profile }
}
