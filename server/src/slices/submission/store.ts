import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Judgement, Progress } from './rules.ts'

/** Submissions in the system of record. */
export interface SubmissionStore {
  /**
   * Judges items and queues those that pass, in one transaction that others wait for: however many submit at the same
   * moment, on whatever process, each sees what those before it did. Durable when it resolves.
   */
  submit(
    items: readonly (AvatarId | null)[],
    capacity: number,
    nowMs: number,
  ): Promise<{ judgements: Judgement[]; waiting: number }>
  progressOf(id: AvatarId): Promise<Progress>
  /** Submissions that wait for verification. */
  countWaiting(): Promise<number>
  /** Forgets what was decided before; how many. */
  forgetDecidedBefore(ms: number): Promise<number>
}
