import { ByteArena } from './byte-arena.ts'
import { type Column, uint32Column } from './column.ts'

/** Sections of a pool as a snapshot keeps them. */
export interface PoolSections {
  addresses: Uint32Array
  lengths: Uint32Array
  arena: Uint8Array[]
}

/**
 * Distinct byte strings by number. A million avatars share far fewer author, tag and platform fragments, so a slot
 * keeps a number instead of a copy. Nothing is ever removed: fragments are few and come again.
 */
export class FragmentPool {
  readonly #arena: ByteArena
  readonly #addresses: Column<Uint32Array>
  readonly #lengths: Column<Uint32Array>
  #size: number
  /** Open addressing, linear probing, number + 1 in each used cell. */
  #table: Uint32Array

  constructor(sections?: PoolSections) {
    this.#arena = sections ? ByteArena.fromSections(sections.arena) : new ByteArena()
    this.#addresses = uint32Column(sections?.addresses)
    this.#lengths = uint32Column(sections?.lengths)
    this.#size = sections?.addresses.length ?? 0
    this.#table = new Uint32Array(tableLength(this.#size))
    this.#fillTable()
  }

  get size(): number {
    return this.#size
  }

  /** The number of this byte string, given now if it is new. */
  intern(bytes: Buffer): number {
    let cell = this.#cellOf(bytes)
    const known = this.#table[cell]!
    if (known !== 0) return known - 1
    const id = this.#size++
    this.#addresses.set(id, this.#arena.append(bytes))
    this.#lengths.set(id, bytes.length)
    if (this.#size * 2 > this.#table.length) {
      this.#table = new Uint32Array(tableLength(this.#size))
      this.#fillTable()
      cell = this.#cellOf(bytes)
    }
    this.#table[cell] = id + 1
    return id
  }

  /** Chunk and range of a fragment, for copying it out. */
  chunk(id: number): Buffer {
    return this.#arena.chunk(this.#addresses.get(id))
  }
  start(id: number): number {
    return this.#arena.offset(this.#addresses.get(id))
  }
  length(id: number): number {
    return this.#lengths.get(id)
  }

  sections(): PoolSections {
    return {
      addresses: this.#addresses.slice(this.#size),
      lengths: this.#lengths.slice(this.#size),
      arena: this.#arena.sections(),
    }
  }

  #cellOf(bytes: Buffer): number {
    const mask = this.#table.length - 1
    let cell = hash(bytes, 0, bytes.length) & mask
    for (let held = this.#table[cell]!; held !== 0; held = this.#table[cell]!) {
      if (this.#equals(held - 1, bytes)) return cell
      cell = (cell + 1) & mask
    }
    return cell
  }

  #equals(id: number, bytes: Buffer): boolean {
    const length = this.#lengths.get(id)
    if (length !== bytes.length) return false
    const start = this.start(id)
    return this.chunk(id).compare(bytes, 0, length, start, start + length) === 0
  }

  #fillTable(): void {
    const mask = this.#table.length - 1
    for (let id = 0; id < this.#size; id++) {
      const start = this.start(id)
      let cell = hash(this.chunk(id), start, start + this.length(id)) & mask
      while (this.#table[cell] !== 0) cell = (cell + 1) & mask
      this.#table[cell] = id + 1
    }
  }
}

/** A power of two with the table at most half full right after growing to `size`, and room to double. */
function tableLength(size: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(size, 256) * 4))
}

/** FNV-1a with a final mix, so that the low bits that pick a cell depend on every byte. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = 0x811c9dc5
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193)
  h ^= h >>> 15
  return Math.imul(h, 0x2c1b3c6d) >>> 8
}
