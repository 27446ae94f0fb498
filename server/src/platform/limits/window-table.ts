import { cellsFor, firstCell, nextCell } from '../../kernel/hash-table.ts'
import type { ClientNetwork } from './client-network.ts'

/** A row has 5 words: the key (group + 1, high, low), the start in milliseconds after the table's, the used cost. */
const STRIDE = 5
const HIGH = 1
const LOW = 2
const START = 3
const USED = 4
/** Rows of the first part of a table; each later one holds as many as all before it, up to the room of the table. */
const FIRST_ROWS = 6144

/** Counters by row. */
export interface CounterTable {
  startedMs(row: number): number
  used(row: number): number
  add(row: number, cost: number): void
}

interface TablePart {
  readonly words: Uint32Array
  readonly cells: number
  readonly firstRow: number
}

/**
 * Counters by group and client that began after `startMs`. Rows are the cells of hash tables of fixed size: when the last one
 * is full, another is begun, so that few clients touch little memory. Rows are never removed; the whole table is dropped
 * instead.
 */
export class WindowTable implements CounterTable {
  readonly startMs: number
  readonly #room: number
  readonly #seed: number
  readonly #parts: TablePart[] = []
  /** Rows that all parts may hold, and their cells. */
  #partRoom = 0
  #cells = 0
  #rows = 0

  /** @param room most rows of the table, 27 bytes each. */
  constructor({ startMs, room, seed }: { startMs: number; room: number; seed: number }) {
    this.startMs = startMs
    this.#room = room
    this.#seed = seed
  }

  get isFull(): boolean {
    return this.#rows >= this.#room
  }

  find(group: number, client: ClientNetwork): number {
    for (let i = this.#parts.length - 1; i >= 0; i--) {
      const part = this.#parts[i]!
      const cell = this.#seek(part, group, client)
      if (part.words[cell * STRIDE] !== 0) return part.firstRow + cell
    }
    return -1
  }

  /** A new counter for a client that has none here, or -1 when the table is full. */
  insert(group: number, client: ClientNetwork, nowMs: number): number {
    if (this.isFull) return -1
    if (this.#rows >= this.#partRoom) this.#addPart()
    const part = this.#parts.at(-1)!
    const { words } = part
    const cell = this.#seek(part, group, client)
    const at = cell * STRIDE
    words[at] = group + 1
    words[at + HIGH] = client.high
    words[at + LOW] = client.low
    words[at + START] = nowMs - this.startMs
    this.#rows++
    return part.firstRow + cell
  }

  startedMs(row: number): number {
    const part = this.#partOf(row)
    return this.startMs + part.words[wordOf(part, row) + START]!
  }

  used(row: number): number {
    const part = this.#partOf(row)
    return part.words[wordOf(part, row) + USED]!
  }

  add(row: number, cost: number): void {
    const part = this.#partOf(row)
    part.words[wordOf(part, row) + USED]! += cost
  }

  #addPart(): void {
    const rows = Math.min(Math.max(FIRST_ROWS, this.#partRoom), this.#room - this.#partRoom)
    const cells = cellsFor(rows)
    this.#parts.push({ words: new Uint32Array(cells * STRIDE), cells, firstRow: this.#cells })
    this.#partRoom += rows
    this.#cells += cells
  }

  #partOf(row: number): TablePart {
    let at = this.#parts.length - 1
    while (this.#parts[at]!.firstRow > row) at--
    return this.#parts[at]!
  }

  /** The cell with this key in a part, or the free cell for it. */
  #seek({ words, cells }: TablePart, group: number, { high, low }: ClientNetwork): number {
    let cell = firstCell(mix(high, mix(low, this.#seed ^ group)), cells)
    for (;;) {
      const at = cell * STRIDE
      const tag = words[at]
      if (tag === 0) return cell
      if (tag === group + 1 && words[at + HIGH] === high && words[at + LOW] === low) return cell
      cell = nextCell(cell, cells)
    }
  }
}

function wordOf({ firstRow }: TablePart, row: number): number {
  return (row - firstRow) * STRIDE
}

/** Counters that new clients share when the table is full, chosen by a hash of group and wider network. */
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
