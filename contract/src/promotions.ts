import { Type } from 'typebox'
import { EXAMPLE_AVATAR_ID, EXAMPLE_IMAGE, EXAMPLE_PERSON, EXAMPLE_WORLD_GROUP } from './example-values.ts'
import { dateTime } from './fields.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

/** Kinds of placements: an avatar of the catalog, or a group of the platform. */
const PLACEMENT_KINDS = ['avatar', 'group'] as const
export type PlacementKind = (typeof PLACEMENT_KINDS)[number]

const PLACEMENT_STATES = ['upcoming', 'running', 'ended'] as const
export type PlacementState = (typeof PLACEMENT_STATES)[number]

export const PLACEMENT_FILTERS = ['all', ...PLACEMENT_STATES] as const
export type PlacementFilter = (typeof PLACEMENT_FILTERS)[number]

export const MAX_WEIGHT = 1_000_000
export const MAX_GROUP_NAME_LENGTH = 100
export const MAX_DESCRIPTION_LENGTH = 1000
export const MAX_LINK_LENGTH = 1000
export const MAX_STAFF_NAME_LENGTH = 64

const link = (description: string, example: string) =>
  Type.String({
    maxLength: MAX_LINK_LENGTH,
    pattern: '^(https://\\S+)?$',
    description,
    'x-words': `empty, or an address of at most ${MAX_LINK_LENGTH} characters that begins with \`https://\` and has no spaces`,
    examples: [example],
  })

const placementFields = {
  weight: Type.Integer({
    minimum: 0,
    maximum: MAX_WEIGHT,
    description: 'Paid weight: heavier placements come first, ties in the order of their addition',
    examples: [1],
  }),
  startsAt: dateTime('In whole seconds'),
  endsAt: nullable(dateTime(), {
    description: 'In whole seconds; null means until it is removed',
  }),
  name: Type.String({
    minLength: 1,
    maxLength: MAX_GROUP_NAME_LENGTH,
    description: 'Name of the group',
    examples: [EXAMPLE_WORLD_GROUP.name],
  }),
  description: Type.String({
    maxLength: MAX_DESCRIPTION_LENGTH,
    description: 'Description of the group',
    examples: [EXAMPLE_WORLD_GROUP.description],
  }),
  imageUrl: link('Picture of the group; empty for none', EXAMPLE_IMAGE),
  url: link('Page of the group; empty for its page on the platform', EXAMPLE_WORLD_GROUP.url),
}

export const NewPlacementSchema = Type.Object({
  subject: text(EXAMPLE_AVATAR_ID, 'Avatar id or group id (`grp_…`), or a URL of one'),
  ...Type.Partial(Type.Object(placementFields)).properties,
})

export const PlacementChangeSchema = Type.Partial(Type.Object(placementFields))

export const PlacementSchema = namedShape('Placement', {
  id: Type.Integer({ minimum: 1, description: 'Number of the placement', examples: [1] }),
  kind: Type.Enum(PLACEMENT_KINDS),
  subject: text(EXAMPLE_AVATAR_ID, 'Avatar id or group id'),
  state: Type.Enum(PLACEMENT_STATES),
  shown: Type.Boolean({
    description: 'True when it is running and can be shown: an avatar must also be listed',
  }),
  weight: placementFields.weight,
  startsAt: placementFields.startsAt,
  endsAt: placementFields.endsAt,
  name: text('Ember Fox', 'Name of the avatar in the catalog, or of the group; empty if unknown'),
  description: text('', 'Description of the group; empty for an avatar'),
  imageUrl: text('', 'Picture of the group; empty for an avatar'),
  url: text('', 'Page of the group; empty for an avatar'),
})

export const PlacementAnswerSchema = shape({ ok: Type.Literal(true), placement: PlacementSchema })

export const StaffSchema = namedShape('Staff', {
  name: text(EXAMPLE_PERSON.name, 'Display name, exactly as worlds see it'),
  at: dateTime(),
})

export const StaffChangedSchema = shape({
  ok: Type.Literal(true),
  name: text(EXAMPLE_PERSON.name),
  changed: Type.Boolean({ description: 'False when nothing had to be changed' }),
})
