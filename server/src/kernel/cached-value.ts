import type { Clock } from './clock.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

/**
 * A value that is loaded again when it is older than `freshMs`. A failure is not cached; while the database is away,
 * the last value is returned instead.
 */
export class CachedValue<T> {
  readonly #clock: Clock
  readonly #freshMs: number
  readonly #ask: () => Promise<T>
  #answer: Promise<T> | undefined
  #askedAtMs = 0
  #last: { value: T } | undefined

  constructor({ clock, freshMs, ask }: { clock: Clock; freshMs: number; ask: () => Promise<T> }) {
    this.#clock = clock
    this.#freshMs = freshMs
    this.#ask = ask
  }

  /** Callers that come while a load is running share it. */
  get(): Promise<T> {
    const now = this.#clock.now()
    const age = now - this.#askedAtMs
    if (this.#answer !== undefined && age >= 0 && age < this.#freshMs) return this.#answer
    const answer = this.#askOrKeep()
    answer.catch(() => {
      if (this.#answer === answer) this.#answer = undefined
    })
    this.#answer = answer
    this.#askedAtMs = now
    return answer
  }

  async #askOrKeep(): Promise<T> {
    try {
      this.#last = { value: await this.#ask() }
    } catch (error) {
      if (this.#last === undefined || !(error instanceof DatabaseUnavailableError)) throw error
    }
    return this.#last.value
  }
}
