import type { MirrorAvatar } from '@avatary/contract/avatar'
import type { AvatarField, AvatarShape, CatalogRecord, FieldName } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { ByteArena } from './byte-arena.ts'
import { Column } from './column.ts'
import { Compaction } from './compaction.ts'
import { FragmentPool } from './fragment-pool.ts'
import { ImageFiles, imageFileIn } from './image-files.ts'
import { Prefetcher } from './prefetcher.ts'
import { RecordEncoder } from './record-encoder.ts'
import {
  ACTIVE_FLAG,
  FLAGS_AT,
  MAX_SHARED_TEXTS,
  numberAt,
  RecordLayout,
  SHARED_GROUPS,
  setNumber,
  sharedNumberOffset,
} from './record-layout.ts'
import {
  arenaOf,
  arenaSections,
  COLUMN_NAMES,
  columnOf,
  type LoadedSections,
  poolOf,
  poolSections,
} from './record-sections.ts'
import { type IndexedValues, type RecordStorage, RecordWriter } from './record-writer.ts'
import type { SnapshotSections } from './snapshot-file.ts'
import { createTurnYielder } from './turn-yielder.ts'

/** Key of an avatar that the database no longer has; rows are numbered from 1. */
export const DELETED = 0

/** Maximum number of records that are copied in one turn of the event loop. */
const RECORDS_ADOPTED_PER_TURN = 100

/**
 * The fields of all avatars by slot, as JSON outside the heap. An answer is made by copying bytes and inserting the
 * values that the index has. A record's own fields are contiguous (`record-layout.ts`), shared texts are stored
 * once. Replacing a record leaves a hole, which `compact` closes.
 */
export class RecordStore {
  readonly #layout: RecordLayout
  readonly #arena: ByteArena
  readonly #compaction: Compaction
  readonly #pools: readonly FragmentPool[]
  readonly #addresses
  readonly #keys
  readonly #imageFiles: ImageFiles
  readonly #writer: RecordWriter
  readonly #prefetcher: Prefetcher
  readonly #encoder: RecordEncoder
  /** One writer for all reads: the more buffers are allocated, the sooner V8 marks the whole heap. */
  readonly #jsonWriter = new JsonWriter(2048)
  /** Numbers of shared groups, reused by each `put`. */
  readonly #sharedNumbers: number[] = []
  #size: number
  #activeCount: number

