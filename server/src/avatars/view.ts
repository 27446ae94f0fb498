import type { MirrorAvatar, Platform } from '@avatary/contract/avatar'
import type { JsonWriter } from '../kernel/json-writer.ts'
import type { FieldName } from './fields.ts'
import type { CatalogQuery, CatalogSort, IndexTexts, SearchPage } from './search-port.ts'
import type { AvatarShape } from './shape.ts'

/** The index stats of the spec except `queue`, which the submission slice counts. */
export interface CatalogCounts {
  indexed: number
  active: number
  listed: number
  hidden: number
  creators: number
}

/**
 * This process's view of the catalog: the read model in memory, which follows the change log. Methods are synchronous,
 * and nothing changes within one turn of the event loop.
 */
export interface CatalogView extends IndexTexts {
  /** Increases with every applied change, so equal versions give equal answers. */
  readonly version: number
  /** The last change of the log that was applied. */
  readonly seq: number
  /** The number of slots, listed or not; they are 0 to size - 1. */
  readonly size: number
  search(query: CatalogQuery): SearchPage
  listedSlots(sort: CatalogSort): Uint32Array
  /** The slot of an avatar, listed or not; -1 when there is none. */
  slotOf(id: string): number
  /** The slot of the avatar with this row key, or -1. */
  slotOfKey(key: number): number
  /** The row key of a slot's avatar; -1 after the avatar was deleted. */
  keyOf(slot: number): number
  /** True for a listed avatar, and if a platform is given, only for one that supports it. False for slot -1. */
  isListed(slot: number, platform?: Platform | null): boolean
  idOf(slot: number): string
  /** The lifetime counters that the avatar's JSON shows. */
  countersOf(slot: number): { views: number; likes: number }
  /** A version at or after which the avatar's JSON has not changed. */
  changedAt(slot: number): number
  topTags(limit: number): { tag: string; count: number }[]
  counts(): CatalogCounts
  /** Prefetches the records of the slots at indexes `from` to `to - 1`, for speed; see `prefetchAhead`. */
  prefetch(slots: ArrayLike<number>, from: number, to: number): void
  /** Appends the avatar's JSON in the given shape. */
  write(shape: AvatarShape, slot: number, out: JsonWriter): void
  /** Returns some fields. @param names must be the same array object in every call: prepared forms are cached by it. */
  read<Name extends FieldName>(names: readonly Name[], slot: number): Pick<MirrorAvatar, Name>
  /** Listed avatars that use an image file of the platform, given by its id or URL; most popular first. */
  listedWithImage(text: string): number[]
  /** Calls the listener with the slots that stopped being listed, after each batch of changes in which some did. */
  onHidden(listener: (slots: readonly number[]) => void): void
}
