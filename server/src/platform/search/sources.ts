import { hasBit } from './bitset.ts'
import type { Source } from './segment.ts'
import { bisect } from './stream.ts'

/** `Source.testCost` of sets that exist. */
const TEST_BIT_COST = 1
const SEARCH_LIST_COST = 10

/** A set that exists already, as a bitset or as a short sorted list. */
export class ReadySource implements Source {
  readonly size: number
  readonly isDense: boolean
  readonly test = null
  readonly testCost = 0
  readonly makeCost = 0
  readonly supersets = []
  readonly #set: Uint32Array | readonly number[]

  /** @param set a bitset when `isDense`, otherwise documents in ascending order. */
  constructor(set: Uint32Array | readonly number[], size: number, isDense: boolean) {
    this.#set = set
    this.size = size
    this.isDense = isDense
  }

  bits(): Uint32Array | null {
    return this.isDense ? (this.#set as Uint32Array) : null
  }

  list(): Uint32Array | null {
    return null
  }

  read(out: Uint32Array): number {
    const set = this.#set
    for (let i = 0; i < set.length; i++) out[i] = set[i]!
    return set.length
  }
}

/**
 * Merges two ascending lists without duplicates into `out`, which must have room for both; a number in both appears
 * once.
 */
export function mergeSorted(a: Uint32Array, b: Uint32Array, out: Uint32Array): Uint32Array {
  let [i, j, n] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [fromA, fromB] = [a[i]!, b[j]!]
    out[n++] = fromA < fromB ? fromA : fromB
    if (fromA <= fromB) i++
    if (fromB <= fromA) j++
  }
  const remainder = i < a.length ? a.subarray(i) : b.subarray(j)
  out.set(remainder, n)
  return out.subarray(0, n + remainder.length)
}

/** The documents of a sparse source, as a read-only list. */
export function listOf(source: Source): Uint32Array {
  const list = source.list()
  if (list !== null) return list
  const out = new Uint32Array(source.size * 2 + 16)
  return out.subarray(0, source.read(out))
}

/** Returns a test whether a source contains a document. If the test needs a set, that is made at the first call. */
export function membershipTest(source: Source): (doc: number) => boolean {
  if (source.test !== null) return source.test
  let set: Uint32Array | null = null
  if (source.isDense) {
    return doc => {
      set ??= source.bits()!
      return hasBit(set, doc)
    }
  }
  return doc => {
    set ??= listOf(source)
    const list = set
    return list[bisect(0, list.length, i => list[i]! >= doc)] === doc
  }
}

/** `Source.testCost` of `membershipTest`. */
export function membershipCost({ test, testCost, isDense }: Source): number {
  if (test !== null) return testCost
  return isDense ? TEST_BIT_COST : SEARCH_LIST_COST
}

/** A set that is made on demand. */
export class LazySource implements Source {
  readonly size: number
  readonly isDense: boolean
  readonly test: Source['test']
  readonly testCost: number
  readonly makeCost: number
  readonly supersets: readonly Uint32Array[]
  readonly #make: () => Uint32Array

  /** @param make makes a bitset when `isDense`, otherwise a sorted list; it may cache the set. */
  constructor(
    {
      size,
      isDense,
      test,
      testCost,
      makeCost = size,
      supersets = [],
    }: Pick<Source, 'size' | 'isDense' | 'test' | 'testCost'> &
      Partial<Pick<Source, 'makeCost' | 'supersets'>>,
    make: () => Uint32Array,
  ) {
    this.size = size
    this.isDense = isDense
    this.test = test
    this.testCost = testCost
    this.makeCost = makeCost
    this.supersets = supersets
    this.#make = make
  }

  bits(): Uint32Array | null {
    return this.isDense ? this.#make() : null
  }

  list(): Uint32Array | null {
    return this.isDense ? null : this.#make()
  }

  read(out: Uint32Array): number {
    const list = this.#make()
    out.set(list)
    return list.length
  }
}

/** Orders sources: short lists first, then longer ones, then bitsets. */
export function byRarity(a: Source, b: Source): number {
  return Number(a.isDense) - Number(b.isDense) || a.size - b.size
}
