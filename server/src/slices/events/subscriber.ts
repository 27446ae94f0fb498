export interface SubscriberOptions {
  /** The avatars whose frames it gets; null for all. */
  readonly ids: ReadonlySet<string> | null
  /** The most bytes that may wait. */
  readonly mostWaiting: number
  readonly nowMs: number
}

/** The queue of one open stream. */
export class Subscriber {
  readonly ids: ReadonlySet<string> | null
  /** Time of the last chunk. */
  sentAtMs: number
  readonly #mostWaiting: number
  readonly #waiting: Buffer[] = []
  #bytes = 0
  #isEnded = false
  #wake: () => void = () => {}

  constructor({ ids, mostWaiting, nowMs }: SubscriberOptions) {
    this.ids = ids
    this.sentAtMs = nowMs
    this.#mostWaiting = mostWaiting
  }

  /** Queues a chunk. @returns false when the client is too slow; its stream then ends. */
  send(chunk: Buffer, nowMs: number): boolean {
    if (this.#isEnded) return false
    if (this.#bytes + chunk.length > this.#mostWaiting) {
      this.end()
      return false
    }
    this.#waiting.push(chunk)
    this.#bytes += chunk.length
    this.sentAtMs = nowMs
    this.#wake()
    return true
  }

  /** Ends the stream; queued chunks are not sent. */
  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *chunks(): AsyncGenerator<Buffer> {
    while (!this.#isEnded) {
      const chunk = this.#waiting.shift()
      if (chunk === undefined) {
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
      } else {
        this.#bytes -= chunk.length
        yield chunk
      }
    }
  }
}
