/** Runs at most `maxRunning` tasks at a time; others wait in the order of their arrival. */
export class Semaphore {
  readonly #maxRunning: number
  readonly #queue: (() => void)[] = []
  #runningCount = 0

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  get waitingCount(): number {
    return this.#queue.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#runningCount >= this.#maxRunning) await new Promise<void>(resolve => this.#queue.push(resolve))
    else this.#runningCount++
    try {
      return await work()
    } finally {
      const startNext = this.#queue.shift()
      if (startNext === undefined) this.#runningCount--
      else startNext()
    }
  }
}
