import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { ApiChannel, ApiGuild } from './api-shapes.ts'

const { Administrator, ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits
const { EmbedLinks, AttachFiles, MentionEveryone, SendTTSMessages } = PermissionFlagsBits

/** Includes permissions that Discord may add later. */
export const ALL_PERMISSIONS = (1n << 64n) - 1n

/** Permissions that have no effect where a member cannot send messages. */
const NEEDS_SEND = EmbedLinks | AttachFiles | MentionEveryone | SendTTSMessages

/** Permissions that a member keeps during a time-out. */
const ALLOWED_IN_TIME_OUT = ViewChannel | ReadMessageHistory

/** The type of an overwrite for a role; 1 is for a member. */
const ROLE_OVERWRITE = 0

export type Overwrite = NonNullable<ApiChannel['permission_overwrites']>[number]

export interface Member {
  readonly id: string
  readonly roles: readonly string[]
  readonly isTimedOut: boolean
}

/**
 * Permissions of a member on a server: those of @everyone and of the member's roles. The owner and administrators have
 * all permissions (Discord, "Permissions").
 */
export function serverPermissions(server: ApiGuild, member: Member): bigint {
  if (member.id === server.owner_id) return ALL_PERMISSIONS
  // The role with the server's own id is @everyone.
  const roleIds = new Set([server.id, ...member.roles])
  const base = unionOf(server.roles.filter(({ id }) => roleIds.has(id)).map(({ permissions }) => permissions))
  return hasAll(base, Administrator) ? ALL_PERMISSIONS : base
}

/**
 * Permissions of a member in a channel. Discord applies, in this order: the overwrite of @everyone, denials of roles,
 * allowances of roles, the member's overwrite, then the effects of a time-out and of lacking View Channel or Send
 * Messages.
 */
export function channelPermissions(
  server: ApiGuild,
  member: Member,
  overwrites: readonly Overwrite[] = [],
): bigint {
  const base = serverPermissions(server, member)
  if (hasAll(base, Administrator)) return ALL_PERMISSIONS
  const roleOverwrites = overwrites.filter(({ type }) => type === ROLE_OVERWRITE)
  const memberOverwrites = overwrites.filter(({ type }) => type !== ROLE_OVERWRITE)
  const ofEveryone = roleOverwrites.filter(({ id }) => id === server.id)
  const ofOwnRoles = roleOverwrites.filter(({ id }) => id !== server.id && member.roles.includes(id))
  const ofMember = memberOverwrites.filter(({ id }) => id === member.id)
  const allowedBits = [ofEveryone, ofOwnRoles, ofMember].reduce(
    (permissions, layer) =>
      (permissions & ~unionOf(layer.map(({ deny }) => deny))) | unionOf(layer.map(({ allow }) => allow)),
    base,
  )
  return withoutIneffective(member.isTimedOut ? allowedBits & ALLOWED_IN_TIME_OUT : allowedBits)
}

export function canAnswerIn(server: ApiGuild, member: Member, overwrites?: readonly Overwrite[]): boolean {
  return hasAll(channelPermissions(server, member, overwrites), ViewChannel | SendMessages)
}

/** True when a member may also post embeds. The bot's own messages need that; its answers to commands do not. */
export function canPostIn(server: ApiGuild, member: Member, overwrites?: readonly Overwrite[]): boolean {
  return hasAll(channelPermissions(server, member, overwrites), ViewChannel | SendMessages | EmbedLinks)
}

export function isAdministrator(permissions: bigint): boolean {
  return hasAll(permissions, Administrator)
}

function withoutIneffective(permissions: bigint): bigint {
  if (!hasAll(permissions, ViewChannel)) return 0n
  return hasAll(permissions, SendMessages) ? permissions : permissions & ~NEEDS_SEND
}

function hasAll(permissions: bigint, wantedBits: bigint): boolean {
  return (permissions & wantedBits) === wantedBits
}

function unionOf(sets: readonly string[]): bigint {
  return sets.reduce((union, set) => union | BigInt(set), 0n)
}
