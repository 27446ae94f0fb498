import { ChannelType } from 'discord-api-types/v10'
import type { ApiChannel, ApiGuild, ApiMember, ApiUserGuild } from './api-shapes.ts'
import { canAnswerIn, canPostIn, isAdministrator } from './permissions.ts'

/** The types of channels in which commands can be answered: text and announcements. */
const ANSWERABLE_TYPES: ReadonlySet<number> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement])

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
  const { roles, communication_disabled_until: until } = bot.member
  const member = { id: bot.id, roles, isTimedOut: Date.parse(until ?? '') > nowMs }
  return channels
    .filter(({ type }) => ANSWERABLE_TYPES.has(type))
    .filter(channel => canAnswerIn(guild, member, channel.permission_overwrites))
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(channel => ({
      id: channel.id,
      name: channel.name ?? '',
      canPostFeed: canPostIn(guild, member, channel.permission_overwrites),
    }))
}
