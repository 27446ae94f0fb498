import type { Transaction } from 'kysely'
import type { Person } from './person.ts'

/** A transaction in which several slices write, each to its own tables. */
export interface SharedTransaction {
  /** The same transaction, typed for the caller's tables. */
  as<Tables>(): Transaction<Tables>
}

/** The personal data of one slice. Exporting or deleting an account calls every slice that has some. */
export interface PersonalData {
  /** Everything held about the person, as it is exported, a key for each subject; no secrets, nor hashes of them. */
  read(person: Person): Promise<Readonly<Record<string, unknown>>>
  /**
   * Lets go of what others hold for us, as a grant at another service, before anything is deleted; what fails there
   * must not keep anybody from leaving.
   */
  release?(person: Person): Promise<void>
  /** Deletes all of it, inside the transaction that deletes the account; no network. */
  erase(tx: SharedTransaction, personKey: number, nowMs: number): Promise<void>
}

export function sharedTransaction<Tables>(tx: Transaction<Tables>): SharedTransaction {
  // Only the type changes: the caller knows its tables.
  return { as: <Others>() => tx as unknown as Transaction<Others> }
}
