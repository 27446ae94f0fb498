/** Discord's ids: decimal digits of a 64-bit number. */
export type Snowflake = string

export interface SimUser {
  readonly id: Snowflake
  readonly username: string
  readonly global_name?: string | null
  /** Hash of a picture. */
  readonly avatar?: string | null
}

interface SimRole {
  readonly id: Snowflake
  readonly name?: string
  /** Decimal digits of a bit set. */
  readonly permissions: string
}

interface SimOverwrite {
  readonly id: Snowflake
  /** 0 a role, 1 a member. */
  readonly type: 0 | 1
  readonly allow: string
  readonly deny: string
}

interface SimChannel {
  readonly id: Snowflake
  readonly name: string
  /** 0 text, 2 voice, 4 category, 5 announcement, 10 to 12 threads, 15 forum. */
  readonly type: number
  readonly position?: number
  readonly parent_id?: Snowflake | null
  /** True for an age-restricted channel; absent in threads. */
  readonly nsfw?: boolean
  readonly permission_overwrites?: readonly SimOverwrite[]
}

interface SimMember {
  readonly roles: readonly Snowflake[]
  /** End of a time-out, ISO 8601. */
  readonly communication_disabled_until?: string | null
}

/** A server; the role with its own id is @everyone. */
export interface SimGuild {
  readonly id: Snowflake
  readonly name: string
  readonly icon?: string | null
  readonly owner_id: Snowflake
  readonly roles: readonly SimRole[]
  readonly channels: readonly SimChannel[]
  /** The list of channels that Discord answers does not contain them. */
  readonly threads?: readonly SimChannel[]
  /** Keyed by user; includes the bot when it is in the server. */
  readonly members: Readonly<Record<Snowflake, SimMember>>
}

const ALL_PERMISSIONS = (1n << 53n) - 1n
const ADMINISTRATOR = 1n << 3n

/** Permissions of a member in a server, as `/users/@me/guilds` answers them. */
export function permissionsIn(guild: SimGuild, userId: Snowflake): bigint {
  if (guild.owner_id === userId) return ALL_PERMISSIONS
  const roles = new Set([guild.id, ...(guild.members[userId]?.roles ?? [])])
  const permissions = guild.roles
    .filter(({ id }) => roles.has(id))
    .reduce((set, role) => set | BigInt(role.permissions), 0n)
  return (permissions & ADMINISTRATOR) === 0n ? permissions : ALL_PERMISSIONS
}
