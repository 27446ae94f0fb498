import { cellsFor, HashTable, hashOfBytes } from '../../kernel/hash-table.ts'
import { Column } from './column.ts'

const FILE = /file_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/i

/** The UUID of the platform's file in an image address or a file id, in lower case; null when there is none. */
export function imageFileIn(text: string): string | null {
  return FILE.exec(text)?.[1]?.toLowerCase() ?? null
}

/**
 * Finds slots by the file of their image: stores a hash of the file's UUID for each slot, some 10 bytes an avatar.
 * Different files may have the same hash, so the caller must compare the images.
 */
export class ImageFiles {
  /** 0 for a slot without a file. */
  readonly #hashes: Column
  readonly #slots: HashTable
  /** Slots from `#indexed` to `#loaded - 1` are not in the table yet. */
  #indexed = 0
  readonly #loaded: number

  /** @param hashes as `capture` returns them; they become its own. Until `indexSome` had all, finding slots is slow. */
  constructor(hashes: Uint32Array = new Uint32Array()) {
    this.#hashes = new Column(hashes)
    this.#slots = new HashTable(slot => this.#hashes.get(slot), new Uint32Array(cellsFor(hashes.length)))
    this.#loaded = hashes.length
  }

  /** Puts the next `most` loaded slots into the table; false when there are none. */
  indexSome(most: number): boolean {
    if (this.#indexed === this.#loaded) return false
    const end = Math.min(this.#indexed + most, this.#loaded)
    for (; this.#indexed < end; this.#indexed++)
      if (this.#hashes.get(this.#indexed) !== 0) this.#slots.add(this.#indexed)
    return true
  }

  /** @returns true when the slot had another file before. */
  set(slot: number, imageUrl: string): boolean {
    const file = imageFileIn(imageUrl)
    return this.setHash(slot, file === null ? 0 : hashOf(file))
  }

  /** The hash of a slot's file, for another `ImageFiles`. */
  hashOf(slot: number): number {
    return this.#hashes.get(slot)
  }

  /** The same as `set`, of a hash of `hashOf`. */
  setHash(slot: number, hash: number): boolean {
    const before = this.#hashes.get(slot)
    if (before === hash) return false
    const isIndexed = slot < this.#indexed || slot >= this.#loaded
    if (before !== 0 && isIndexed) this.#slots.remove(slot)
    this.#hashes.set(slot, hash)
    if (hash !== 0 && isIndexed) this.#slots.add(slot)
    return true
  }

  /** Slots whose image may have this file, lowest first. @param file result of `imageFileIn`. */
  candidates(file: string): number[] {
    const hash = hashOf(file)
    const found = this.#slots.rowsOf(hash)
    for (let slot = this.#indexed; slot < this.#loaded; slot++)
      if (this.#hashes.get(slot) === hash) found.push(slot)
    return found.sort((a, b) => a - b)
  }

  /** The hashes of the first `size` slots, for the constructor. */
  capture(size: number): Uint32Array[] {
    return this.#hashes.capture(size)
  }
}

/** A hash other than 0, which marks a slot without a file. */
function hashOf(file: string): number {
  return hashOfBytes(Buffer.from(file, 'latin1')) || 1
}
