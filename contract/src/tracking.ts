import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { nullable } from './shape.ts'

const TRACKING_EVENTS = ['view', 'outbound'] as const
export type TrackingEvent = (typeof TRACKING_EVENTS)[number]

/** Counted places of the site; any other `source` is counted as `other`. Stored by position, so new ones go to the end. */
export const SURFACES = [
  'home',
  'search',
  'browse',
  'trending',
  'tag',
  'creator',
  'avatar',
  'related',
  'favorites',
  'likes',
  'dashboard',
  'insights',
  'random',
  'promoted',
  'shared',
  'embed',
  'discord',
  'world',
  'events',
] as const

/** Counted device families; any other is `other`. Stored by position, so new ones go to the end. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'vr'] as const
export type Device = (typeof DEVICES)[number]

/** Counted platforms; any other is `other`. Stored by position, so new ones go to the end. */
export const AUDIENCE_PLATFORMS = [...PLATFORMS, 'all'] as const

/** A text that may be missing; null means the same. */
const optionalText = (description: string) => Type.Optional(nullable(Type.String(), { description }))

export const TrackBodySchema = Type.Object({
  event: Type.Enum(TRACKING_EVENTS),
  source: optionalText(
    `Where on the site it happened: ${SURFACES.map(name => `\`${name}\``).join(', ')}; any other is \`other\``,
  ),
  platform: optionalText('The platform the visitor had chosen: `pc`, `quest`, `ios` or `all`'),
  term: optionalText('The search text that surfaced the avatar'),
  referrer: optionalText(
    '`document.referrer` of the page the visit began with, empty for none; the header `Referer` when absent. Of a known site its name is kept, of any other nothing',
  ),
})
export type TrackBody = Static<typeof TrackBodySchema>
