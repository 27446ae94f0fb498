import { ChannelType } from 'discord-api-types/v10'
import type { ApiChannel, ApiGuild, ApiMember, ApiUserGuild } from './api-shapes.ts'
import {
  canAnswerIn,
  canPostIn,
  isAdministrator,
  type Member,
  type Overwrite,
  type Server,
} from './permissions.ts'

/** The types of channels in which commands can be answered: text and announcements. */
const ANSWERED: ReadonlySet<number> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement])

/** The type of an overwrite for a role; 1 is for a member. */
const ROLE_OVERWRITE = 0

export interface Channel {
  readonly id: string
  readonly name: string
  /** True when the bot may also post messages of its own there. */
  readonly canPostFeed: boolean
}

/** True for the owner and for Administrator, not for Manage Server (spec, "Chat-platform integration"). */
export function mayAdminister({ owner, permissions }: ApiUserGuild): boolean {
  return owner || isAdministrator(BigInt(permissions))
}

/** Channels that the bot may see and write in, in Discord's order. */
export function permittedChannels(
  guild: ApiGuild,
  channels: readonly ApiChannel[],
  bot: { readonly id: string; readonly member: ApiMember },
  nowMs: number,
): Channel[] {
  const server = serverOf(guild)
  const member = memberOf(bot.id, bot.member, nowMs)
  return channels
    .filter(({ type }) => ANSWERED.has(type))
    .filter(channel => canAnswerIn(server, member, overwritesOf(channel)))
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(channel => ({
      id: channel.id,
      name: channel.name ?? '',
      canPostFeed: canPostIn(server, member, overwritesOf(channel)),
    }))
}

function serverOf({ id, owner_id, roles }: ApiGuild): Server {
  return {
    id,
    ownerId: owner_id,
    roles: roles.map(role => ({ id: role.id, permissions: BigInt(role.permissions) })),
  }
}

function memberOf(id: string, { roles, communication_disabled_until }: ApiMember, nowMs: number): Member {
  const until = Date.parse(communication_disabled_until ?? '')
  return { id, roleIds: roles, isTimedOut: until > nowMs }
}

function overwritesOf({ permission_overwrites = [] }: ApiChannel): Overwrite[] {
  return permission_overwrites.map(({ id, type, allow, deny }) => ({
    id,
    of: type === ROLE_OVERWRITE ? 'role' : 'member',
    allow: BigInt(allow),
    deny: BigInt(deny),
  }))
}
