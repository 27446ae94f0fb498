import { type Static, Type } from 'typebox'

const Snowflake = Type.String({ pattern: '^[0-9]{1,20}$' })
/** Decimal digits of a bit set. */
const Bits = Type.String({ pattern: '^[0-9]{1,40}$' })
const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** What is read of Discord's answers; whatever else they hold is left alone. */
export const ApiUserGuildsSchema = Type.Array(
  Type.Object({
    id: Snowflake,
    name: Type.String(),
    icon: orNull(Type.String()),
    owner: Type.Boolean(),
    permissions: Bits,
  }),
)
export type ApiUserGuild = Static<typeof ApiUserGuildsSchema>[number]

export const ApiGuildSchema = Type.Object({
  id: Snowflake,
  owner_id: Snowflake,
  roles: Type.Array(Type.Object({ id: Snowflake, permissions: Bits })),
})
export type ApiGuild = Static<typeof ApiGuildSchema>

export const ApiChannelSchema = Type.Object({
  id: Snowflake,
  type: Type.Integer(),
  name: orNull(Type.String()),
  position: Type.Optional(Type.Integer()),
  /** Of a thread its channel, of a channel its category. */
  parent_id: orNull(Snowflake),
  /** Whether it is age-restricted; threads do not say. */
  nsfw: Type.Optional(Type.Boolean()),
  permission_overwrites: Type.Optional(
    Type.Array(Type.Object({ id: Snowflake, type: Type.Integer(), allow: Bits, deny: Bits })),
  ),
})
export type ApiChannel = Static<typeof ApiChannelSchema>

export const ApiChannelsSchema = Type.Array(ApiChannelSchema)

export const ApiMemberSchema = Type.Object({
  roles: Type.Array(Snowflake),
  communication_disabled_until: orNull(Type.String()),
})
export type ApiMember = Static<typeof ApiMemberSchema>
