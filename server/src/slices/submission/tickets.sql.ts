import type { Transaction } from 'kysely'
import { Store } from '../../kernel/store.ts'
import type { LookupTables } from '../verification/index.ts'
import { readKnownAvatars } from './known-avatars.sql.ts'
import { toDecision } from './rules.ts'
import { type KnownTicketAvatar, packTicket, type TicketItems, unpackTicket } from './ticket.ts'

/** The table of `server/migrations/0012-submission-tickets.ts`, and those of submissions. */
export interface TicketTables extends LookupTables {
  submission_tickets: { ticket: string; submitted_at_ms: number; items: string }
}

/** Stores the items of a batch under its ticket, in the transaction that queues them. */
export async function storeTicket(
  tx: Transaction<TicketTables>,
  ticket: string,
  items: TicketItems,
  nowMs: number,
): Promise<void> {
  const row = { ticket, submitted_at_ms: nowMs, items: packTicket(items) }
  await tx.insertInto('submission_tickets').values(row).execute()
}

/** Tickets of batches, which `SubmissionStore.submit` stores. */
export class TicketStore extends Store<TicketTables> {
  /** The items of the batch, and what is known about its avatars now; null when there is no such ticket. */
  async find(ticket: string) {
    const { reader, dialect } = this.sql
    const row = await reader
      .selectFrom('submission_tickets')
      .select(['submitted_at_ms', 'items'])
      .where('ticket', '=', ticket)
      .executeTakeFirst()
    if (row === undefined) return null
    const items = unpackTicket(row.items)
    const ids = [...items.avatars.keys()]
    const knownAvatars = await readKnownAvatars(reader, dialect, ids)
    const decisionRows = await reader
      .selectFrom('submissions')
      .select(['avatar_id', 'state', 'reason'])
      .where(eb => dialect.isIn(eb.ref('avatar_id'), ids))
      .execute()
    const decisionById = new Map(decisionRows.map(row => [row.avatar_id, toDecision(row)]))
    const avatarsById = new Map<string, KnownTicketAvatar>()
    for (const [id, avatar] of knownAvatars)
      avatarsById.set(id, { ...avatar, decision: decisionById.get(id) ?? null })
    return { submittedAtMs: row.submitted_at_ms, items, knownAvatars: avatarsById }
  }

  /** Deletes tickets made before a moment. @returns the number of deleted tickets. */
  async deleteBefore(ms: number): Promise<number> {
    const oldRows = { key: ['ticket'], column: 'submitted_at_ms', below: ms } as const
    return await this.sql.deleteBelow('submission_tickets', oldRows)
  }
}
