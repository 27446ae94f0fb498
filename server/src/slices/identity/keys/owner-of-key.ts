import type { Clock } from '../../../kernel/clock.ts'
import { doUnlessUnavailable } from '../../../kernel/database-unavailable.ts'
import { utcDay } from '../../../kernel/days.ts'
import type { Person } from '../../../kernel/person.ts'
import type { KeyStore } from './store.sql.ts'
import { hashOfKey, isKey } from './token.ts'

interface OwnerOfKeyDeps {
  keys: KeyStore
  /** Finds a person by row key in `users`; null when the account was deleted. */
  findPerson: (personKey: number) => Promise<Person | null>
  clock: Clock
}

/** Finds the owner of a token, without `Bearer`; null when it is not a valid personal key, or has expired. */
export type OwnerOfKey = (token: string) => Promise<Person | null>

/**
 * Keys are read from the database every time, so that a revoked one is void at once in all processes. Only the day of
 * the last use is stored.
 */
export function createOwnerOfKey({ keys, findPerson, clock }: OwnerOfKeyDeps): OwnerOfKey {
  return async token => {
    if (!isKey(token)) return null
    const nowMs = clock.now()
    const owner = await keys.ownerOf(hashOfKey(token), nowMs)
    const person = owner && (await findPerson(owner.personKey))
    if (owner === null || person === null) return null
    const today = utcDay(nowMs)
    const isNoted = owner.lastUsedDay !== null && owner.lastUsedDay >= today
    if (!isNoted) await doUnlessUnavailable(keys.noteUse(owner.keyId, today))
    return { ...person, by: { kind: 'key', id: owner.keyId, scopes: owner.scopes } }
  }
}
