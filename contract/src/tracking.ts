import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { nullable, text } from './shape.ts'

const TRACKING_EVENTS = ['view', 'outbound'] as const
export type TrackingEvent = (typeof TRACKING_EVENTS)[number]

/** Parts of the site that are counted; other `source`s count as `other`. Stored by index, so only append new ones. */
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

/** Device families that are counted; others count as `other`. Stored by index, so only append new ones. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'vr'] as const
export type Device = (typeof DEVICES)[number]

/** Platforms that are counted; others count as `other`. Stored by index, so only append new ones. */
export const AUDIENCE_PLATFORMS = [...PLATFORMS, 'all'] as const

/** An optional text, for which null means the same as absent. */
const optionalText = (description: string, example: string) =>
  Type.Optional(nullable(text(example), { description }))

export const TrackBodySchema = Type.Object({
  event: Type.Enum(TRACKING_EVENTS),
  source: optionalText(
    `Where on the site it happened: ${SURFACES.map(name => `\`${name}\``).join(', ')}; any other is \`other\``,
    'search',
  ),
  platform: optionalText('The platform the visitor had chosen: `pc`, `quest`, `ios` or `all`', 'quest'),
  term: optionalText('The search text that surfaced the avatar', 'fox'),
  referrer: optionalText(
    '`document.referrer` of the page the visit began with, empty for none; the header `Referer` when absent. Of a known site its name is kept, of any other nothing',
    'https://vrchat.com/home',
  ),
})
export type TrackBody = Static<typeof TrackBodySchema>
