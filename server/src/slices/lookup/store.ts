import type { AvatarPatch } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Admission, Pace } from './pace.ts'

export type BeginOutcome =
  | Admission
  /** It was asked lately, or is being asked, here or by another process. */
  | { kind: 'not_due'; untilMs: number }

/** Lookups on the external index in the database: what was asked, their budget, and what they found. */
export interface ExternalLookupStore {
  /**
   * Leases the question to this process if it is due and the budget of all processes has room; the lease ends with
   * `end`, or a little after the longest lookup. Of a question only a hash is stored.
   */
  begin(question: string, pace: Pace, nowMs: number): Promise<BeginOutcome>
  end(question: string, validUntilMs: number): Promise<void>
  /**
   * Saves what an index answered, in one transaction, without what is blocked here or whose author opted out.
   * @returns the ids of avatars that were not known before.
   */
  saveFound(patches: readonly AvatarPatch[], nowMs: number): Promise<AvatarId[]>
  /** Deletes questions that are due again, and the oldest of too many. */
  forget(nowMs: number): Promise<void>
}
