import { LRUCache } from 'lru-cache'

/** A cache that is cleared when the version of its source changes. */
export class VersionedCache<V extends {}> {
  readonly #version: () => string | number
  readonly #values: LRUCache<string, V, () => V>
  #cachedVersion: string | number | undefined

  /**
   * @param version returns the version of everything that the values depend on.
   * @param bound options of `lru-cache` that bound the size.
   */
  constructor(version: () => string | number, bound: LRUCache.Options<string, V, () => V>) {
    this.#version = version
    this.#values = new LRUCache({
      ...bound,
      memoMethod: (key, _old, { context: make }) => this.#dropIfRejected(key, make()),
    })
  }

  /** Returns the cached value or makes one. A promise that is rejected does not stay. */
  get(key: string, make: () => V): V {
    const version = this.#version()
    if (version !== this.#cachedVersion) this.#values.clear()
    this.#cachedVersion = version
    return this.#values.memo(key, { context: make })
  }

  #dropIfRejected(key: string, value: V): V {
    if (value instanceof Promise)
      value.catch(() => {
        if (this.#values.peek(key) === value) this.#values.delete(key)
      })
    return value
  }
}
