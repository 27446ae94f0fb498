import { type Static, Type } from 'typebox'

export const TRACKING_EVENTS = ['view', 'outbound'] as const
export type TrackingEvent = (typeof TRACKING_EVENTS)[number]

export const TrackBodySchema = Type.Object({
  event: Type.Enum(TRACKING_EVENTS),
  source: Type.Optional(
    Type.String({ description: 'Where on the site it happened: `search`, `trending`, `favorites` …' }),
  ),
  platform: Type.Optional(Type.String({ description: 'The platform the visitor had chosen' })),
  term: Type.Optional(Type.String({ description: 'The search text that surfaced the avatar' })),
})
export type TrackBody = Static<typeof TrackBodySchema>
