import { type Static, type TSchema, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { IndexStatsSchema } from './catalog.ts'
import { countedField } from './counting.ts'
import { EXAMPLE_IMAGE, EXAMPLE_PERSON, EXAMPLE_WORLD_GROUP, MISSING_AVATAR_ID } from './example-values.ts'
import { count, dateTime, nextOffset } from './fields.ts'
import { listEnvelope } from './paging.ts'
import { queryWarnings } from './query-language.ts'
import { keysOf } from './records.ts'
import { namedShape, shape, text } from './shape.ts'

/** Version of the answers for worlds (spec, "Versioning"); a breaking change increments it. */
export const WORLD_SCHEMA = 1

/** Spec, "Limits". */
export const MAX_WORLD_PAGE_SIZE = 500
export const MAX_WORLD_ALL_PAGE_SIZE = 1000
export const MAX_WORLD_IDS = 500
export const MAX_WORLD_CLIENT_AVATARS = 120

/** Maximum number of rows of each section of `/world/bundle` (spec), in the order in which they are answered. */
export const SECTION_LIMITS = {
  stats: MAX_WORLD_PAGE_SIZE,
  trending: MAX_WORLD_PAGE_SIZE,
  promoted: 50,
  promotedGroups: 50,
  random: MAX_WORLD_PAGE_SIZE,
  tags: 200,
  searches: 50,
  leaderboard: 50,
  admins: MAX_WORLD_PAGE_SIZE,
  supporters: 200,
}
export type BundleSection = keyof typeof SECTION_LIMITS
export const BUNDLE_SECTIONS = keysOf(SECTION_LIMITS)

const { id, name, authorName, authorId, imageUrl, tags, aiTags, platforms, views, likes } =
  AvatarSchema.properties

/** An avatar in lists for worlds (spec, `/world/search`): every key is present and none is null. */
export const WorldAvatarSchema = namedShape('WorldAvatar', {
  id,
  name,
  authorName,
  authorId,
  imageUrl,
  tags,
  aiTags,
  platforms,
  views,
  likes,
})
export type WorldAvatar = Static<typeof WorldAvatarSchema>

/** A paid placement of a group of the platform. */
export const WorldGroupSchema = namedShape('WorldGroup', {
  id: text('grp_5d7e2f10-4b3a-4c96-9e82-1a6f0c8b7d35', 'Group identifier of the platform'),
  name: text(EXAMPLE_WORLD_GROUP.name),
  description: text(EXAMPLE_WORLD_GROUP.description),
  imageUrl: text(EXAMPLE_IMAGE, 'Empty when there is none'),
  url: text(EXAMPLE_WORLD_GROUP.url, 'Page of the group'),
})

const now = dateTime('Time of the answer')

function worldAnswer<Properties extends Record<string, TSchema>>($id: string, properties: Properties) {
  return shape({ ok: Type.Literal(true), now, ...properties }, { $id })
}

export const WorldPingSchema = worldAnswer('WorldPing', {
  maxLimit: Type.Literal(MAX_WORLD_PAGE_SIZE, { description: 'Largest `limit` of the lists' }),
  allPage: Type.Literal(MAX_WORLD_ALL_PAGE_SIZE, { description: 'Largest `limit` of `/world/all`' }),
  schema: Type.Literal(WORLD_SCHEMA, { description: 'Version of the world payloads' }),
})

export const WorldEndpointSchema = namedShape('WorldEndpoint', {
  method: text('GET'),
  path: text('/world/trending'),
  summary: text('Rising this week'),
  parameters: Type.Array(
    shape({
      name: text('limit'),
      in: Type.Enum(['path', 'query'], { examples: ['query'] }),
      type: text('integer'),
      default: text('24', 'Empty when there is none'),
      allowed: text('an integer from 1 to 500', 'The allowed values, in words'),
    }),
  ),
})
export type WorldEndpoint = Static<typeof WorldEndpointSchema>

export const WorldEndpointsSchema = worldAnswer('WorldEndpoints', {
  endpoints: Type.Array(WorldEndpointSchema),
})

export const WorldStatsSchema = worldAnswer('WorldStats', IndexStatsSchema.properties)

export const WorldListSchema = namedShape('WorldList', listEnvelope('avatars', WorldAvatarSchema).properties)

export const WorldSearchSchema = namedShape('WorldSearch', {
  ...WorldListSchema.properties,
  warnings: queryWarnings,
})

export const WorldPickSchema = namedShape('WorldPick', {
  ...WorldListSchema.properties,
  missing: Type.Array(text(MISSING_AVATAR_ID), { description: 'Ids not listed' }),
})

export const WorldGroupsSchema = namedShape(
  'WorldGroups',
  listEnvelope('groups', WorldGroupSchema).properties,
)

/** One avatar: all fields of `Avatar` besides `ok`, `now` and `counted`. */
export const WorldOneSchema = worldAnswer('WorldOne', { counted: countedField, ...AvatarSchema.properties })

export const WorldWornSchema = namedShape('WorldWorn', { ok: Type.Literal(true), counted: countedField })

export const WorldTagsSchema = worldAnswer('WorldTags', {
  tags: Type.Array(shape({ tag: text('fox'), count: count() }), { description: 'Most used first' }),
})

export const WorldSearchesSchema = worldAnswer('WorldSearches', {
  terms: Type.Array(text('fox'), { description: 'Most searched first' }),
})

export const LeaderboardRowSchema = namedShape('LeaderboardRow', {
  rank: Type.Integer({ minimum: 1, examples: [1] }),
  username: text(EXAMPLE_PERSON.username),
  balance: Type.Number({ examples: [1] }),
  avatar: text(EXAMPLE_PERSON.picture, 'Picture of the user; empty when there is none'),
})
export const WorldLeaderboardSchema = worldAnswer('WorldLeaderboard', {
  rows: Type.Array(LeaderboardRowSchema),
})

export const SupporterSchema = namedShape('Supporter', {
  name: text(EXAMPLE_PERSON.name),
  tier: text('Lantern', 'Title of the tier'),
})
export const WorldSupportersSchema = worldAnswer('WorldSupporters', { rows: Type.Array(SupporterSchema) })

export const WorldAdminsSchema = worldAnswer('WorldAdmins', {
  admins: Type.Array(text(EXAMPLE_PERSON.name), { description: 'Display names' }),
})

export const WorldClientSchema = worldAnswer('WorldClient', {
  total: count('Matches in all'),
  offset: count('The applied offset'),
  nextOffset: nextOffset(),
  avatars: Type.Array(WorldAvatarSchema, { maxItems: MAX_WORLD_CLIENT_AVATARS }),
  supporters: Type.Array(SupporterSchema),
  stats: IndexStatsSchema,
  warnings: queryWarnings,
})

/** Each section has the shape of its own endpoint's answer. */
const sections = {
  stats: Type.Optional(WorldStatsSchema),
  trending: Type.Optional(WorldListSchema),
  promoted: Type.Optional(WorldListSchema),
  promotedGroups: Type.Optional(WorldGroupsSchema),
  random: Type.Optional(WorldListSchema),
  tags: Type.Optional(WorldTagsSchema),
  searches: Type.Optional(WorldSearchesSchema),
  leaderboard: Type.Optional(WorldLeaderboardSchema),
  admins: Type.Optional(WorldAdminsSchema),
  supporters: Type.Optional(WorldSupportersSchema),
} satisfies Record<BundleSection, TSchema>

export const WorldBundleSchema = worldAnswer('WorldBundle', {
  sections: shape(sections),
})
