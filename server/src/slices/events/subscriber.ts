export interface SubscriberOptions {
  /** The avatars that it follows; null for all. */
  readonly ids: ReadonlySet<string> | null
  /** Maximum number of bytes that may wait. */
  readonly maxWaitingBytes: number
  readonly nowMs: number
}

/** The chunk was queued, the stream was ended because its client reads too slowly, or it had ended before. */
type SendOutcome = { readonly kind: 'queued' | 'too_slow' | 'ended' }

/** An open event stream: a queue of chunks for its client, bounded in bytes. */
export class Subscriber {
  readonly ids: ReadonlySet<string> | null
  /** Time of the last chunk. */
  sentAtMs: number
  readonly #maxWaitingBytes: number
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #isEnded = false
  #wake: () => void = () => {}

  constructor({ ids, maxWaitingBytes, nowMs }: SubscriberOptions) {
    this.ids = ids
    this.sentAtMs = nowMs
    this.#maxWaitingBytes = maxWaitingBytes
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  get waitingBytes(): number {
    return this.#bytes
  }

  /** Queues a chunk, or ends the stream if the client is too slow. */
  send(chunk: Buffer, nowMs: number): SendOutcome {
    if (this.#isEnded) return { kind: 'ended' }
    if (this.#bytes + chunk.length > this.#maxWaitingBytes) {
      this.end()
      return { kind: 'too_slow' }
    }
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    this.sentAtMs = nowMs
    this.#wake()
    return { kind: 'queued' }
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** Waits for the next chunk; null when the stream has ended. */
  async next(): Promise<Buffer | null> {
    while (!this.#isEnded && this.#chunks.length === 0)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    if (this.#isEnded) return null
    const chunk = this.#chunks.shift()!
    this.#bytes -= chunk.length
    return chunk
  }
}
