import type { Person } from '../../kernel/person.ts'

/** The parts of a person that they see themselves (`Identity`). */
export function identityOf({ id, username, name, picture, profile }: Person) {
  return { id, username, name, picture, profile }
}
