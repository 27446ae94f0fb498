import type { JsonWriter } from '../../kernel/json-writer.ts'
import type { CatalogRecord } from '../../slices/catalog/record.ts'
import type {
  CatalogQuery,
  CatalogSort,
  IndexDocument,
  SearchIndex,
  SearchPage,
} from '../../slices/catalog/search-port.ts'
import type { CatalogCounts, CatalogView } from '../../slices/catalog/view.ts'
import { uint8Column, uint32Column } from './column.ts'
import type { RecordStore } from './record-store.ts'

/** Changes of one batch, already read from the system of record. */
export interface ReadModelBatch {
  /** Records added or changed in any way but their counters. */
  records: readonly CatalogRecord[]
  counters: readonly { key: number; views: number; likes: number }[]
  /** Seq of the last change that the batch holds. */
  seq: number
}

export interface ReadModelParts {
  index: SearchIndex
  records: RecordStore
  analyse: (record: CatalogRecord) => IndexDocument
  /** Last change of the log that the parts hold. */
  seq: number
  /** One byte a slot, from a snapshot. */
  isActive?: Uint8Array
}

/**
 * Search index and record store under one roof: gives slots to rows, applies batches of changes to both, and
 * counts what neither does. Slot order is order of first sight.
 */
export class ReadModel implements CatalogView {
  readonly index: SearchIndex
  readonly records: RecordStore
  readonly #analyse: (record: CatalogRecord) => IndexDocument
  readonly #slotOfKey
  readonly #isActive
  #active = 0
  #seq: number
  #version = 0
  readonly #hiddenListeners: ((slots: readonly number[]) => void)[] = []

  /** The two stores hold the same slots. */
  constructor({ index, records, analyse, seq, isActive }: ReadModelParts) {
    this.index = index
    this.records = records
    this.#analyse = analyse
    this.#seq = seq
    this.#slotOfKey = uint32Column()
    this.#isActive = uint8Column(isActive)
    for (let slot = 0; slot < records.size; slot++) {
      this.#slotOfKey.set(records.keyOf(slot), slot + 1)
      this.#active += this.#isActive.get(slot)
    }
  }

  get version(): number {
    return this.#version
  }

  get seq(): number {
    return this.#seq
  }

  apply(batch: ReadModelBatch): void {
    const hidden: number[] = []
    for (const record of batch.records) {
      const slot = this.#put(record)
      if (!record.isListed) hidden.push(slot)
    }
    for (const { key, views, likes } of batch.counters) {
      const slot = this.slotOfKey(key)
      if (slot === -1) continue
      this.index.setCounters(slot, views, likes)
      this.records.setCounters(slot, views, likes)
    }
    this.#seq = Math.max(this.#seq, batch.seq)
    this.#version++
    if (hidden.length > 0) for (const listener of this.#hiddenListeners) listener(hidden)
  }

  search(query: CatalogQuery): SearchPage {
    return this.index.search(query)
  }

  listedSlots(sort: CatalogSort): Uint32Array {
    return this.index.listedSlots(sort)
  }

  slotOf(id: string): number {
    return this.index.slotOf(id)
  }

  slotOfKey(key: number): number {
    return this.#slotOfKey.get(key) - 1
  }

  isListed(slot: number): boolean {
    return slot >= 0 && this.index.isListed(slot)
  }

  idOf(slot: number): string {
    return this.records.idOf(slot)
  }

  topTags(limit: number): { tag: string; count: number }[] {
    return this.index.topTags(limit)
  }

  counts(): CatalogCounts {
    const { listed, creators } = this.index.counts()
    const indexed = this.records.size
    return { indexed, active: this.#active, listed, hidden: indexed - listed, creators }
  }

  writeAvatar(slot: number, out: JsonWriter): void {
    this.records.write(slot, out)
  }

  onHidden(listener: (slots: readonly number[]) => void): void {
    this.#hiddenListeners.push(listener)
  }

  /** A copy of the active bytes of the first `size` slots, for a snapshot. */
  activeBytes(size: number): Uint8Array {
    return this.#isActive.capture(size)[0]!
  }

  #put(record: CatalogRecord): number {
    const known = this.slotOfKey(record.key)
    const slot = known === -1 ? this.records.size : known
    this.records.put(slot, record)
    this.index.put(slot, this.#analyse(record))
    this.#slotOfKey.set(record.key, slot + 1)
    this.#active += Number(record.isActive) - this.#isActive.get(slot)
    this.#isActive.set(slot, Number(record.isActive))
    return slot
  }
}