  private constructor(fields: readonly AvatarField[], sections: LoadedSections, size: number) {
    this.#layout = new RecordLayout(fields)
    this.#encoder = new RecordEncoder(this.#layout)
    this.#arena = ByteArena.from(arenaOf(sections, 'records'))
    this.#pools = poolsOf(sections)
    this.#addresses = new Column(columnOf(sections, 'address'))
    this.#keys = new Column(columnOf(sections, 'key'))
    this.#imageFiles = new ImageFiles(columnOf(sections, 'imageFile'))
    this.#activeCount = columnOf(sections, 'active')[0] ?? 0
    this.#size = size
    this.#compaction = new Compaction({
      arena: this.#arena,
      addresses: this.#addresses,
      lengthOf: slot => this.#lengthOf(slot),
    })
    const storage: RecordStorage = {
      fields,
      layout: this.#layout,
      arena: this.#arena,
      addresses: this.#addresses,
      pools: this.#pools,
    }
    this.#writer = new RecordWriter(storage)
    this.#prefetcher = new Prefetcher(storage)
  }

  static create(fields: readonly AvatarField[]): RecordStore {
    return new RecordStore(fields, {}, 0)
  }

  /** Number of records; slots are 0 to `size - 1`. */
  get size(): number {
    return this.#size
  }

  /** Number of records that the platform still serves. */
  get activeCount(): number {
    return this.#activeCount
  }

  /**
   * Sets the record of a slot.
   * @returns true when anything changed that is stored here, and not in the index.
   */
  put(slot: number, record: CatalogRecord): boolean {
    const isNew = slot >= this.#size
    if (!isNew) this.#activeCount -= Number(this.#isActive(slot))
    const bytes = this.#encoder.encodeRecord(record, this.#internShared(record))
    const isChanged = isNew || !bytes.equals(this.#bytesOf(slot))
    if (!isNew) this.#releaseShared(slot)
    if (isChanged) {
      if (!isNew) this.#arena.release(this.#addresses.get(slot), this.#lengthOf(slot))
      this.#addresses.set(slot, this.#arena.append(bytes))
    }
    this.#imageFiles.set(slot, record.imageUrl)
    this.#keys.set(slot, record.key)
    this.#activeCount += Number(record.isActive)
    if (isNew) this.#size = slot + 1
    return isChanged
  }

  /**
   * Takes over the records of another store, none of whose slots was set twice, in short turns of the event loop:
   * record i goes to the new slot `slots[i]`. The other store cannot be used afterwards.
   */
  async adopt(other: RecordStore, slots: Uint32Array, yieldTurn: () => Promise<void>): Promise<void> {
    const newNumbers: Uint32Array[] = []
    for (const [group, pool] of this.#pools.entries())
      newNumbers.push(await pool.adopt(other.#pools[group]!, yieldTurn))
    for (let from = 0; from < other.#size; ) {
      await yieldTurn()
      const { to, bytes } = other.#takeRecords(from, newNumbers)
      const addressShift = this.#arena.append(bytes) - other.#addresses.get(from)
      for (; from < to; from++) {
        const slot = slots[from]!
        this.#addresses.set(slot, other.#addresses.get(from) + addressShift)
        this.#imageFiles.setHash(slot, other.#imageFiles.hashOf(from))
        this.#keys.set(slot, other.keyOf(from))
        this.#size = Math.max(this.#size, slot + 1)
      }
    }
    this.#activeCount += other.#activeCount
  }

  /**
   * Replaces the fragment numbers of consecutive records in one chunk by those of another store.
   * @param newNumbers maps, for each group, the numbers of this store to those of the other.
   * @returns the bytes of the records from `from` to `to`.
   */
  #takeRecords(from: number, newNumbers: readonly Uint32Array[]): { to: number; bytes: Buffer } {
    const firstAddress = this.#addresses.get(from)
    const chunk = this.#arena.chunkBytes(firstAddress)
    const limit = Math.min(from + RECORDS_ADOPTED_PER_TURN, this.#size)
    let to = from
    let end = 0
    for (; to < limit && this.#arena.chunkBytes(this.#addresses.get(to)) === chunk; to++) {
      const start = this.#arena.offset(this.#addresses.get(to))
      for (let group = 0; group < newNumbers.length; group++) {
        const at = start + sharedNumberOffset(group)
        setNumber(chunk, at, newNumbers[group]![numberAt(chunk, at)]!)
      }
      end = this.#layout.recordEnd(chunk, start)
    }
    return { to, bytes: chunk.subarray(this.#arena.offset(firstAddress), end) }
  }

  keyOf(slot: number): number {
    return this.#keys.get(slot)
  }

  /** Removes the key of an avatar that the database no longer has. */
  delete(slot: number): void {
    this.#activeCount -= Number(this.#isActive(slot))
    this.#keys.set(slot, DELETED)
  }

  /** Prefetches the records of `slots[from, to)`, see `Prefetcher`. */
  prefetch(slots: ArrayLike<number>, from: number, to: number, values: IndexedValues): void {
    this.#prefetcher.prefetch(slots, from, to, values)
  }

  write(shape: AvatarShape, slot: number, values: IndexedValues, out: JsonWriter): void {
    this.#writer.write(shape, slot, values, out)
  }

  read<Name extends FieldName>(
    names: readonly Name[],
    slot: number,
    values: IndexedValues,
  ): Pick<MirrorAvatar, Name> {
    this.write(names, slot, values, this.#jsonWriter.reset())
    return JSON.parse(String(this.#jsonWriter))
  }

  /** Slots whose image is the platform's file in `text` (an id or a URL), in ascending order. */
  slotsWithImage(text: string): number[] {
    const file = imageFileIn(text)
    if (file === null) return []
    return this.#imageFiles
      .candidates(file)
      .filter(slot => imageFileIn(this.#layout.ownText(this.#bytesAt(slot), 'imageUrl')) === file)
  }

  /**
   * Frees the memory of replaced records and adds new images to their table, by checking about `limit` records; false
   * when there is nothing to do.
   */
  compact(limit: number): boolean {
    const hasWork = [this.#imageFiles.indexSome(limit), ...this.#pools.map(pool => pool.compact(limit))]
    return this.#compaction.step(this.#size, limit) || hasWork.includes(true)
  }

  /** Bytes of the avatars' JSON outside the heap, including holes but not columns. */
  get byteLength(): number {
    return this.#pools.reduce((sum, pool) => sum + pool.byteLength, this.#arena.byteLength)
  }

  /** Captures the store's arrays for a snapshot in under a millisecond; later changes do not affect them. */
  capture(): SnapshotSections {
    return {
      address: this.#addresses.capture(this.#size),
      key: this.#keys.capture(this.#size),
      active: Uint32Array.of(this.#activeCount),
      imageFile: this.#imageFiles.capture(this.#size),
      ...arenaSections('records', this.#arena.capture()),
      ...Object.assign({}, ...SHARED_GROUPS.map((name, i) => poolSections(name, this.#pools[i]!.capture()))),
    }
  }

  /**
   * A store that can only be read and adopted; it takes over the arrays of a `capture`.
   * @throws when the arrays do not fit together.
   */
  static forAdoption(fields: readonly AvatarField[], sections: LoadedSections): RecordStore {
    const size = sections.key?.length ?? 0
    for (const name of COLUMN_NAMES)
      if (sections[name]?.length !== size) throw new Error(`${name} does not hold ${size} records`)
    return new RecordStore(fields, sections, size)
  }

  /**
   * The inverse of `capture`, in short turns of the event loop; the store takes the arrays over.
   * @throws when the arrays do not fit together.
   */
  static async fromSections(fields: readonly AvatarField[], sections: LoadedSections): Promise<RecordStore> {
    const store = RecordStore.forAdoption(fields, sections)
    const yieldTurn = createTurnYielder()
    for (const [group, pool] of store.#pools.entries()) {
      // Too small a count would free fragments that records still use. Only the sum is checked, as counting each would
      // read all records.
      const uses = await pool.indexLoadedStrings(yieldTurn)
      if (uses !== store.size)
        throw new Error(`${SHARED_GROUPS[group]} has ${uses} uses in ${store.size} records`)
    }
    return store
  }

  #isActive(slot: number): boolean {
    return this.#keys.get(slot) !== DELETED && (this.#bytesAt(slot)[FLAGS_AT]! & ACTIVE_FLAG) !== 0
  }

  #bytesOf(slot: number): Buffer {
    return this.#bytesAt(slot).subarray(0, this.#lengthOf(slot))
  }

  /** The bytes from the beginning of a record. */
  #bytesAt(slot: number): Buffer {
    const address = this.#addresses.get(slot)
    return this.#arena.chunkBytes(address).subarray(this.#arena.offset(address))
  }

  #lengthOf(slot: number): number {
    const address = this.#addresses.get(slot)
    const start = this.#arena.offset(address)
    return this.#layout.recordEnd(this.#arena.chunkBytes(address), start) - start
  }

  /** Adds a use of each shared group of a record. @returns their numbers, until the next call. */
  #internShared(record: CatalogRecord): readonly number[] {
    for (let group = 0; group < this.#pools.length; group++) {
      const end = this.#encoder.encodeShared(group, record)
      this.#sharedNumbers[group] = this.#pools[group]!.intern(this.#encoder.bytes, end)
    }
    return this.#sharedNumbers
  }

  #releaseShared(slot: number): void {
    const bytes = this.#bytesAt(slot)
    for (const [group, pool] of this.#pools.entries())
      pool.release(numberAt(bytes, sharedNumberOffset(group)))
  }
}

/** Not in the constructor, whose closures would keep arrays that the pools have replaced. */
function poolsOf(sections: LoadedSections): FragmentPool[] {
  return SHARED_GROUPS.map(group => new FragmentPool(poolOf(sections, group), MAX_SHARED_TEXTS))
}
