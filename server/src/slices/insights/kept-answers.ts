import type { Prepared } from '../../kernel/answer.ts'

/** Bytes of answers kept. */
const MOST_BYTES = 16 * 1024 * 1024

/** Answers to questions that were asked before, as long as what they tell of stands still. */
export class KeptAnswers {
  readonly #version: () => string
  readonly #answers = new Map<string, Prepared>()
  #keptVersion = ''
  #bytes = 0

  /** @param version of everything that goes into an answer. */
  constructor(version: () => string) {
    this.#version = version
  }

  get(question: string, make: () => Prepared): Prepared {
    const version = this.#version()
    if (version !== this.#keptVersion) this.#forgetAll(version)
    const kept = this.#answers.get(question)
    if (kept !== undefined) return kept
    const made = make()
    const bytes = made.options.body.length + question.length
    if (this.#bytes + bytes > MOST_BYTES) this.#forgetAll(version)
    this.#answers.set(question, made)
    this.#bytes += bytes
    return made
  }

  #forgetAll(version: string): void {
    this.#answers.clear()
    this.#bytes = 0
    this.#keptVersion = version
  }
}
