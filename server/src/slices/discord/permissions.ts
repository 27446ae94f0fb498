import { PermissionFlagsBits } from 'discord-api-types/v10'

const { Administrator, ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits
const { EmbedLinks, AttachFiles, MentionEveryone, SendTTSMessages } = PermissionFlagsBits

/** Every permission there is and will be. */
export const ALL_PERMISSIONS = (1n << 64n) - 1n

/** Void where no message can be sent. */
const OF_MESSAGES = EmbedLinks | AttachFiles | MentionEveryone | SendTTSMessages

/** All that a member keeps during a time-out. */
const WHILE_TIMED_OUT = ViewChannel | ReadMessageHistory

export interface Server {
  readonly id: string
  readonly ownerId: string
  /** The one with the server's own id is everybody's. */
  readonly roles: readonly { readonly id: string; readonly permissions: bigint }[]
}

export interface Member {
  readonly id: string
  readonly roleIds: readonly string[]
  readonly isTimedOut: boolean
}

/** Says otherwise, in one channel, for a role or a member. */
export interface Overwrite {
  readonly id: string
  readonly of: 'role' | 'member'
  readonly allow: bigint
  readonly deny: bigint
}

/**
 * What a member may do on a server as a whole (Discord, "Permissions": owner, then everybody's role and the member's
 * own; Administrator is everything).
 */
export function serverPermissions(server: Server, member: Member): bigint {
  if (member.id === server.ownerId) return ALL_PERMISSIONS
  const held = new Set([server.id, ...member.roleIds])
  const base = unionOf(server.roles.filter(({ id }) => held.has(id)).map(({ permissions }) => permissions))
  return has(base, Administrator) ? ALL_PERMISSIONS : base
}

/**
 * What a member may do in a channel, in Discord's order: everybody's overwrite, the roles' denials, their allowances,
 * the member's own; then what follows from not seeing, not writing, and time-outs.
 */
export function channelPermissions(server: Server, member: Member, overwrites: readonly Overwrite[]): bigint {
  const base = serverPermissions(server, member)
  if (has(base, Administrator)) return ALL_PERMISSIONS
  const roleIds = new Set(member.roleIds)
  const everyone = overwrites.filter(({ id, of }) => of === 'role' && id === server.id)
  const roles = overwrites.filter(({ id, of }) => of === 'role' && id !== server.id && roleIds.has(id))
  const own = overwrites.filter(({ id, of }) => of === 'member' && id === member.id)
  const granted = [everyone, roles, own].reduce(
    (permissions, step) =>
      (permissions & ~unionOf(step.map(({ deny }) => deny))) | unionOf(step.map(({ allow }) => allow)),
    base,
  )
  return implied(member.isTimedOut ? granted & WHILE_TIMED_OUT : granted)
}

/** Whether a member may see a channel and write in it. */
export function canAnswerIn(server: Server, member: Member, overwrites: readonly Overwrite[]): boolean {
  return has(channelPermissions(server, member, overwrites), ViewChannel | SendMessages)
}

/** Whether a member may also post embeds there: answers to commands need no right to, messages of its own do. */
export function canPostIn(server: Server, member: Member, overwrites: readonly Overwrite[]): boolean {
  return has(channelPermissions(server, member, overwrites), ViewChannel | SendMessages | EmbedLinks)
}

export function isAdministrator(permissions: bigint): boolean {
  return has(permissions, Administrator)
}

function implied(permissions: bigint): bigint {
  if (!has(permissions, ViewChannel)) return 0n
  return has(permissions, SendMessages) ? permissions : permissions & ~OF_MESSAGES
}

function has(permissions: bigint, wanted: bigint): boolean {
  return (permissions & wanted) === wanted
}

function unionOf(sets: readonly bigint[]): bigint {
  return sets.reduce((union, set) => union | set, 0n)
}
