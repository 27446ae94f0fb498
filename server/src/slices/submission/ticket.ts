import type { TicketAvatar } from '@avatary/contract/ingest'
import { type AvatarId, parseAvatarId } from '../../kernel/avatar-id.ts'
import { type Judgement, type KnownAvatar, type StoredDecision, stateWithoutPosition } from './rules.ts'

type ItemCode = 'queued' | Exclude<Extract<Judgement, { status: 'rejected' }>['code'], 'invalid_id'>

/** The items of a batch: each avatar once, with its judgement, and the number of items without an id. */
export interface TicketItems {
  readonly avatars: ReadonlyMap<AvatarId, ItemCode>
  readonly invalidCount: number
}

/** The stored form: UUIDs grouped by code, some 40 bytes per avatar. */
type PackedTicket = { [code in ItemCode]?: string[] } & { invalid?: number }

const AVATAR_ID_PREFIX = 'avtr_'

/** Keeps the first judgement of an avatar that a batch has twice. */
export function ticketItems(
  items: readonly (AvatarId | null)[],
  judgements: readonly Judgement[],
): TicketItems {
  const avatars = new Map<AvatarId, ItemCode>()
  for (const [i, id] of items.entries()) {
    const judgement = judgements[i]!
    const code = judgement.status === 'queued' ? judgement.status : judgement.code
    if (id !== null && code !== 'invalid_id' && !avatars.has(id)) avatars.set(id, code)
  }
  return { avatars, invalidCount: items.filter(id => id === null).length }
}

export function packTicket({ avatars, invalidCount }: TicketItems): string {
  const packedTicket: PackedTicket = { invalid: invalidCount }
  for (const [id, code] of avatars) {
    packedTicket[code] ??= []
    packedTicket[code].push(id.slice(AVATAR_ID_PREFIX.length))
  }
  return JSON.stringify(packedTicket)
}

/** The inverse of `packTicket`, with the avatars in another order. */
export function unpackTicket(text: string): TicketItems {
  const { invalid: invalidCount = 0, ...uuidsByCode } = JSON.parse(text) as PackedTicket
  const avatars = new Map<AvatarId, ItemCode>()
  for (const [code, uuids] of Object.entries(uuidsByCode)) {
    for (const uuid of uuids) avatars.set(parseAvatarId(AVATAR_ID_PREFIX + uuid)!, code as ItemCode)
  }
  return { avatars, invalidCount }
}

export function countEnqueued({ avatars }: TicketItems): number {
  return [...avatars.values()].filter(code => code === 'queued').length
}

export interface KnownTicketAvatar extends KnownAvatar {
  decision: StoredDecision | null
}

/** The state of an avatar of a batch; if nothing is known about it, `queue_full` if that was why it was not queued. */
export function ticketAvatar(
  id: AvatarId,
  code: ItemCode,
  knownAvatar: KnownTicketAvatar | undefined,
): TicketAvatar {
  const state = knownAvatar === undefined ? null : stateWithoutPosition(knownAvatar)
  if (state !== null) return { id, ...state }
  return { id, state: 'rejected', reason: code === 'queue_full' ? code : 'not_found' }
}
