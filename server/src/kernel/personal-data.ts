import type { Transaction } from 'kysely'
import type { Person } from './person.ts'

/** A transaction in which several slices write, each to its own tables. */
export interface SharedTransaction {
  /** Returns the transaction, typed with the caller's tables. */
  as<Tables>(): Transaction<Tables>
}

/** The personal data of one slice. The export and the deletion of an account call every slice that has some. */
export interface PersonalData {
  /** Everything stored about the person, by topic, as it is exported; never secrets or hashes of secrets. */
  read(person: Person, nowMs: number): Promise<Readonly<Record<string, unknown>>>
  /**
   * Releases what other services hold for us, such as a grant, before anything is deleted. A failure there must not
   * keep people from deleting their account.
   */
  release?(person: Person): Promise<void>
  /** Deletes all of it inside the transaction that deletes the account; must not use the network. */
  erase(tx: SharedTransaction, personKey: number, nowMs: number): Promise<void>
}

export function sharedTransaction<Tables>(tx: Transaction<Tables>): SharedTransaction {
  // Only the type changes: every caller knows its own tables.
  return { as: <Others>() => tx as unknown as Transaction<Others> }
}
