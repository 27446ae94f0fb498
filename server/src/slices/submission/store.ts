import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Judgement, Progress } from './rules.ts'
import type { Known, TicketItems } from './ticket.ts'

/** Submissions in the system of record. */
export interface SubmissionStore {
  /**
   * Judges items and queues those that pass, in one transaction that others wait for: however many submit at the same
   * moment, on whatever process, each sees what those before it did. Durable when it resolves.
   *
   * @param ticket under which to keep what the batch held.
   */
  submit(
    items: readonly (AvatarId | null)[],
    capacity: number,
    nowMs: number,
    ticket?: string,
  ): Promise<{ judgements: Judgement[]; waiting: number }>
  progressOf(id: AvatarId): Promise<Progress>
  /** Submissions that wait for verification. */
  countWaiting(): Promise<number>
  /** Forgets what was decided before; how many. */
  forgetDecidedBefore(ms: number): Promise<number>
}

/** Tickets of batches in the system of record; `SubmissionStore.submit` keeps them. */
export interface TicketStore {
  /** What the batch held, and what is known of its avatars now; null when there is no such ticket. */
  find(
    ticket: string,
  ): Promise<{ submittedAtMs: number; items: TicketItems; known: ReadonlyMap<string, Known> } | null>
  /** Forgets those from before; how many. */
  forgetBefore(ms: number): Promise<number>
}
