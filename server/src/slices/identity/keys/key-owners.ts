import type { Clock } from '../../../kernel/clock.ts'
import { doUnlessUnavailable } from '../../../kernel/database-unavailable.ts'
import { utcDay } from '../../../kernel/days.ts'
import type { Person } from '../../../kernel/person.ts'
import type { KeyStore } from './store.sql.ts'
import { hashOfKey, isKey } from './token.ts'

interface KeyOwnersDeps {
  keys: Pick<KeyStore, 'ownerOf' | 'noteUse'>
  /** Finds a person by row key in `users`; null when the account was deleted. */
  findPerson: (personKey: number) => Promise<Person | null>
  clock: Clock
}

/**
 * Finds the owner of a personal key. Keys are read from the database every time, so that a revoked one is void at once
 * in all processes. Only the day of the last use is stored.
 */
export class KeyOwners {
  readonly #deps: KeyOwnersDeps

  constructor(deps: KeyOwnersDeps) {
    this.#deps = deps
  }

  /**
   * @param token without `Bearer`.
   * @returns null when it is not a valid personal key, or has expired.
   */
  async ownerOf(token: string): Promise<Person | null> {
    if (!isKey(token)) return null
    const nowMs = this.#deps.clock.now()
    const owner = await this.#deps.keys.ownerOf(hashOfKey(token), nowMs)
    if (owner === null) return null
    const person = await this.#deps.findPerson(owner.personKey)
    if (person === null) return null
    const today = utcDay(nowMs)
    const isNoted = owner.lastUsedDay !== null && owner.lastUsedDay >= today
    if (!isNoted) await doUnlessUnavailable(this.#deps.keys.noteUse(owner.keyId, today))
    return { ...person, by: { kind: 'key', id: owner.keyId, scopes: owner.scopes } }
  }
}
