import type {
  CatalogCounts,
  CatalogRecord,
  CatalogView,
  DividedSearch,
  IndexDocument,
} from '../../avatars/index.ts'
import type { LiveIndex } from '../search/segmented-index.ts'
import type { ChangePosition } from './change-position.ts'
import { Column } from './column.ts'
import { ReadModelView } from './read-model-view.ts'
import { DELETED, type RecordStore } from './record-store.ts'
import type { SnapshotSections } from './snapshot-file.ts'
import { createTurnYielder } from './turn-yielder.ts'

const SLOTS_PER_TURN = 1000
const RECORDS_PER_COMPACTION = 5000

/** A batch of changed rows as read from the database. */
export interface ReadModelBatch {
  /** Records that are new, or that changed in more than their counters. */
  records: readonly CatalogRecord[]
  counters: readonly { key: number; views: number; likes: number }[]
  /** Absent when later batches complete the changes. */
  position?: ChangePosition
}

/** Index and records of the same slots, and the last change that they contain. */
export interface ReadModelContent {
  index: LiveIndex
  records: RecordStore
  position: ChangePosition
}

export interface CapturedReadModel {
  position: ChangePosition
  counts: CatalogCounts
  records: SnapshotSections
  index: SnapshotSections
}

/** Assigns slots to avatars, and applies batches of changes. An avatar keeps its slot for the life of the process. */
export class ReadModel extends ReadModelView implements CatalogView, DividedSearch, AsyncDisposable {
  readonly #analyse: (record: CatalogRecord) => IndexDocument
  #position: ChangePosition
  /** For each slot, the version in which the record last changed; 0 when that was not after `#adoptedVersion`. */
  #changedVersions = new Column()
  #adoptedVersion = 0
  #version = 0
  #changedRowCount = 0
  #matchesVersion = 0
  #slotsLost = 0
  readonly #hiddenListeners: ((slots: readonly number[]) => void)[] = []

  /** @param content empty, until `adopt` or changes fill the model. */
  constructor({
    analyse,
    ...content
  }: ReadModelContent & { analyse: (record: CatalogRecord) => IndexDocument }) {
    super(content)
    this.#analyse = analyse
    this.#position = content.position
  }

  /** Replaces the content; dispose of the old one first. Slots get other avatars, so call it only during the start. */
  async adopt({ index, records, position }: ReadModelContent): Promise<void> {
    const slotsByKey = new Column()
    let deletedCount = 0
    const yieldTurn = createTurnYielder()
    for (let slot = 0; slot < records.size; slot++) {
      const key = records.keyOf(slot)
      if (key === DELETED) deletedCount++
      else slotsByKey.set(key, slot + 1)
      if (slot % SLOTS_PER_TURN === 0) await yieldTurn()
    }
    this.index = index
    this.records = records
    this.#position = position
    this.slotsByKey = slotsByKey
    this.#changedVersions = new Column()
    this.deletedCount = deletedCount
    this.#adoptedVersion = ++this.#version
    this.#slotsLost++
    this.#matchesVersion++
  }

  get version(): number {
    return this.#version
  }

  get seq(): number {
    return this.#position.seq
  }

  /** The last change of the log that is applied. */
  get position(): ChangePosition {
    return this.#position
  }

  /**
   * Number of rows that were added or changed since the start. A restart without a newer snapshot would read them
   * again.
   */
  get changedRowCount(): number {
    return this.#changedRowCount
  }

  /** Grows when queries may match other avatars, which changed counters never cause. */
  get matchesVersion(): number {
    return this.#matchesVersion
  }

  /** Grows when the key of an avatar loses its slot. */
  get slotsLost(): number {
    return this.#slotsLost
  }

  /** Applies a batch; the next search sees it. Applying a batch twice is harmless. */
  apply(batch: ReadModelBatch): void {
    const hiddenSlots: number[] = []
    for (const record of batch.records) {
      const slot = this.#slotFor(record)
      if (!record.isListed && slot < this.size && this.isListed(slot)) hiddenSlots.push(slot)
      this.#put(slot, record)
    }
    for (const { key, views, likes } of batch.counters) {
      const slot = this.slotOfKey(key)
      if (slot !== -1) this.#setCounters(slot, views, likes)
    }
    this.#position = batch.position ?? this.#position
    this.#finishVersion(hiddenSlots)
  }

