import type { eventRoutes } from '@avatary/contract/routes/events'
import type { HandlersOf } from '../../handlers.ts'
import { failure, stream } from '../../kernel/answer.ts'
import type { EventHub } from './event-hub.ts'

const TOO_MANY = failure(
  'too_much_at_once',
  'Too many event streams are open from this address. Close some, or share one.',
  { 'Retry-After': '60' },
)

/** Spec, "Events". */
export function eventHandlers({ hub }: { hub: EventHub }) {
  return {
    avatarEvents: async ({ query, context }) => {
      if (hub.isFullFor(context.network)) return TOO_MANY
      const since = lastEventId(context.headers['last-event-id']) ?? query.since ?? null
      return stream(hub.stream(since, context.signal, context.network), 'text/event-stream; charset=utf-8', {
        headers: { 'X-Accel-Buffering': 'no' },
      })
    },
  } satisfies HandlersOf<typeof eventRoutes>
}

/** Parses the number of a change; anything else is ignored. */
function lastEventId(header: string | string[] | undefined): number | null {
  const text = typeof header === 'string' ? header.trim() : ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
