/** One attempt of a request at one process; status 0 means no answer. */
export interface Attempt {
  readonly status: number
  readonly retryAfter: string | null
  readonly what: string
}

/** Counts the answers to clients since the last `begin`. */
export class Tally {
  answers = 0
  unavailable = 0
  unanswered = 0
  /** Unacceptable answers: errors other than 503 with `Retry-After`, and unexpected refusals. */
  readonly wrong: string[] = []
  longestFailureMs = 0
  /** Time of the last failed attempt, by `performance.now()`. */
  lastBadMs = 0
  readonly #failingSince = new Map<object, number>()

  begin(): void {
    this.answers = 0
    this.unavailable = 0
    this.unanswered = 0
    this.wrong.length = 0
    this.longestFailureMs = 0
    this.lastBadMs = 0
    this.#failingSince.clear()
  }

  attempt({ status, retryAfter, what }: Attempt): void {
    if (status === 0) this.unanswered++
    else this.answers++
    if (status === 503) this.unavailable++
    if (status === 0 || status >= 500) this.lastBadMs = performance.now()
    if (status > 503 || (status >= 500 && status < 503)) this.wrong.push(`${status} to ${what}`)
    if (status === 503 && retryAfter === null) this.wrong.push(`503 without Retry-After to ${what}`)
  }

  /**
   * Records how a client's request ended after all its attempts.
   * @param sentMs when it was sent, by `performance.now()`.
   */
  ended(client: object, isAnswered: boolean, sentMs: number): void {
    const sinceMs = this.#failingSince.get(client) ?? (isAnswered ? null : sentMs)
    if (isAnswered) this.#failingSince.delete(client)
    else if (sinceMs !== null) this.#failingSince.set(client, sinceMs)
    if (sinceMs !== null) this.longestFailureMs = Math.max(this.longestFailureMs, performance.now() - sinceMs)
  }
}
