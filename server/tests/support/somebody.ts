import type { Person } from '../../src/kernel/person.ts'

/** Some signed-in person, for tests in which it does not matter who. */
export const SOMEBODY: Person = {
  key: 7,
  id: 'sub-7',
  username: 'fox',
  name: 'Fox',
  picture: null,
  profile: null,
  platformAccount: null,
  by: { kind: 'session', id: 's' },
}
