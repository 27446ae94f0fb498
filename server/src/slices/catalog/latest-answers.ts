/** So few that the garbage collector frees them while they are young. */
const MAX_ANSWERS = 64

/**
 * The answers of the latest questions. They stand in turn in arrays that never grow: tables that a `Map` drops when it
 * grows or shrinks refer to the next one, so that the collector would keep all of them until it marks the whole heap.
 */
export class LatestAnswers<Answer> {
  /** Null in the place of an answer that a later one of its question replaced. */
  readonly #names: (string | null)[] = []
  readonly #answers: (Answer | null)[] = []
  #next = 0

  find(name: string): Answer | undefined {
    return this.#answers[this.#names.indexOf(name)] ?? undefined
  }

  /** Adds an answer; the earlier one of its question is forgotten, and the oldest when there are too many. */
  add(name: string, answer: Answer): void {
    const earlier = this.#names.indexOf(name)
    if (earlier !== -1) {
      this.#names[earlier] = null
      this.#answers[earlier] = null
    }
    this.#names[this.#next] = name
    this.#answers[this.#next] = answer
    this.#next = (this.#next + 1) % MAX_ANSWERS
  }
}
