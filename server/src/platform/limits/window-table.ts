import { cellsFor, firstCell, nextCell } from '../../kernel/hash-table.ts'
import type { ClientNetwork } from './client-network.ts'

/** A row has 5 words: the key (group + 1, high, low), the start in milliseconds after the table's, the used cost. */
const STRIDE = 5
const HIGH = 1
const LOW = 2
const START = 3
const USED = 4
/** A piece of a table has at most so many rows; its first client allocates it. */
const PIECE_BITS = 14
const PIECE_MASK = (1 << PIECE_BITS) - 1

/** Counters by row. */
export interface CounterTable {
  startedMs(row: number): number
  used(row: number): number
  add(row: number, cost: number): void
}

/**
 * Counters by group and client that began after `startMs`. Rows are the cells of a hash table of fixed size, and probing
 * stays within a piece of it. They are never removed; the whole table is dropped instead.
 */
export class WindowTable implements CounterTable {
  readonly startMs: number
  readonly #room: number
  readonly #seed: number
  /** Cells of a piece. */
  readonly #cells: number
  readonly #pieces: (Uint32Array | undefined)[]
  #rows = 0

  /** @param room most rows of the table, 27 bytes each. */
  constructor({ startMs, room, seed }: { startMs: number; room: number; seed: number }) {
    this.startMs = startMs
    this.#room = room
    this.#seed = seed
    const cells = cellsFor(room)
    this.#cells = Math.min(cells, 1 << PIECE_BITS)
    this.#pieces = new Array(Math.ceil(cells / this.#cells)).fill(undefined)
  }

  get isFull(): boolean {
    return this.#rows >= this.#room
  }

  /** The row of a client's counter, or -1. */
  find(group: number, client: ClientNetwork): number {
    const row = this.#seek(group, client)
    return this.#pieceOf(row)[wordOf(row)] === 0 ? -1 : row
  }

  /** A new counter for a client that has none here, or -1 when the table is full. */
  insert(group: number, client: ClientNetwork, nowMs: number): number {
    if (this.isFull) return -1
    const row = this.#seek(group, client)
    const words = this.#pieceOf(row)
    const at = wordOf(row)
    words[at] = group + 1
    words[at + HIGH] = client.high
    words[at + LOW] = client.low
    words[at + START] = nowMs - this.startMs
    this.#rows++
    return row
  }

  startedMs(row: number): number {
    return this.startMs + this.#pieceOf(row)[wordOf(row) + START]!
  }

  used(row: number): number {
    return this.#pieceOf(row)[wordOf(row) + USED]!
  }

  add(row: number, cost: number): void {
    this.#pieceOf(row)[wordOf(row) + USED]! += cost
  }

  #pieceOf(row: number): Uint32Array {
    const piece = row >> PIECE_BITS
    this.#pieces[piece] ??= new Uint32Array(this.#cells * STRIDE)
    return this.#pieces[piece]
  }

  /** The row with this key, or the free row for it. */
  #seek(group: number, { high, low }: ClientNetwork): number {
    const home = firstCell(mix(high, mix(low, this.#seed ^ group)), this.#cells * this.#pieces.length)
    const words = this.#pieceOf(home)
    const first = home & ~PIECE_MASK
    let cell = home - first
    for (;;) {
      const at = cell * STRIDE
      const tag = words[at]
      if (tag === 0) return first + cell
      if (tag === group + 1 && words[at + HIGH] === high && words[at + LOW] === low) return first + cell
      cell = nextCell(cell, this.#cells)
    }
  }
}

/** The first word of a row in its piece. */
function wordOf(row: number): number {
  return (row & PIECE_MASK) * STRIDE
}

/**
 * Counters that new clients share when the table is full, chosen by a hash of group and wider network.
 */
export class SharedTable implements CounterTable {
  readonly #seed: number
  readonly #started: Float64Array
  readonly #used: Uint32Array

  /** @param slots a power of two; 12 bytes for each. */
  constructor({ slots, seed }: { slots: number; seed: number }) {
    this.#seed = seed
    this.#started = new Float64Array(slots)
    this.#used = new Uint32Array(slots)
  }

  /** The row of a network; a counter that began before `liveSinceMs` is reset. */
  row(group: number, network: number, nowMs: number, liveSinceMs: number): number {
    const row = mix(network, this.#seed ^ group) & (this.#used.length - 1)
    if (this.#started[row]! <= liveSinceMs || this.#started[row]! > nowMs) {
      this.#started[row] = nowMs
      this.#used[row] = 0
    }
    return row
  }

  startedMs(row: number): number {
    return this.#started[row]!
  }

  used(row: number): number {
    return this.#used[row]!
  }

  add(row: number, cost: number): void {
    this.#used[row]! += cost
  }
}

/** One round of MurmurHash3 with its finaliser; the seed keeps attackers from choosing addresses that collide. */
function mix(word: number, seed: number): number {
  let hash = Math.imul(word, 0xcc9e2d51)
  hash = seed ^ Math.imul((hash << 15) | (hash >>> 17), 0x1b873593)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
