import type { BytesWithView } from '../../kernel/bytes-with-view.ts'
import { HashTable, hashOfBytes, roomyCellsFor } from '../../kernel/hash-table.ts'
import { ByteArena, type CapturedArena } from './byte-arena.ts'
import { Column } from './column.ts'
import { Compaction } from './compaction.ts'

const IDS_INDEXED_PER_TURN = 1000
const IDS_ADOPTED_PER_TURN = 100

/** The arrays of a pool. @typeParam Numbers a column: in pieces as captured, whole as loaded. */
export interface PoolSections<Numbers> {
  addresses: Numbers
  lengths: Numbers
  hashes: Numbers
  uses: Numbers
  arena: CapturedArena
}

/**
 * Assigns numbers to distinct byte strings. A million avatars share far fewer author, tag and platform fragments, so a
 * slot stores a number instead of a copy. A string without uses is removed, and its number is reused.
 */
export class FragmentPool {
  readonly #arena: ByteArena
  readonly #compaction: Compaction
  readonly #addresses
  /** Length of each string; 0 for an unused number. */
  readonly #lengths
  /** Hashes are stored, so that a table of half a million entries is filled in a few milliseconds. */
  readonly #hashes
  readonly #uses
  readonly #unusedIds: number[] = []
  /** Number of ids, used or not. */
  #idCount: number
  readonly #table: HashTable
  readonly #maxFragments: number

  /**
   * @param sections of a loaded snapshot, which the pool takes over; the caller must then call `indexLoadedStrings`.
   * @param maxFragments the number of strings that the pool may have.
   */
  constructor(sections?: PoolSections<Uint32Array>, maxFragments = Number.POSITIVE_INFINITY) {
    this.#maxFragments = maxFragments
    this.#arena = sections === undefined ? new ByteArena() : ByteArena.from(sections.arena)
    this.#addresses = new Column(sections?.addresses)
    this.#lengths = new Column(sections?.lengths)
    this.#hashes = new Column(sections?.hashes)
    this.#uses = new Column(sections?.uses)
    this.#idCount = sections?.addresses.length ?? 0
    this.#compaction = new Compaction({
      arena: this.#arena,
      addresses: this.#addresses,
      lengthOf: id => this.#lengths.get(id),
    })
    this.#table = new HashTable(id => this.#hashes.get(id), new Uint32Array(roomyCellsFor(this.#idCount)))
  }

  /**
   * Builds the hash table of loaded fragments, in short turns of the event loop.
   * @returns the sum of the uses of all fragments.
   * @throws when a fragment has bytes but no use, or a use but no bytes.
   */
  async indexLoadedStrings(yieldTurn: () => Promise<void>): Promise<number> {
    let sum = 0
    for (let id = 0; id < this.#idCount; id++) {
      if (id % IDS_INDEXED_PER_TURN === 0) await yieldTurn()
      const useCount = this.#uses.get(id)
      const length = this.length(id)
      if (useCount > 0 !== length > 0) throw new Error(`a fragment has ${length} bytes and ${useCount} uses`)
      if (length === 0) this.#unusedIds.push(id)
      else this.#table.add(id)
      sum += useCount
    }
    return sum
  }

  /** Number of distinct strings. */
  get size(): number {
    return this.#idCount - this.#unusedIds.length
  }

  get byteLength(): number {
    return this.#arena.byteLength
  }

  /**
   * Adds a use of the byte string up to `end`, which must not be empty, and returns its number.
   * @throws RangeError when the pool is full.
   */
  intern(bytes: Buffer, end = bytes.length): number {
    return this.#add(bytes, 0, end, hashOfBytes(bytes, 0, end), 1)
  }

  /**
   * Adds the strings of another pool with their uses, in turns of the event loop.
   * @returns an array that maps the other pool's numbers to this pool's.
   */
  async adopt(other: FragmentPool, yieldTurn: () => Promise<void>): Promise<Uint32Array> {
    const numbers = new Uint32Array(other.#idCount)
    for (let id = 0; id < other.#idCount; id++) {
      if (id % IDS_ADOPTED_PER_TURN === 0) await yieldTurn()
      const start = other.start(id)
      const end = start + other.length(id)
      numbers[id] = this.#add(other.chunkBytes(id), start, end, other.#hashes.get(id), other.#uses.get(id))
    }
    return numbers
  }

  #add(bytes: Buffer, start: number, end: number, hash: number, useCount: number): number {
    const isSought = (id: number) => this.#hashes.get(id) === hash && this.#equals(id, bytes, start, end)
    const existingId = this.#table.find(hash, isSought)
    if (existingId !== -1) {
      this.#uses.set(existingId, this.#uses.get(existingId) + useCount)
      return existingId
    }
    const id = this.#unusedIds.pop() ?? this.#idCount
    if (id >= this.#maxFragments) throw new RangeError(`More than ${this.#maxFragments} different strings`)
    this.#idCount = Math.max(this.#idCount, id + 1)
    this.#addresses.set(id, this.#arena.append(bytes.subarray(start, end)))
    this.#lengths.set(id, end - start)
    this.#hashes.set(id, hash)
    this.#uses.set(id, useCount)
    this.#table.add(id)
    return id
  }

  /** Removes a use; the last one frees the number. */
  release(id: number): void {
    const useCount = this.#uses.get(id) - 1
    this.#uses.set(id, useCount)
    if (useCount > 0) return
    this.#table.remove(id)
    this.#arena.release(this.#addresses.get(id), this.length(id))
    this.#lengths.set(id, 0)
    this.#unusedIds.push(id)
  }

  /** The buffer that contains the fragment, which begins at `start(id)`. */
  chunkBytes(id: number): Buffer {
    return this.memory(id).bytes
  }
  memory(id: number): BytesWithView {
    return this.#arena.memory(this.#addresses.get(id))
  }
  start(id: number): number {
    return this.#arena.offset(this.#addresses.get(id))
  }
  length(id: number): number {
    return this.#lengths.get(id)
  }

  capture(): PoolSections<Uint32Array[]> {
    return {
      addresses: this.#addresses.capture(this.#idCount),
      lengths: this.#lengths.capture(this.#idCount),
      hashes: this.#hashes.capture(this.#idCount),
      uses: this.#uses.capture(this.#idCount),
      arena: this.#arena.capture(),
    }
  }

  /** Frees memory by checking up to `limit` fragments; false when there is nothing to do. */
  compact(limit: number): boolean {
    return this.#compaction.step(this.#idCount, limit)
  }

  #equals(id: number, bytes: Buffer, start: number, end: number): boolean {
    const length = this.length(id)
    if (length !== end - start) return false
    const chunk = this.chunkBytes(id)
    const at = this.start(id)
    // Most are a few dozen bytes: comparing them here is faster than a call of Node's.
    for (let i = 0; i < length; i++) if (chunk[at + i] !== bytes[start + i]) return false
    return true
  }
}
