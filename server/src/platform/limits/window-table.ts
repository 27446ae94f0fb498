import { cellsFor, HashTable } from '../../kernel/hash-table.ts'
import type { ClientNetwork } from './client-network.ts'

/**
 * A row has 5 columns: the key (group, high, low), the start in milliseconds since the table began, and the used cost.
 */
const COLUMNS = 5
const HIGH_COLUMN = 1
const LOW_COLUMN = 2
const START_COLUMN = 3
const USED_COLUMN = 4
/** Rows that are allocated at first. The table doubles when it is full, so that few clients take little memory. */
const INITIAL_ROWS = 6144

export interface CounterTable {
  startedMs(row: number): number
  usedCost(row: number): number
  add(row: number, cost: number): void
}

/**
 * Counters by group and client that began after `startMs`. Rows are never removed; the whole table is dropped instead.
 */
export class WindowTable implements CounterTable {
  readonly startMs: number
  readonly #capacity: number
  readonly #seed: number
  readonly #table = new HashTable(row => this.#hashOf(row), new Uint32Array(cellsFor(INITIAL_ROWS)))
  #values = new Uint32Array(INITIAL_ROWS * COLUMNS)
  #rowCount = 0

  /** @param capacity maximum number of rows, at 26 bytes each. */
  constructor({ startMs, capacity, seed }: { startMs: number; capacity: number; seed: number }) {
    this.startMs = startMs
    this.#capacity = capacity
    this.#seed = seed
  }

  get isFull(): boolean {
    return this.#rowCount >= this.#capacity
  }

  find(group: number, { high, low }: ClientNetwork): number {
    const values = this.#values
    return this.#table.find(mix(high, mix(low, this.#seed ^ group)), row => {
      const at = row * COLUMNS
      return values[at] === group && values[at + HIGH_COLUMN] === high && values[at + LOW_COLUMN] === low
    })
  }

  /** Adds a counter for a client that has none here; -1 when the table is full. */
  insert(group: number, { high, low }: ClientNetwork, nowMs: number): number {
    if (this.isFull) return -1
    const row = this.#rowCount++
    if (row * COLUMNS === this.#values.length) this.#grow()
    this.#values.set([group, high, low, nowMs - this.startMs], row * COLUMNS)
    this.#table.add(row)
    return row
  }

  startedMs(row: number): number {
    return this.startMs + this.#values[row * COLUMNS + START_COLUMN]!
  }

  usedCost(row: number): number {
    return this.#values[row * COLUMNS + USED_COLUMN]!
  }

  add(row: number, cost: number): void {
    this.#values[row * COLUMNS + USED_COLUMN]! += cost
  }

  #grow(): void {
    const values = new Uint32Array(this.#values.length * 2)
    values.set(this.#values)
    this.#values = values
  }

  #hashOf(row: number): number {
    const at = row * COLUMNS
    return mix(
      this.#values[at + HIGH_COLUMN]!,
      mix(this.#values[at + LOW_COLUMN]!, this.#seed ^ this.#values[at]!),
    )
  }
}

/** Counters that new clients share when a table is full, chosen by a hash of group and wider network. */
export class SharedTable implements CounterTable {
  readonly #seed: number
  readonly #startsMs: Float64Array
  readonly #usedCosts: Uint32Array

  /** @param size the number of counters, a power of two; each takes 12 bytes. */
  constructor({ size, seed }: { size: number; seed: number }) {
    this.#seed = seed
    this.#startsMs = new Float64Array(size)
    this.#usedCosts = new Uint32Array(size)
  }

  /** Returns the row of a network; resets a counter that began before `liveSinceMs`. */
  useRow(group: number, network: number, nowMs: number, liveSinceMs: number): number {
    const row = mix(network, this.#seed ^ group) & (this.#usedCosts.length - 1)
    if (this.#startsMs[row]! <= liveSinceMs || this.#startsMs[row]! > nowMs) {
      this.#startsMs[row] = nowMs
      this.#usedCosts[row] = 0
    }
    return row
  }

  startedMs(row: number): number {
    return this.#startsMs[row]!
  }

  usedCost(row: number): number {
    return this.#usedCosts[row]!
  }

  add(row: number, cost: number): void {
    this.#usedCosts[row]! += cost
  }
}

/** One round of MurmurHash3 with its finaliser. The seed keeps attackers from choosing addresses that collide. */
function mix(value: number, seed: number): number {
  let hash = Math.imul(value, 0xcc9e2d51)
  hash = seed ^ Math.imul((hash << 15) | (hash >>> 17), 0x1b873593)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
