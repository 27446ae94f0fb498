import type { submissionRoutes } from '@avatary/contract/routes/submission'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import type { Ingest } from './ingest.ts'
import type { Submissions } from './submissions.ts'

export interface IngestHandlerDeps {
  ingest: Ingest
  submissions: Pick<Submissions, 'secondsUntilRoom'>
  /** Items per minute and address; 0 means no limit. */
  itemsPerMinute: number
}

export function ingestHandlers({ ingest, submissions, itemsPerMinute }: IngestHandlerDeps) {
  return {
    ingestAvatars: async ({ body }) => {
      const items = body.avatar_ids.length
      if (itemsPerMinute > 0 && items > itemsPerMinute) {
        const limitText = `This server takes ${itemsPerMinute} items a minute from one address`
        return failure('body_too_large', `\`avatar_ids\` holds ${items}. ${limitText}: send smaller batches.`)
      }
      const { enqueued, invalid, ticket, isFull } = await ingest.take(body.avatar_ids)
      const headers = isFull ? { 'Retry-After': String(await submissions.secondsUntilRoom()) } : {}
      if (isFull && enqueued === 0) return failure('queue_full', undefined, headers)
      return json({ avatars_enqueued: enqueued, invalid_ids: invalid, ticket }, { headers })
    },

    ingestTicket: async ({ params }) => {
      const ticketState = await ingest.ticketOf(params.ticket)
      return ticketState === null ? failure('unknown_ticket') : json(ticketState)
    },
  } satisfies Partial<HandlersOf<typeof submissionRoutes>>
}
