import type { Ticket } from '@avatary/contract/ingest'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import { isoOf } from '../../kernel/days.ts'
import type { Submissions } from './submissions.ts'
import { countEnqueued, ticketAvatar } from './ticket.ts'
import type { TicketStore } from './tickets.sql.ts'

export interface IngestDeps {
  submissions: Pick<Submissions, 'queue'>
  tickets: Pick<TicketStore, 'find'>
  /** Returns an unguessable text. */
  createTicket: () => string
}

export interface IngestResult {
  enqueued: number
  invalid: number
  ticket: string
  /** True when the queue had no room for some avatars. */
  isFull: boolean
}

/** Accepts batches as VRC-LOG sends them, and reports their progress by ticket. */
export class Ingest {
  readonly #deps: IngestDeps

  constructor(deps: IngestDeps) {
    this.#deps = deps
  }

  /** @param texts ids, or avatar URLs of any form. */
  async take(texts: readonly string[]): Promise<IngestResult> {
    const ticket = this.#deps.createTicket()
    const items = texts.map(parseAvatarId)
    const judgements = await this.#deps.submissions.queue(items, ticket)
    const has = (code: string) => judgements.some(item => item.status === 'rejected' && item.code === code)
    return {
      enqueued: judgements.filter(({ status }) => status === 'queued').length,
      invalid: items.filter(id => id === null).length,
      ticket,
      isFull: has('queue_full'),
    }
  }

  /** Null when there is no such ticket, or it was deleted. */
  async ticketOf(ticket: string): Promise<Ticket | null> {
    const found = await this.#deps.tickets.find(ticket)
    if (found === null) return null
    const { items, known, submittedAtMs } = found
    return {
      ticket,
      submittedAt: isoOf(submittedAtMs),
      avatars_enqueued: countEnqueued(items),
      invalid_ids: items.invalid,
      avatars: [...items.avatars].map(([id, code]) => ticketAvatar(id, code, known.get(id))),
    }
  }
}
