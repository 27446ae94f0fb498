import { compareBytes, HEAD_BYTES, headOf } from './key-bytes.ts'
import { RunHeap } from './run-heap.ts'

/** Stands for the new number of dropped documents and keys. */
export const DROPPED = 0xffffffff

/** Sorted keys, concatenated, and their offsets followed by the end of the last key. */
export interface Keys {
  bytes: Uint8Array
  offsets: Uint32Array
}

/** The runs that have a key, in ascending order, and the key's place in each. */
export interface RunsWithKey {
  count: number
  runs: Uint32Array
  places: Uint32Array
}

/**
 * Visits the distinct keys of all runs in order; `visit` returns the new place of the key.
 * @returns for each run, the new places of its keys.
 */
export function mergeKeys(runs: readonly Keys[], visit: (holders: RunsWithKey) => number): Uint32Array[] {
  const maps = runs.map(({ offsets }) => new Uint32Array(offsets.length - 1))
  const cursor = new KeyCursor(runs)
  const nonEmptyRuns = [...maps.keys()].filter(run => maps[run]!.length > 0)
  const heap = new RunHeap(nonEmptyRuns, (a, b) => cursor.compare(a, b) < 0)
  const runsWithKey: RunsWithKey = {
    count: 0,
    runs: new Uint32Array(runs.length),
    places: new Uint32Array(runs.length),
  }
  while (heap.size > 0) {
    const { first } = heap
    cursor.remember(first)
    runsWithKey.count = 0
    do {
      const run = heap.first
      runsWithKey.runs[runsWithKey.count] = run
      runsWithKey.places[runsWithKey.count++] = cursor.placeOf(run)
      if (cursor.advance(run)) heap.sinkFirst()
      else heap.removeFirst()
    } while (heap.size > 0 && cursor.equalsRemembered(heap.first))
    const place = visit(runsWithKey)
    for (let i = 0; i < runsWithKey.count; i++) maps[runsWithKey.runs[i]!]![runsWithKey.places[i]!] = place
  }
  return maps
}

class KeyCursor {
  readonly #runs: readonly Keys[]
  readonly #places: Uint32Array
  readonly #heads: Float64Array
  #remembered = { run: 0, place: 0, head: 0 }

  constructor(runs: readonly Keys[]) {
    this.#runs = runs
    this.#places = new Uint32Array(runs.length)
    this.#heads = Float64Array.from(runs, (_, run) => this.#headOf(run))
  }

  placeOf(run: number): number {
    return this.#places[run]!
  }

  /** Moves to the run's next key; false when there is none. */
  advance(run: number): boolean {
    if (++this.#places[run]! >= this.#runs[run]!.offsets.length - 1) return false
    this.#heads[run] = this.#headOf(run)
    return true
  }

  /** Orders the next keys of two runs; equal keys are ordered by run. */
  compare(a: number, b: number): number {
    return this.#heads[a]! - this.#heads[b]! || this.#compareBytes(a, this.#places[a]!, b) || a - b
  }

  /** Remembers the run's next key for `equalsRemembered`. */
  remember(run: number): void {
    this.#remembered = { run, place: this.#places[run]!, head: this.#heads[run]! }
  }

  equalsRemembered(other: number): boolean {
    const { run, place, head } = this.#remembered
    return head === this.#heads[other] && this.#compareBytes(run, place, other) === 0
  }

  #compareBytes(run: number, place: number, other: number): number {
    const a = this.#runs[run]!
    const b = this.#runs[other]!
    const at = this.#places[other]!
    return compareBytes(
      a.bytes,
      a.offsets[place]!,
      a.offsets[place + 1]!,
      b.bytes,
      b.offsets[at]!,
      b.offsets[at + 1]!,
    )
  }

  #headOf(run: number): number {
    const { bytes, offsets } = this.#runs[run]!
    const place = this.#places[run]!
    return headOf(bytes, offsets[place] ?? 0, offsets[place + 1] ?? 0, HEAD_BYTES)
  }
}
