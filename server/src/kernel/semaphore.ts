/** Runs at most `maxRunning` tasks at a time; others wait in the order of their arrival. */
export class Semaphore {
  readonly #maxRunning: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  get waiting(): number {
    return this.#queue.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxRunning) await new Promise<void>(resolve => this.#queue.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
