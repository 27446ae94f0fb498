import type { Clock } from './clock.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/**
 * A value that is loaded again once it is older than `freshMs`. Failures are not cached, but while the database is
 * unavailable the last value is returned.
 */
export class CachedValue<T> {
  readonly #deps
  #currentLoad: Promise<T> | undefined
  #loadedAtMs = 0
  /** The result of the last successful load. */
  #lastResult: { value: T } | undefined

  constructor(deps: { readonly clock: Clock; readonly freshMs: number; readonly load: () => Promise<T> }) {
    this.#deps = deps
  }

  /** Callers share a load that is already running. */
  get(): Promise<T> {
    const nowMs = this.#deps.clock.now()
    const ageMs = nowMs - this.#loadedAtMs
    if (this.#currentLoad !== undefined && ageMs >= 0 && ageMs < this.#deps.freshMs) return this.#currentLoad
    const load = this.#loadOrReuse()
    load.catch(() => {
      if (this.#currentLoad === load) this.#currentLoad = undefined
    })
    this.#currentLoad = load
    this.#loadedAtMs = nowMs
    return load
  }

  async #loadOrReuse(): Promise<T> {
    try {
      this.#lastResult = { value: await this.#deps.load() }
    } catch (error) {
      if (this.#lastResult === undefined || !(error instanceof DatabaseUnavailableError)) throw error
    }
    return this.#lastResult.value
  }
}
