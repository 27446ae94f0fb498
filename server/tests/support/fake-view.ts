import type { MirrorAvatar, Platform } from '@avatary/contract/avatar'
import type { FieldName } from '../../src/avatars/fields.ts'
import type { CatalogSort, CountedText, SearchPage, SimilarWord } from '../../src/avatars/search-port.ts'
import type { AvatarShape } from '../../src/avatars/shape.ts'
import type { CatalogCounts, CatalogView } from '../../src/avatars/view.ts'
import { JsonWriter } from '../../src/kernel/json-writer.ts'

/**
 * A view of avatars `avtr_0…` whose slot, key and popularity equal their number. Any query lists them, highest number
 * first. Tests hide and show avatars by number.
 */
export class FakeView implements CatalogView {
  version = 0
  seq = 0
  readonly listed: boolean[]
  /** Views by number; default: the number itself. */
  readonly views: number[] = []
  /** Version of the last change by number; default: 0. */
  readonly #changedAt: number[] = []
  #listeners: ((slots: readonly number[]) => void)[] = []

  constructor(size: number) {
    this.listed = Array.from({ length: size }, () => true)
  }

  get size(): number {
    return this.listed.length
  }

  hide(...slots: number[]): void {
    for (const slot of slots) this.listed[slot] = false
    this.version++
    for (const listener of this.#listeners) listener(slots)
  }

  add(): void {
    this.listed.push(true)
    this.version++
  }

  /** Sets the views of an avatar. */
  count(slot: number, views: number): void {
    this.views[slot] = views
    this.#changedAt[slot] = ++this.version
  }

  changedAt(slot: number): number {
    return this.#changedAt[slot] ?? 0
  }

  search({ offset, limit }: { offset: number; limit: number }): SearchPage {
    const slots = [...this.listedSlots('recent')]
    return { total: slots.length, slots: slots.slice(offset, offset + limit) }
  }

  listedSlots(_sort: CatalogSort): Uint32Array {
    const slots = [...this.listed.keys()].filter(slot => this.listed[slot])
    return Uint32Array.from(slots.reverse())
  }

  slotOf(id: string): number {
    return Number(id.slice('avtr_'.length))
  }

  slotOfKey(key: number): number {
    return key < this.listed.length ? key : -1
  }

  keyOf(slot: number): number {
    return slot < this.listed.length ? slot : -1
  }

  isListed(slot: number, _platform?: Platform | null): boolean {
    return this.listed[slot] ?? false
  }

  idOf(slot: number): string {
    return `avtr_${slot}`
  }

  countersOf(slot: number): { views: number; likes: number } {
    return { views: this.views[slot] ?? slot, likes: 0 }
  }

  textsBeginningWith(): CountedText[] {
    return []
  }

  // biome-ignore lint/correctness/useYield: it takes one step
  *wordsSimilarTo(): Generator<void, SimilarWord[]> {
    return []
  }

  topTags(): { tag: string; count: number }[] {
    return []
  }

  counts(): CatalogCounts {
    const listed = this.listed.filter(Boolean).length
    return {
      indexed: this.listed.length,
      active: listed,
      listed,
      hidden: this.listed.length - listed,
      creators: 0,
    }
  }

  prefetch(_slots: ArrayLike<number>, _from: number, _to: number): void {}

  write(_form: AvatarShape, slot: number, out: JsonWriter): void {
    out.json({ id: `avtr_${slot}` })
  }

  read<Name extends FieldName>(names: readonly Name[], slot: number): Pick<MirrorAvatar, Name> {
    const out = new JsonWriter()
    this.write(names, slot, out)
    return JSON.parse(String(out))
  }

  /** The image `file_…7` belongs to avatar 7. */
  listedWithImage(text: string): number[] {
    const slot = Number(text.slice('file_'.length))
    return this.isListed(slot) ? [slot] : []
  }

  onHidden(listener: (slots: readonly number[]) => void): void {
    this.#listeners.push(listener)
  }
}
