import { getOrInsert } from '../../kernel/get-or-insert.ts'

/** Most keys of a field whose counts are kept. */
const MAX_KEYS = 20_000

/** Numbers of listed documents, each counted once until a document is listed or hidden. */
export class ListedCounts {
  /** Counts of sets, by the bits of the listed documents. */
  #ofSets = new WeakMap<Uint32Array, WeakMap<Uint32Array, number>>()
  readonly #ofKeys = { words: new Map<number, number>(), authors: new Map<number, number>() }

  /** @param count counts the documents of the set that are among the listed ones, when that is not known. */
  ofSet(set: Uint32Array, listed: Uint32Array, count: () => number): number {
    const counts = getOrInsert(this.#ofSets, listed, () => new WeakMap<Uint32Array, number>())
    return getOrInsert(counts, set, count)
  }

  /** @param count counts the listed documents with the key, when that is not known. */
  ofKey(kind: 'words' | 'authors', key: number, count: () => number): number {
    const counts = this.#ofKeys[kind]
    const known = counts.get(key)
    if (known !== undefined) return known
    const counted = count()
    if (counts.size < MAX_KEYS) counts.set(key, counted)
    return counted
  }

  clear(): void {
    this.#ofSets = new WeakMap()
    for (const counts of Object.values(this.#ofKeys)) counts.clear()
  }
}
