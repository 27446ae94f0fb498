import { Type } from 'typebox'
import { EventFrameSchema, MAX_FOLLOWED_AVATARS } from '../events.ts'
import { defineRoutes } from '../route.ts'

/** Spec, "Events". */
export const eventRoutes = defineRoutes({
  avatarEvents: {
    tag: 'catalog',
    auth: 'public',
    method: 'GET',
    limit: 'read',
    inSpec: true,
    path: '/avatars/events',
    summary: 'Live changes as server-sent events',
    description:
      'The `data:` of each event is one frame, its `id:` where a reconnect resumes by `Last-Event-ID`. A frame may be sent ' +
      'again after a reconnect, and then has the same `seq`. Each avatar has at most one counters frame a second, with the latest values. ' +
      'Moderation is resumed for days; counters that moved more than an hour ago are not sent again.',
    query: Type.Object({
      ids: Type.Array(Type.String(), {
        default: [],
        maxItems: MAX_FOLLOWED_AVATARS,
        description: 'Only events of these avatars, separated by commas; of all avatars when absent',
      }),
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Resume after this change, for clients that cannot send headers',
        }),
      ),
    }),
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(Type.String({ description: 'Resume after this change' })),
    }),
    response: EventFrameSchema,
    mediaType: 'text/event-stream',
    // Proxies must neither store nor buffer the stream.
    cacheControl: 'no-cache, no-transform',
    errors: ['too_much_at_once'],
  },
})
