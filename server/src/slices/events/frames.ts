import type { EventFrame } from '@avatary/contract/events'
import type { CatalogView, Change } from '../../avatars/index.ts'

/** What a frame is made from: a change, and for counters the last of an avatar among some. */
export interface FrameSource {
  seq: number
  type: EventFrame['type']
  /** -1 for an avatar that the catalog does not hold. */
  slot: number
  atMs: number
  /** Which one that is. */
  unheldId?: string | undefined
}

type FrameView = Pick<CatalogView, 'slotOfKey' | 'isListed' | 'idOf' | 'countersOf'>

/**
 * The frames that changes make, by ascending seq. A counter that moved ten times is one frame with its latest value,
 * at its last change; every act of moderation is a frame of its own. What is not listed has no counters to show.
 */
export function frameSources(changes: Iterable<Change>, view: FrameView): FrameSource[] {
  const latest = new Map<string, FrameSource>()
  for (const { seq, kind, key, atMs, unheldId } of changes) {
    if (kind !== 'counts' && kind !== 'blocked' && kind !== 'unblocked') continue
    const slot = view.slotOfKey(key)
    if (slot === -1 && unheldId === undefined) continue
    if (kind === 'counts' && !view.isListed(slot)) continue
    const name = kind === 'counts' ? `counts ${slot}` : `moderation ${seq}`
    latest.delete(name)
    latest.set(name, { seq, type: kind, slot, atMs, unheldId })
  }
  return [...latest.values()]
}

/** One event of the stream (HTML, "Server-sent events"); `id` is where a client that has it goes on. */
export function writeEvent(source: FrameSource, id: number, view: FrameView): string {
  const { seq, type, slot, atMs, unheldId } = source
  const head = { type, id: unheldId ?? view.idOf(slot) }
  const values = type === 'counts' ? view.countersOf(slot) : {}
  const frame = { ...head, ...values, at: new Date(atMs).toISOString(), seq }
  return `id: ${id}\ndata: ${JSON.stringify(frame)}\n\n`
}
