import { type Static, Type } from 'typebox'

const Snowflake = Type.String({ pattern: '^[0-9]{1,20}$' })
/** A bit set as a decimal number. */
const Bits = Type.String({ pattern: '^[0-9]{1,40}$' })
const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

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
  /** The channel of a thread, or the category of a channel. */
  parent_id: orNull(Snowflake),
  /** True when the channel is age-restricted; absent for threads. */
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
