import { LRUCache } from 'lru-cache'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { DocSetMemory } from './doc-set-memory.ts'

/** Bytes counted per entry in addition to its array. */
const ENTRY_OVERHEAD_BYTES = 256

/** An LRU cache of sets of documents, which are bitsets or sorted lists. */
export class DocSetCache {
  readonly #sets: LRUCache<string, Uint32Array>
  readonly #memory: DocSetMemory

  /** @param maxBytes maximum bytes of all sets; the latest set is kept even if it is larger. */
  constructor(maxBytes: number, memory: DocSetMemory) {
    this.#memory = memory
    this.#sets = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ buffer }) => Math.min(buffer.byteLength + ENTRY_OVERHEAD_BYTES, maxBytes),
      dispose: set => memory.drop(set),
    })
  }

  has(key: string): boolean {
    return this.#sets.has(key)
  }

  /** @param make makes the set, which is copied unless it is in memory that `DocSetMemory` returned. */
  get(key: string, make: () => Uint32Array): Uint32Array {
    return getOrInsert<string, Uint32Array>(this.#sets, key, () => this.#memory.keep(make()))
  }
}
