import { PermissionFlagsBits } from 'discord-api-types/v10'

const { Administrator, ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits
const { EmbedLinks, AttachFiles, MentionEveryone, SendTTSMessages } = PermissionFlagsBits

/** Includes permissions that Discord may add later. */
export const ALL_PERMISSIONS = (1n << 64n) - 1n

/** Permissions that have no effect where a member cannot send messages. */
const NEEDS_SEND = EmbedLinks | AttachFiles | MentionEveryone | SendTTSMessages

/** Permissions that a member keeps during a time-out. */
const WHILE_TIMED_OUT = ViewChannel | ReadMessageHistory

export interface Server {
  readonly id: string
  readonly ownerId: string
  /** The role with the server's own id is @everyone. */
  readonly roles: readonly { readonly id: string; readonly permissions: bigint }[]
}

export interface Member {
  readonly id: string
  readonly roleIds: readonly string[]
  readonly isTimedOut: boolean
}

export interface Overwrite {
  readonly id: string
  readonly of: 'role' | 'member'
  readonly allow: bigint
  readonly deny: bigint
}

/**
 * Permissions of a member on a server: those of @everyone and of the member's roles. The owner and administrators have
 * all permissions (Discord, "Permissions").
 */
export function serverPermissions(server: Server, member: Member): bigint {
  if (member.id === server.ownerId) return ALL_PERMISSIONS
  const roleIds = new Set([server.id, ...member.roleIds])
  const base = unionOf(server.roles.filter(({ id }) => roleIds.has(id)).map(({ permissions }) => permissions))
  return has(base, Administrator) ? ALL_PERMISSIONS : base
}

/**
 * Permissions of a member in a channel. Discord applies, in this order: the overwrite of @everyone, denials of roles,
 * allowances of roles, the member's overwrite, then the effects of a time-out and of lacking View Channel or Send
 * Messages.
 */
export function channelPermissions(server: Server, member: Member, overwrites: readonly Overwrite[]): bigint {
  const base = serverPermissions(server, member)
  if (has(base, Administrator)) return ALL_PERMISSIONS
  const roleIds = new Set(member.roleIds)
  const everyone = overwrites.filter(({ id, of }) => of === 'role' && id === server.id)
  const roles = overwrites.filter(({ id, of }) => of === 'role' && id !== server.id && roleIds.has(id))
  const own = overwrites.filter(({ id, of }) => of === 'member' && id === member.id)
  const allowed = [everyone, roles, own].reduce(
    (permissions, step) =>
      (permissions & ~unionOf(step.map(({ deny }) => deny))) | unionOf(step.map(({ allow }) => allow)),
    base,
  )
  return implied(member.isTimedOut ? allowed & WHILE_TIMED_OUT : allowed)
}

export function canAnswerIn(server: Server, member: Member, overwrites: readonly Overwrite[]): boolean {
  return has(channelPermissions(server, member, overwrites), ViewChannel | SendMessages)
}

/** True when a member may also post embeds. The bot's own messages need that; its answers to commands do not. */
export function canPostIn(server: Server, member: Member, overwrites: readonly Overwrite[]): boolean {
  return has(channelPermissions(server, member, overwrites), ViewChannel | SendMessages | EmbedLinks)
}

export function isAdministrator(permissions: bigint): boolean {
  return has(permissions, Administrator)
}

function implied(permissions: bigint): bigint {
  if (!has(permissions, ViewChannel)) return 0n
  return has(permissions, SendMessages) ? permissions : permissions & ~NEEDS_SEND
}

function has(permissions: bigint, wanted: bigint): boolean {
  return (permissions & wanted) === wanted
}

function unionOf(sets: readonly bigint[]): bigint {
  return sets.reduce((union, set) => union | set, 0n)
}
