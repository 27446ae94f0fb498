import type { KnownTicketAvatar, TicketItems } from './ticket.ts'

/** Tickets of batches in the database; `SubmissionStore.submit` keeps them. */
export interface TicketStore {
  /** The items of the batch, and what is known of its avatars now; null when there is no such ticket. */
  find(ticket: string): Promise<{
    submittedAtMs: number
    items: TicketItems
    known: ReadonlyMap<string, KnownTicketAvatar>
  } | null>
  /** Deletes tickets from before. @returns number of deleted tickets. */
  forgetBefore(ms: number): Promise<number>
}
