import type { Clock } from './clock.ts'

/** A value that is asked for again only when it is older than `freshMs`, and not kept when asking failed. */
export class Fresh<T> {
  readonly #clock: Clock
  readonly #freshMs: number
  readonly #ask: () => Promise<T>
  #answer: Promise<T> | undefined
  #askedAtMs = 0

  constructor({ clock, freshMs, ask }: { clock: Clock; freshMs: number; ask: () => Promise<T> }) {
    this.#clock = clock
    this.#freshMs = freshMs
    this.#ask = ask
  }

  /** All who ask meanwhile share one question. */
  get(): Promise<T> {
    const now = this.#clock.now()
    const age = now - this.#askedAtMs
    if (this.#answer !== undefined && age >= 0 && age < this.#freshMs) return this.#answer
    const answer = this.#ask()
    answer.catch(() => {
      if (this.#answer === answer) this.#answer = undefined
    })
    this.#answer = answer
    this.#askedAtMs = now
    return answer
  }
}
