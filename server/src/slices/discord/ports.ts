import type { Person } from '../../kernel/person.ts'
import type { Checked } from './checks.ts'

/** Whose Discord account it is, as far as that matters. */
export type Owner = Pick<Person, 'key' | 'username' | 'platformAccount'>

/** Tells what the sources of the checks say, and when they said so; null for one that does not answer. */
export type ReadChecks = (person: Owner, discordId: string) => Promise<Checked>

/** Finds a person by the row in `users`, for work in the background; null when the account is gone. */
export type FindPerson = (personKey: number) => Promise<Owner | null>
