import type { Ticket } from '@avatary/contract/ingest'
import type { submissionRoutes } from '@avatary/contract/routes/submission'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import { isoOf } from '../../kernel/days.ts'
import type { Submissions } from './submissions.ts'
import { countEnqueued, ticketAvatar } from './ticket.ts'
import type { TicketStore } from './tickets.sql.ts'

export interface IngestHandlerDeps {
  submissions: Submissions
  tickets: TicketStore
  /** Returns an unguessable text. */
  createTicket: () => string
  /** Items per minute and address; 0 means no limit. */
  itemsPerMinute: number
}

/** Accepts batches as VRC-LOG sends them, and reports their progress by ticket. */
export function ingestHandlers({ submissions, tickets, createTicket, itemsPerMinute }: IngestHandlerDeps) {
  return {
    ingestAvatars: async ({ body: { avatar_ids: texts } }) => {
      if (itemsPerMinute > 0 && texts.length > itemsPerMinute) {
        const limitText = `This server takes ${itemsPerMinute} items a minute from one address`
        const message = `\`avatar_ids\` holds ${texts.length}. ${limitText}: send smaller batches.`
        return failure('body_too_large', message)
      }
      const ticket = createTicket()
      const items = texts.map(parseAvatarId)
      const judgements = await submissions.queue(items, ticket)
      const headers = await submissions.headersOf(judgements)
      const queuedCount = judgements.filter(({ status }) => status === 'queued').length
      if ('Retry-After' in headers && queuedCount === 0) return failure('queue_full', undefined, headers)
      const invalidCount = items.filter(id => id === null).length
      return json({ avatars_enqueued: queuedCount, invalid_ids: invalidCount, ticket }, { headers })
    },

    ingestTicket: async ({ params: { ticket } }) => {
      const storedTicket = await tickets.find(ticket)
      return storedTicket === null ? failure('unknown_ticket') : json(ticketAnswer(ticket, storedTicket))
    },
  } satisfies Partial<HandlersOf<typeof submissionRoutes>>
}

type StoredTicket = NonNullable<Awaited<ReturnType<TicketStore['find']>>>

function ticketAnswer(ticket: string, { items, knownAvatars, submittedAtMs }: StoredTicket): Ticket {
  return {
    ticket,
    submittedAt: isoOf(submittedAtMs),
    avatars_enqueued: countEnqueued(items),
    invalid_ids: items.invalidCount,
    avatars: [...items.avatars].map(([id, code]) => ticketAvatar(id, code, knownAvatars.get(id))),
  }
}
