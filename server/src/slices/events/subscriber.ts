/** One open stream: what is to be sent to it, in order. */
export class Subscriber {
  readonly #mostWaiting: number
  readonly #waiting: Buffer[] = []
  #bytes = 0
  #isEnded = false
  #wake: () => void = () => {}

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  /** False when the client is too slow; its stream then ends. */
  send(chunk: Buffer): boolean {
    if (this.#isEnded) return false
    if (this.#bytes + chunk.length > this.#mostWaiting) {
      this.end()
      return false
    }
    this.#waiting.push(chunk)
    this.#bytes += chunk.length
    this.#wake()
    return true
  }

  /** Nothing more is sent, what waits included. */
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
