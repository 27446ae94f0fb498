import type { Prepared } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { secondOf } from './moment.ts'

/** An answer with the avatars that it shows. */
export interface Shown {
  answer: Prepared
  slots: readonly number[]
}

/** Answers kept at a time; at 500 avatars each some 20 MB. */
const MOST = 100

/**
 * Answers that everybody gets who asks the same within one second of one version of the catalog: when a world opens,
 * all its visitors ask at once.
 */
export class SharedAnswers {
  readonly #view: { readonly version: number }
  readonly #clock: Clock
  readonly #answers = new Map<string, Shown>()
  #version = -1
  #second = -1

  constructor({ view, clock }: { view: { readonly version: number }; clock: Clock }) {
    this.#view = view
    this.#clock = clock
  }

  /** @param name of the question. */
  async get(name: string, make: () => Promise<Shown>): Promise<Shown> {
    this.#forgetOld()
    const held = this.#answers.get(name)
    if (held !== undefined) return held
    const [version, second] = [this.#version, this.#second]
    const made = await make()
    this.#forgetOld()
    const holds = version === this.#version && second === this.#second
    if (holds && this.#answers.size < MOST) this.#answers.set(name, made)
    return made
  }

  #forgetOld(): void {
    const [version, second] = [this.#view.version, secondOf(this.#clock)]
    if (version === this.#version && second === this.#second) return
    this.#answers.clear()
    this.#version = version
    this.#second = second
  }
}
