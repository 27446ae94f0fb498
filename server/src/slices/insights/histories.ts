import { COUNTERS } from '@avatary/contract/insights'
import type { Counts } from './counts.ts'
import {
  daysUntil,
  HEAD_WORDS,
  type History,
  hasActivity,
  historyLength,
  NO_HISTORY,
  packHistory,
  setDay,
  setLastDay,
  sumsAt,
  sumUntil,
  totalsBefore,
  unpackHistory,
  writeHead,
} from './packed-history.ts'

/** Memory outside the JavaScript heap that entries are appended to; what is released is given back by moving the rest. */
export interface ByteMemory {
  readonly byteLength: number
  append(bytes: Uint8Array): number
  release(address: number, length: number): void
  /** The bytes among which an entry is, and where in them it begins. */
  chunk(address: number): Uint8Array
  offset(address: number): number
  chunkOf(address: number): number
  wastefulChunk(): number
  drop(chunk: number): void
}

/** Columns kept, of 4 bytes an avatar: a ranking needs two to four, and those of today are in most of them. */
const MOST_COLUMNS = 48
const FIRST_ROOM = 1024

/** What was counted until a day, since the first that is kept, of each avatar by its place. */
interface SumColumn {
  counter: number
  day: number
  values: Int32Array<ArrayBuffer>
}

/**
 * The histories of all avatars of which anything was ever counted, in memory. An avatar has a place, from 0, that it
 * keeps. Sums until days that were asked for are kept as columns, and every change is added to them: a window is the
 * difference of two.
 */
export class Histories {
  readonly #memory: ByteMemory
  readonly #places = new Map<number, number>()
  #keys = new Uint32Array(FIRST_ROOM)
  #addresses = new Uint32Array(FIRST_ROOM)
  #active = new Uint8Array(FIRST_ROOM)
  /** Of each history, so that only the sum itself is looked up among all the bytes. */
  #heads = new Uint32Array(FIRST_ROOM * HEAD_WORDS)
  #size = 0
  #version = 0
  #activeVersion = 0
  readonly #columns = new Map<number, SumColumn>()
  #compacting = { chunk: -1, next: 0 }

  constructor(memory: ByteMemory) {
    this.#memory = memory
  }

  /** Places given. */
  get size(): number {
    return this.#size
  }

  /** Grows with every change: equal versions mean equal answers on the same day. */
  get version(): number {
    return this.#version
  }

  /** Bytes of histories and columns. */
  get byteLength(): number {
    const places = this.#keys.length * (9 + 4 * HEAD_WORDS)
    return this.#memory.byteLength + places + this.#columns.size * this.#keys.length * 4
  }

  /** The place of an avatar by its row in the system of record, or -1. */
  placeOf(key: number): number {
    return this.#places.get(key) ?? -1
  }

  /** Grows when an avatar gets its first activity, or loses its last. */
  get activeVersion(): number {
    return this.#activeVersion
  }

  /** `CatalogRecord.key`, by place; no longer than `size`. */
  get keys(): Uint32Array {
    return this.#keys.subarray(0, this.#size)
  }

  /** Whether anything was ever counted that was not taken back the same day. */
  isActive(place: number): boolean {
    return this.#active[place] === 1
  }

  /** Puts a whole history in the place of what was known of an avatar. */
  replace(key: number, bytes: Uint8Array): void {
    const place = this.#places.get(key) ?? this.#newPlace(key)
    this.#put(place, bytes)
    this.#sumAnew(place)
    this.#version++
  }

