import type { EventFrame } from '@avatary/contract/events'
import type { CatalogView, Change } from '../../avatars/index.ts'
import { isoOf } from '../../kernel/days.ts'

/** The source of a frame: a change, or the last of an avatar's counter changes. */
export interface FrameSource {
  seq: number
  type: EventFrame['type']
  /** -1 for an avatar that is not in the catalog. */
  slot: number
  atMs: number
  /** Id of an avatar that is not in the catalog. */
  unknownId?: string | undefined
}

export interface WrittenEvent {
  readonly avatarId: string
  readonly text: string
}

type FrameView = Pick<CatalogView, 'slotOfKey' | 'isListed' | 'idOf' | 'countersOf'>

/**
 * Returns the sources of frames in ascending order of seq. Counter changes of one avatar become a single frame, at the
 * last of them; moderation changes are not merged. Hidden avatars have no counter frames.
 */
export function frameSources(changes: Iterable<Change>, view: FrameView): FrameSource[] {
  const sourceByKey = new Map<string, FrameSource>()
  for (const { seq, kind, key, atMs, unknownId } of changes) {
    if (kind !== 'counts' && kind !== 'blocked' && kind !== 'unblocked') continue
    const slot = view.slotOfKey(key)
    if (slot === -1 && unknownId === undefined) continue
    if (kind === 'counts' && !view.isListed(slot)) continue
    const sourceKey = kind === 'counts' ? `counts ${slot}` : `moderation ${seq}`
    sourceByKey.delete(sourceKey)
    sourceByKey.set(sourceKey, { seq, type: kind, slot, atMs, unknownId })
  }
  return [...sourceByKey.values()]
}

/** The id of the avatar that a frame is about. */
export function avatarIdOf({ slot, unknownId }: FrameSource, view: FrameView): string {
  return unknownId ?? view.idOf(slot)
}

/** Writes one event (HTML, "Server-sent events"). A client that has received `id` can resume after it. */
export function writeEvent(source: FrameSource, id: number, view: FrameView): string {
  const { seq, type, slot, atMs } = source
  const head = { type, id: avatarIdOf(source, view) }
  const values = type === 'counts' ? view.countersOf(slot) : {}
  const frame = { ...head, ...values, at: isoOf(atMs), seq }
  return `id: ${id}\ndata: ${JSON.stringify(frame)}\n\n`
}
