/** So few that V8 frees each answer while it is young. */
const MAX_ANSWERS = 64

/**
 * A ring buffer of the latest answers. A `Map` that grows and shrinks would drop internal tables that refer to each
 * other, which would keep all answers alive until V8 marks the whole heap.
 */
export class LatestAnswers<Answer> {
  /** Null where a later answer with the same key was added. */
  readonly #cacheKeys: (string | null)[] = []
  readonly #answers: (Answer | null)[] = []
  #nextIndex = 0

  find(cacheKey: string): Answer | undefined {
    return this.#answers[this.#cacheKeys.indexOf(cacheKey)] ?? undefined
  }

  /** Adds an answer in place of the oldest, and removes the earlier answer with the same key. */
  add(cacheKey: string, answer: Answer): void {
    const earlierIndex = this.#cacheKeys.indexOf(cacheKey)
    if (earlierIndex !== -1) {
      this.#cacheKeys[earlierIndex] = null
      this.#answers[earlierIndex] = null
    }
    this.#cacheKeys[this.#nextIndex] = cacheKey
    this.#answers[this.#nextIndex] = answer
    this.#nextIndex = (this.#nextIndex + 1) % MAX_ANSWERS
  }
}