  /** Says what was counted on a day, whatever was known of it. */
  set(key: number, day: number, counts: Counts): void {
    const place = this.#places.get(key)
    if (place === undefined) {
      this.replace(key, packHistory(setDay(NO_HISTORY, day, counts)))
      return
    }
    const [bytes, start] = this.#bytesOf(place)
    const known = this.countsOf(place, day, day)
    if (known.every((count, i) => count === counts[i])) return
    if (setLastDay(bytes, start, day, counts)) {
      writeHead(bytes, start, this.#heads, place * HEAD_WORDS)
      for (const column of this.#columns.values())
        if (day <= column.day) column.values[place]! += counts[column.counter]! - known[column.counter]!
    } else {
      this.#put(place, packHistory(setDay(unpackHistory(bytes, start), day, counts)))
      this.#sumAnew(place)
    }
    this.#version++
  }

  /** What was counted on the days `from` to `to`, both included. */
  countsOf(place: number, from: number, to: number): number[] {
    const [bytes, start] = this.#bytesOf(place)
    const before = sumsAt(bytes, start, daysUntil(bytes, start, from - 1))
    return sumsAt(bytes, start, daysUntil(bytes, start, to)).map((value, i) => value - before[i]!)
  }

  /** One counter over the days `from` to `to`. */
  countOf(place: number, counter: number, from: number, to: number): number {
    return this.#sumOf(place, counter, to) - this.#sumOf(place, counter, from - 1)
  }

  /** All that was ever counted here. */
  totalsOf(place: number): number[] {
    const [bytes, start] = this.#bytesOf(place)
    const before = totalsBefore(bytes, start)
    return sumsAt(bytes, start, daysUntil(bytes, start, Number.POSITIVE_INFINITY)).map(
      (value, i) => value + before[i]!,
    )
  }

  historyOf(place: number): History {
    const [bytes, start] = this.#bytesOf(place)
    return unpackHistory(bytes, start)
  }

  /**
   * One counter until the end of a day, by place, counted from any one day: two of them make a window. Not to be written
   * to, and good until the next change.
   */
  sumsUntil(counter: number, day: number): Int32Array {
    const name = day * COUNTERS.length + counter
    const known = this.#columns.get(name) ?? this.#newColumn(counter, day)
    this.#columns.delete(name)
    this.#columns.set(name, known)
    return known.values
  }

  /** Forgets everything. */
  clear(): void {
    for (let place = 0; place < this.#size; place++) this.#release(place)
    this.#places.clear()
    this.#columns.clear()
    this.#active.fill(0)
    this.#activeVersion++
    this.#size = 0
    this.#compacting = { chunk: -1, next: 0 }
    this.#version++
  }

  /** Gives back the memory of what was replaced, looking at `most` places; false when there is nothing to do. */
  compact(most: number): boolean {
    if (this.#compacting.chunk === -1) {
      this.#compacting = { chunk: this.#memory.wastefulChunk(), next: 0 }
      if (this.#compacting.chunk === -1) return false
    }
    const { chunk, next } = this.#compacting
    const end = Math.min(next + most, this.#size)
    for (let place = next; place < end; place++) {
      if (this.#memory.chunkOf(this.#addresses[place]!) !== chunk) continue
      const [bytes, start] = this.#bytesOf(place)
      this.#put(place, bytes.slice(start, start + historyLength(bytes, start)))
    }
    this.#compacting.next = end
    if (end < this.#size) return true
    this.#memory.drop(chunk)
    this.#compacting.chunk = -1
    return true
  }

  #bytesOf(place: number): [bytes: Uint8Array, start: number] {
    const address = this.#addresses[place]!
    return [this.#memory.chunk(address), this.#memory.offset(address)]
  }

  #put(place: number, bytes: Uint8Array): void {
    if (this.#addresses[place] !== NO_ADDRESS) this.#release(place)
    this.#addresses[place] = this.#memory.append(bytes)
    writeHead(bytes, 0, this.#heads, place * HEAD_WORDS)
    const isActive = Number(hasActivity(bytes, 0))
    if (this.#active[place] !== isActive) this.#activeVersion++
    this.#active[place] = isActive
  }

  #release(place: number): void {
    const [bytes, start] = this.#bytesOf(place)
    this.#memory.release(this.#addresses[place]!, historyLength(bytes, start))
  }

  #newPlace(key: number): number {
    if (this.#size === this.#keys.length) this.#grow()
    const place = this.#size++
    this.#keys[place] = key
    this.#addresses[place] = NO_ADDRESS
    this.#places.set(key, place)
    return place
  }

  #grow(): void {
    const room = this.#keys.length * 2
    this.#keys = grown(this.#keys, new Uint32Array(room))
    this.#addresses = grown(this.#addresses, new Uint32Array(room))
    this.#active = grown(this.#active, new Uint8Array(room))
    this.#heads = grown(this.#heads, new Uint32Array(room * HEAD_WORDS))
    for (const column of this.#columns.values()) column.values = grown(column.values, new Int32Array(room))
  }

  #newColumn(counter: number, day: number): SumColumn {
    const values = this.#freeColumn() ?? new Int32Array(this.#keys.length)
    for (let place = 0; place < this.#size; place++) values[place] = this.#sumOf(place, counter, day)
    return { counter, day, values }
  }

  /** Of the column that was not asked for the longest, when there are as many as may be. */
  #freeColumn(): Int32Array<ArrayBuffer> | undefined {
    if (this.#columns.size < MOST_COLUMNS) return undefined
    const [name, { values }] = this.#columns.entries().next().value!
    this.#columns.delete(name)
    return values
  }

  /** After the bytes were made anew: what is too old may have left the sums. */
  #sumAnew(place: number): void {
    for (const { counter, day, values } of this.#columns.values())
      values[place] = this.#sumOf(place, counter, day)
  }

  #sumOf(place: number, counter: number, day: number): number {
    const address = this.#addresses[place]!
    const head = this.#heads[place * HEAD_WORDS]!
    const shape = this.#heads[place * HEAD_WORDS + 1]!
    return sumUntil(this.#memory.chunk(address), this.#memory.offset(address), head, shape, counter, day)
  }
}

/** No entry is there: the arena's last unit is never the beginning of one. */
const NO_ADDRESS = 0xffff_ffff

function grown<T extends Uint32Array | Int32Array | Uint8Array>(values: T, into: T): T {
  into.set(values)
  return into
}
