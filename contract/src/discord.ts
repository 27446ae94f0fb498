import { type Static, Type } from 'typebox'
import {
  EXAMPLE_CHANNEL,
  EXAMPLE_GUILD,
  EXAMPLE_INVITE,
  EXAMPLE_MOMENT,
  EXAMPLE_PERSON,
} from './example-values.ts'
import { dateTime } from './fields.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

/** Names of the pages of the site to which the browser may return after the consent at Discord. */
export const RETURN_TARGETS = ['dashboard', 'linked-roles'] as const

/** Discord's ids: decimal digits of a 64-bit number, always as a string. */
function snowflake(example: string) {
  return Type.String({
    pattern: '^[0-9]{1,20}$',
    description: 'Discord id',
    'x-words': 'a Discord id, which is a string of 1 to 20 digits',
    examples: [example],
  })
}

export const CHECK_KEYS = ['verified', 'supporter', 'listed_avatars', 'total_views', 'saved_avatars'] as const

const RoleCheckSchema = namedShape('RoleCheck', {
  key: Type.Enum(CHECK_KEYS),
  label: text('Verified creator'),
  passed: Type.Boolean(),
  value: nullable(Type.Union([Type.Boolean(), Type.Integer({ minimum: 0 })])),
  checkedAt: nullable(dateTime()),
  expiresAt: nullable(dateTime('24 hours after the check for identity and membership')),
})
export type RoleCheck = Static<typeof RoleCheckSchema>

const EXAMPLE_CHECKS = (
  [
    ['verified', 'Verified creator', true],
    ['supporter', 'Supporter', true],
    ['listed_avatars', 'Listed avatars', 14],
    ['total_views', 'Total views', 5120],
    ['saved_avatars', 'Saved avatars', 96],
  ] as const
).map(([key, label, value]) => ({
  key,
  label,
  passed: true,
  value,
  checkedAt: EXAMPLE_MOMENT,
  expiresAt: typeof value === 'boolean' ? '2026-11-03T08:30:00.000Z' : null,
}))

const userFields = {
  id: snowflake(EXAMPLE_PERSON.id),
  username: text(EXAMPLE_PERSON.username),
  avatar: nullable(text(EXAMPLE_PERSON.picture)),
}

/** The connection as its owner sees it. It never contains a token of Discord (spec, "Authentication", rule 3). */
export const ConnectionSchema = namedShape('DiscordConnection', {
  connected: Type.Boolean(),
  user: nullable(shape(userFields)),
  taken: nullable(shape(userFields), {
    description:
      'A Discord account that you proved to own while it is connected to another account here; it is moved to yours if you confirm within ten minutes',
  }),
  checks: Type.Array(RoleCheckSchema, { minItems: 5, maxItems: 5, examples: [EXAMPLE_CHECKS] }),
  syncedAt: nullable(dateTime()),
})

/** Outcomes for the linked role when a connection is removed. */
export const ROLE_REMOVALS = ['cleared', 'pending', 'none'] as const
/** Outcomes for the grant at Discord when a connection is removed. */
export const GRANT_REMOVALS = ['revoked', 'pending', 'none'] as const

export const DisconnectionSchema = namedShape('DiscordDisconnection', {
  ok: Type.Literal(true),
  disconnected: Type.Boolean({ description: 'False when there was no connection to end' }),
  role: Type.Enum(ROLE_REMOVALS, {
    description:
      '`cleared`: Discord no longer has the checks; `pending`: Discord did not answer, so this is retried in the background; `none`: there was nothing to clear',
  }),
  grant: Type.Enum(GRANT_REMOVALS, {
    description:
      '`revoked` at Discord and deleted here; `pending`: done in the background, after the role was cleared; `none`: there was no grant left',
  }),
})

export const GuildSettingsSchema = namedShape('GuildSettings', {
  enabled: Type.Boolean({ description: 'Whether commands answer on this server' }),
  private: Type.Boolean({ description: 'Whether answers are only visible to the person who asked' }),
  channel: nullable(snowflake(EXAMPLE_CHANNEL), {
    description: 'The only channel in which the bot answers; null for any',
  }),
})
export type GuildSettings = Static<typeof GuildSettingsSchema>

export const GuildFeedSchema = namedShape('GuildFeed', {
  enabled: Type.Boolean({ description: 'Whether new avatars are posted in the channel of the settings' }),
})

export const GuildSchema = Type.Object(
  {
    id: snowflake(EXAMPLE_GUILD),
    name: text('Lantern Makers'),
    icon: nullable(Type.String(), { examples: [null] }),
    owner: Type.Boolean(),
  },
  { $id: 'Guild' },
)

export const GuildConfigurationSchema = Type.Object(
  {
    guild: GuildSchema,
    botPresent: Type.Boolean(),
    invite: nullable(text(EXAMPLE_INVITE), {
      description: 'A URL that adds the bot; null when it is on the server',
    }),
    settings: GuildSettingsSchema,
    feed: GuildFeedSchema,
    channels: Type.Array(Type.Object({ id: snowflake(EXAMPLE_CHANNEL), name: text('avatars') }), {
      description: 'Channels in which the bot may answer',
    }),
  },
  { $id: 'GuildConfiguration' },
)