  /** Removes avatars that are not in the database; their slots stay empty. */
  delete(slots: readonly number[]): void {
    this.#matchesVersion++
    for (const slot of slots) {
      this.#unmapKey(slot)
      this.deletedCount++
      this.records.delete(slot)
      this.index.setListed(slot, false)
    }
    this.#finishVersion(slots)
  }

  changedAt(slot: number): number {
    return Math.max(this.#changedVersions.get(slot), this.#adoptedVersion)
  }

  onHidden(listener: (slots: readonly number[]) => void): void {
    this.#hiddenListeners.push(listener)
  }

  /** Does about a millisecond of work to free memory; false when there is nothing to do. */
  compact(): boolean {
    return this.records.compact(RECORDS_PER_COMPACTION)
  }

  /** Await it now and then while applying very many changes, to bound their memory. */
  async caughtUp(): Promise<void> {
    await this.index.waitForMerge()
  }

  /** Await it after applying very many changes, before the first search. */
  async mergeAll(): Promise<void> {
    await this.index.mergeAll()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.index[Symbol.asyncDispose]()
  }

  /** Captures the state of the model at one instant during the call. */
  async capture(): Promise<CapturedReadModel> {
    let allButIndex: Omit<CapturedReadModel, 'index'> | undefined
    const index = await this.index.capture(() => {
      allButIndex = { position: this.#position, counts: this.counts(), records: this.records.capture() }
    })
    if (allButIndex === undefined) throw new Error('The index returned its arrays without calling onCapture')
    return { ...allButIndex, index }
  }

  #put(slot: number, record: CatalogRecord): void {
    const isNew = slot === this.size
    if (!isNew) {
      if (this.records.keyOf(slot) !== record.key) this.#unmapKey(slot)
      if (this.isDeleted(slot)) this.deletedCount--
      this.#setCounters(slot, record.views, record.likes)
    }
    const hasSameDates = !isNew && this.#hasDatesOf(slot, record)
    const isChanged = this.records.put(slot, record) || !hasSameDates
    if (isChanged) this.#markChanged(slot)
    this.#mapKey(record.key, slot)
    if (!isChanged && this.index.isListed(slot) === record.isListed) return
    this.index.put(slot, this.#analyse(record))
    this.#changedRowCount++
    this.#matchesVersion++
  }

  #hasDatesOf(slot: number, { addedAtMs, updatedAtMs }: CatalogRecord): boolean {
    return this.index.addedAtMsOf(slot) === addedAtMs && this.index.updatedAtMsOf(slot) === updatedAtMs
  }

  /** The slot of an avatar's id. Its row can have another key only after a backup was restored. */
  #slotFor(record: CatalogRecord): number {
    const slot = this.slotOfKey(record.key)
    if (slot !== -1 && this.idOf(slot) === record.id) return slot
    const slotOfId = this.index.slotOf(record.id)
    return slotOfId === -1 ? this.size : slotOfId
  }

  #mapKey(key: number, slot: number): void {
    const knownSlot = this.slotOfKey(key)
    if (knownSlot !== -1 && knownSlot !== slot) this.#slotsLost++
    this.slotsByKey.set(key, slot + 1)
  }

  #unmapKey(slot: number): void {
    const key = this.records.keyOf(slot)
    this.#slotsLost++
    if (this.slotOfKey(key) === slot) this.slotsByKey.set(key, 0)
  }

  #setCounters(slot: number, views: number, likes: number): void {
    if (this.index.viewsOf(slot) === views && this.index.likesOf(slot) === likes) return
    this.index.setCounters(slot, views, likes)
    this.#markChanged(slot)
  }

  /** Records that the record changes with the next version. */
  #markChanged(slot: number): void {
    this.#changedVersions.set(slot, this.#version + 1)
  }

  #finishVersion(hiddenSlots: readonly number[]): void {
    this.#version++
    if (hiddenSlots.length > 0) for (const listener of this.#hiddenListeners) listener(hiddenSlots)
  }
}
