import type { MirrorAvatar, Platform } from '@avatary/contract/avatar'
import type {
  AvatarShape,
  CatalogCounts,
  CatalogQuery,
  CatalogSort,
  CountedText,
  FieldName,
  SearchPage,
  SimilarWord,
  SimilarWordsQuery,
  TextKind,
} from '../../avatars/index.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { readUuid, UUID_BYTES } from '../../kernel/uuid-bytes.ts'
import type { LiveIndex } from '../search/segmented-index.ts'
import { Column } from './column.ts'
import { DELETED, type RecordStore } from './record-store.ts'

/** Reads the index and the records of the same slots. */
export abstract class ReadModelView {
  protected index: LiveIndex
  protected records: RecordStore
  /** For each key, the avatar's slot + 1. */
  protected slotsByKey = new Column()
  /** Number of slots without an avatar. */
  protected deletedCount = 0
  readonly #uuid = Buffer.alloc(UUID_BYTES)

  constructor({ index, records }: { index: LiveIndex; records: RecordStore }) {
    this.index = index
    this.records = records
  }

  /** Number of slots; those below it never get another avatar. */
  get size(): number {
    return this.records.size
  }

  search(query: CatalogQuery): SearchPage {
    return this.index.search(query)
  }

  matchesAmong(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array } {
    return this.index.matchesAmong(query, slots)
  }

  searchWithout(query: CatalogQuery, slots: Uint32Array): SearchPage {
    return this.index.searchWithout(query, slots)
  }

  addedAtOf(slots: Uint32Array): Float64Array {
    return this.index.addedAtOf(slots)
  }

  compare(sort: CatalogSort, a: number, b: number): number {
    return this.index.compare(sort, a, b)
  }

  listedSlots(sort: CatalogSort): Uint32Array {
    return this.index.listedSlots(sort)
  }

  slotOf(id: string): number {
    const slot = this.index.slotOf(id)
    return slot === -1 || this.isDeleted(slot) ? -1 : slot
  }

  slotOfKey(key: number): number {
    return this.slotsByKey.get(key) - 1
  }

  keyOf(slot: number): number {
    return this.isDeleted(slot) ? -1 : this.records.keyOf(slot)
  }

  isListed(slot: number, platform?: Platform | null): boolean {
    return slot >= 0 && this.index.isListed(slot, platform)
  }

  isDeleted(slot: number): boolean {
    return this.records.keyOf(slot) === DELETED
  }

  idOf(slot: number): string {
    this.index.readId(slot, this.#uuid)
    return `avtr_${readUuid(this.#uuid, 0)}`
  }

  countersOf(slot: number): { views: number; likes: number } {
    return { views: this.index.viewsOf(slot), likes: this.index.likesOf(slot) }
  }

  viewsOf(slot: number): number {
    return this.index.viewsOf(slot)
  }

  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[] {
    return this.index.textsBeginningWith(kind, beginning, limit)
  }

  wordsSimilarTo(word: string, query: SimilarWordsQuery): Generator<void, SimilarWord[]> {
    return this.index.wordsSimilarTo(word, query)
  }

  topTags(limit: number): { tag: string; count: number }[] {
    return this.index.topTags(limit)
  }

  counts(): CatalogCounts {
    const { listed, creators } = this.index.counts()
    const indexed = this.size - this.deletedCount
    return { indexed, active: this.records.activeCount, listed, hidden: indexed - listed, creators }
  }

  prefetch(slots: ArrayLike<number>, from: number, to: number): void {
    this.records.prefetch(slots, from, to, this.index)
  }

  write(shape: AvatarShape, slot: number, out: JsonWriter): void {
    this.records.write(shape, slot, this.index, out)
  }

  read<Name extends FieldName>(names: readonly Name[], slot: number): Pick<MirrorAvatar, Name> {
    return this.records.read(names, slot, this.index)
  }

  listedWithImage(text: string): number[] {
    return this.records
      .slotsWithImage(text)
      .filter(slot => this.isListed(slot))
      .sort((a, b) => this.compare('popular', a, b))
  }
}
