import type { AvatarPatch } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Admission, Pace } from './pace.ts'

export type BeginOutcome =
  | Admission
  /** It was asked lately, or is being asked, here or by another process. */
  | { kind: 'not_due'; untilMs: number }

/** Lookups on the external index in the system of record: what was asked, their budget, and what they found. */
export interface ExternalLookupStore {
  /**
   * Takes the question for this process if it is not held and the budget of all processes has room; it is then held
   * until `end`, or for a little more than any lookup takes. What is kept of a question is a fingerprint.
   */
  begin(question: string, pace: Pace, nowMs: number): Promise<BeginOutcome>
  end(question: string, validUntilMs: number): Promise<void>
  /**
   * Saves what an index claims, in one transaction, without what is blocked here or whose author opted out.
   * @returns the ids of avatars that were not known before.
   */
  saveClaims(patches: readonly AvatarPatch[], nowMs: number): Promise<AvatarId[]>
  /** Forgets questions that are held no more, and the oldest of too many. */
  forget(nowMs: number): Promise<void>
}
