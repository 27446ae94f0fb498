import type { Clock } from './clock.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/**
 * A value that is loaded again once it is older than `freshMs`. Failures are not cached, but while the database is
 * unavailable the last value is returned.
 */
export class CachedValue<T> {
  readonly #deps
  #current: Promise<T> | undefined
  #loadedAtMs = 0
  #last: { value: T } | undefined

  constructor(deps: { readonly clock: Clock; readonly freshMs: number; readonly load: () => Promise<T> }) {
    this.#deps = deps
  }

  /** Callers share a load that is already running. */
  get(): Promise<T> {
    const now = this.#deps.clock.now()
    const age = now - this.#loadedAtMs
    if (this.#current !== undefined && age >= 0 && age < this.#deps.freshMs) return this.#current
    const current = this.#loadOrKeep()
    current.catch(() => {
      if (this.#current === current) this.#current = undefined
    })
    this.#current = current
    this.#loadedAtMs = now
    return current
  }

  async #loadOrKeep(): Promise<T> {
    try {
      this.#last = { value: await this.#deps.load() }
    } catch (error) {
      if (this.#last === undefined || !(error instanceof DatabaseUnavailableError)) throw error
    }
    return this.#last.value
  }
}
