import { getOrInsert } from '../../kernel/get-or-insert.ts'

/** Maximum keys per dictionary whose counts are cached. */
const MAX_CACHED_KEYS = 20_000

/** Caches numbers of listed documents until a document is listed or hidden. */
export class ListedCountCache {
  /** Counts of sets, keyed by the bits of the listed documents, then by the set. */
  #countsOfSets = new WeakMap<Uint32Array, WeakMap<Uint32Array, number>>()
  readonly #countsOfKeys = { words: new Map<number, number>(), authors: new Map<number, number>() }

  /** @param count counts the set's documents that are listed; called when the count is not cached. */
  countOfSet(set: Uint32Array, listedBits: Uint32Array, count: () => number): number {
    const counts = getOrInsert(this.#countsOfSets, listedBits, () => new WeakMap<Uint32Array, number>())
    return getOrInsert(counts, set, count)
  }

  /** @param count counts the listed documents with the key; called when the count is not cached. */
  countOfKey(kind: 'words' | 'authors', key: number, count: () => number): number {
    const counts = this.#countsOfKeys[kind]
    const cachedCount = counts.get(key)
    if (cachedCount !== undefined) return cachedCount
    const newCount = count()
    if (counts.size < MAX_CACHED_KEYS) counts.set(key, newCount)
    return newCount
  }

  clear(): void {
    this.#countsOfSets = new WeakMap()
    for (const counts of Object.values(this.#countsOfKeys)) counts.clear()
  }
}
