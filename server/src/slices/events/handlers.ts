import type { eventRoutes } from '@avatary/contract/routes/events'
import type { HandlersOf } from '../../handlers.ts'
import { failure, stream } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { EventHub } from './event-hub.ts'

const TOO_MANY_STREAMS = failure(
  'too_much_at_once',
  'Too many event streams are open from this address. Close some, or share one.',
  { 'Retry-After': '60' },
)

/** Spec, "Events". */
export function eventHandlers({ hub }: { hub: EventHub }) {
  return {
    avatarEvents: async ({ query, context }) => {
      if (hub.isFullFor(context.network)) return TOO_MANY_STREAMS
      const since = lastEventId(context.headers['last-event-id']) ?? query.since ?? null
      const frames = hub.stream({ since, ids: idsOf(query.ids) }, context.signal, context.network)
      return stream(frames, 'text/event-stream; charset=utf-8', { headers: { 'X-Accel-Buffering': 'no' } })
    },
  } satisfies HandlersOf<typeof eventRoutes>
}

/** Parses the number of a change; null for anything else. */
function lastEventId(header: string | string[] | undefined): number | null {
  const text = typeof header === 'string' ? header.trim() : ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The avatars to which a stream is restricted; null for all. */
function idsOf(texts: readonly string[]): ReadonlySet<string> | null {
  return texts.length === 0 ? null : new Set(texts.map(text => parseAvatarId(text) ?? text))
}
