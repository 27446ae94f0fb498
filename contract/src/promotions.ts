import { Type } from 'typebox'
import { dateTime } from './fields.ts'
import { namedShape, nullable, shape } from './shape.ts'

/** Kinds of placements: an avatar of the catalog, or a group of the platform. */
const PLACEMENT_KINDS = ['avatar', 'group'] as const
export type PlacementKind = (typeof PLACEMENT_KINDS)[number]

const PLACEMENT_STATES = ['upcoming', 'running', 'ended'] as const
export type PlacementState = (typeof PLACEMENT_STATES)[number]

export const PLACEMENT_LISTS = ['all', ...PLACEMENT_STATES] as const
export type PlacementList = (typeof PLACEMENT_LISTS)[number]

export const MAX_WEIGHT = 1_000_000
export const MAX_GROUP_NAME = 100
export const MAX_GROUP_DESCRIPTION = 1000
export const MAX_LINK = 1000
export const MAX_STAFF_NAME = 64

const link = (description: string) =>
  Type.String({
    maxLength: MAX_LINK,
    pattern: '^(https://\\S+)?$',
    description,
    'x-words': `empty, or an address of at most ${MAX_LINK} characters that begins with \`https://\` and has no spaces`,
  })

const settings = {
  weight: Type.Integer({
    minimum: 0,
    maximum: MAX_WEIGHT,
    description: 'Paid weight: heavier placements come first, ties in the order of their addition',
  }),
  startsAt: dateTime('In whole seconds'),
  endsAt: nullable(dateTime(), {
    description: 'In whole seconds; null means until it is removed',
  }),
  name: Type.String({ minLength: 1, maxLength: MAX_GROUP_NAME, description: 'Name of the group' }),
  description: Type.String({ maxLength: MAX_GROUP_DESCRIPTION, description: 'Description of the group' }),
  imageUrl: link('Picture of the group; empty for none'),
  url: link('Page of the group; empty for its page on the platform'),
}

export const NewPlacementSchema = Type.Object({
  subject: Type.String({ description: 'Avatar id or group id (`grp_…`), or a URL of one' }),
  ...Type.Partial(Type.Object(settings)).properties,
})

export const PlacementChangeSchema = Type.Partial(Type.Object(settings))

export const PlacementSchema = namedShape('Placement', {
  id: Type.Integer({ minimum: 1, description: 'Number of the placement' }),
  kind: Type.Enum(PLACEMENT_KINDS),
  subject: Type.String({ description: 'Avatar id or group id' }),
  state: Type.Enum(PLACEMENT_STATES),
  shown: Type.Boolean({
    description: 'True when it is running and can be shown: an avatar must also be listed',
  }),
  weight: settings.weight,
  startsAt: settings.startsAt,
  endsAt: settings.endsAt,
  name: Type.String({
    description: 'Name of the avatar in the catalog, or of the group; empty if unknown',
  }),
  description: Type.String({ description: 'Description of the group; empty for an avatar' }),
  imageUrl: Type.String({ description: 'Picture of the group; empty for an avatar' }),
  url: Type.String({ description: 'Page of the group; empty for an avatar' }),
})

export const PlacedSchema = shape({ ok: Type.Literal(true), placement: PlacementSchema })

export const StaffSchema = namedShape('Staff', {
  name: Type.String({ description: 'Display name, exactly as worlds see it' }),
  at: dateTime(),
})

export const StaffChangedSchema = shape({
  ok: Type.Literal(true),
  name: Type.String(),
  changed: Type.Boolean({ description: 'False when nothing had to be changed' }),
})
