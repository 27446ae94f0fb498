import { HashTable, hashOfBytes, roomyCellsFor } from '../../kernel/hash-table.ts'
import { Column } from './column.ts'

const FILE_ID = /file_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/i

/** The UUID of the platform's file in an image URL or a file id, in lower case; null when there is none. */
export function imageFileIn(text: string): string | null {
  return FILE_ID.exec(text)?.[1]?.toLowerCase() ?? null
}

/**
 * Finds slots by the file of their image. Stores a hash of the file's UUID for each slot. Different files may have the
 * same hash, so the caller must compare the images.
 */
export class ImageFiles {
  /** Hash of each slot's file; 0 for a slot without a file. */
  readonly #hashes: Column
  readonly #slots: HashTable
  /** Slots from `#indexedCount` to `#size - 1` are not in the table yet: it is filled when nothing waits for it. */
  #indexedCount = 0
  #size: number

  /** @param hashes as `capture` returns them; this object takes them over. */
  constructor(hashes: Uint32Array = new Uint32Array()) {
    this.#hashes = new Column(hashes)
    this.#slots = new HashTable(slot => this.#hashes.get(slot), new Uint32Array(roomyCellsFor(hashes.length)))
    this.#size = hashes.length
  }

  /** Adds the next `limit` slots to the table, without which lookups are slow; false when none are left. */
  indexSome(limit: number): boolean {
    if (this.#indexedCount === this.#size) return false
    const end = Math.min(this.#indexedCount + limit, this.#size)
    for (; this.#indexedCount < end; this.#indexedCount++)
      if (this.#hashes.get(this.#indexedCount) !== 0) this.#slots.add(this.#indexedCount)
    return true
  }

  /** @returns true when the slot had another file before. */
  set(slot: number, imageUrl: string): boolean {
    const file = imageFileIn(imageUrl)
    return this.setHash(slot, file === null ? 0 : hashOfUuid(file))
  }

  /** The hash of a slot's file, which another `ImageFiles` accepts. */
  hashOf(slot: number): number {
    return this.#hashes.get(slot)
  }

  /** Like `set`, with a hash that `hashOf` returned. */
  setHash(slot: number, hash: number): boolean {
    const oldHash = this.#hashes.get(slot)
    if (oldHash === hash) return false
    const isIndexed = slot < this.#indexedCount
    if (oldHash !== 0 && isIndexed) this.#slots.remove(slot)
    this.#hashes.set(slot, hash)
    if (hash !== 0 && isIndexed) this.#slots.add(slot)
    if (slot >= this.#size) this.#size = slot + 1
    return true
  }

  /**
   * Slots whose image may be this file, in ascending order.
   * @param file a UUID that `imageFileIn` returned.
   */
  candidates(file: string): number[] {
    const hash = hashOfUuid(file)
    const slotsOfHash = this.#slots.entriesOf(hash)
    for (let slot = this.#indexedCount; slot < this.#size; slot++)
      if (this.#hashes.get(slot) === hash) slotsOfHash.push(slot)
    return slotsOfHash.sort((a, b) => a - b)
  }

  /** The hashes of the first `size` slots, as the constructor takes them. */
  capture(size: number): Uint32Array[] {
    return this.#hashes.capture(size)
  }
}

/** Never 0, which marks a slot without a file. */
function hashOfUuid(file: string): number {
  return hashOfBytes(Buffer.from(file, 'latin1')) || 1
}
