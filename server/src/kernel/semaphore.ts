/** Runs at most `atOnce` tasks at a time; others wait in the order of their arrival. */
export class Semaphore {
  readonly #atOnce: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get waiting(): number {
    return this.#queue.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>(resolve => this.#queue.push(resolve))
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
