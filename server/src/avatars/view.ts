import type { MirrorAvatar, Platform } from '@avatary/contract/avatar'
import type { JsonWriter } from '../kernel/json-writer.ts'
import type { FieldName } from './fields.ts'
import type { AvatarForm } from './form.ts'
import type { CatalogQuery, CatalogSort, IndexTexts, SearchPage } from './search-port.ts'

/** Index stats of the spec but for `queue`, which the submission slice counts. */
export interface CatalogCounts {
  indexed: number
  active: number
  listed: number
  hidden: number
  creators: number
}

/**
 * The catalog as this process sees it: a read model in memory that follows the change log. Synchronous, and one
 * view throughout a turn of the event loop.
 */
export interface CatalogView extends IndexTexts {
  /** Grows with every applied change: equal versions mean equal answers. */
  readonly version: number
  /** Last change of the log that is applied. */
  readonly seq: number
  /** Slots given, listed or not: they run from 0 to one below. */
  readonly size: number
  search(query: CatalogQuery): SearchPage
  listedSlots(sort: CatalogSort): Uint32Array
  /** The slot of an avatar id (listed or not), or -1. */
  slotOf(id: string): number
  /** The slot of a row of the database, or -1. */
  slotOfKey(key: number): number
  /** The row of the database that a slot stands for, or -1 when that was forgotten. */
  keyOf(slot: number): number
  /** True for a listed avatar, of a platform if one is given; false for -1. */
  isListed(slot: number, platform?: Platform | null): boolean
  idOf(slot: number): string
  /** Lifetime counters as they stand in the avatar's JSON. */
  countersOf(slot: number): { views: number; likes: number }
  /** The version with which the avatar's JSON last changed, or a later one. */
  changedAt(slot: number): number
  topTags(limit: number): { tag: string; count: number }[]
  counts(): CatalogCounts
  /** Makes writing the avatars of the slots at places `from` to `to - 1` faster; see `readAheadAt`. */
  readAhead(slots: ArrayLike<number>, from: number, to: number): void
  /** Appends the avatar's JSON in a form. */
  write(form: AvatarForm, slot: number, out: JsonWriter): void
  /** Returns some fields. @param names the same array at each call: what is prepared for a form is cached by it. */
  read<Name extends FieldName>(names: readonly Name[], slot: number): Pick<MirrorAvatar, Name>
  /** Listed avatars whose image is the platform's file that a text names, an id or an address; most popular first. */
  listedWithImage(text: string): number[]
  /** Calls back with the slots that stopped being listed, after each applied batch in which some did. */
  onHidden(listener: (slots: readonly number[]) => void): void
}
