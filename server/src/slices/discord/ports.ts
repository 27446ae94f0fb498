import type { Person } from '../../kernel/person.ts'
import type { CheckResults } from './checks.ts'

/** The person to whom a Discord account is connected. */
export type Owner = Pick<Person, 'key' | 'username' | 'platformAccount'>

/** Reads the results of all checks; null for a source that does not answer. */
export type ReadChecks = (person: Owner, discordId: string) => Promise<CheckResults>

/** Finds a person by the key in `users`; null when the account was deleted. */
export type FindPerson = (personKey: number) => Promise<Owner | null>
