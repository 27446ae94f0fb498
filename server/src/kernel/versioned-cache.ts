import { LRUCache } from 'lru-cache'

/** Values by the question that they answer, as long as what they tell of stands still. */
export class VersionedCache<V extends {}> {
  readonly #version: () => string | number
  readonly #values: LRUCache<string, V, () => V>
  #keptVersion: string | number | undefined

  /**
   * @param version of everything that goes into a value.
   * @param bound of what is kept; the values not asked for longest go first.
   */
  constructor(version: () => string | number, bound: LRUCache.Options<string, V, () => V>) {
    this.#version = version
    this.#values = new LRUCache({ ...bound, memoMethod: (_question, _old, { context: make }) => make() })
  }

  get(question: string, make: () => V): V {
    const version = this.#version()
    if (version !== this.#keptVersion) this.#values.clear()
    this.#keptVersion = version
    return this.#values.memo(question, { context: make })
  }

  forget(question: string): void {
    this.#values.delete(question)
  }
}
