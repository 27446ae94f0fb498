/** So few that the garbage collector frees them in the young generation. */
const MAX_ANSWERS = 64

/**
 * A ring buffer of the latest answers by query. Its arrays never grow. A `Map` would drop internal tables that refer to
 * each other, which would keep all answers alive until V8 marks the whole heap.
 */
export class LatestAnswers<Answer> {
  /** Null where a later answer to the same query replaced this one. */
  readonly #queries: (string | null)[] = []
  readonly #answers: (Answer | null)[] = []
  #next = 0

  find(query: string): Answer | undefined {
    return this.#answers[this.#queries.indexOf(query)] ?? undefined
  }

  /** Adds an answer in place of the oldest, and removes the earlier answer to the same query. */
  add(query: string, answer: Answer): void {
    const earlierIndex = this.#queries.indexOf(query)
    if (earlierIndex !== -1) {
      this.#queries[earlierIndex] = null
      this.#answers[earlierIndex] = null
    }
    this.#queries[this.#next] = query
    this.#answers[this.#next] = answer
    this.#next = (this.#next + 1) % MAX_ANSWERS
  }
}
