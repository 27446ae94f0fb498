/** A heap of run numbers. The first one is read, and sinks when its run has moved on. */
export class RunHeap {
  readonly #heap: Uint32Array
  readonly #isBefore: (a: number, b: number) => boolean
  size: number

  constructor(runs: readonly number[], isBefore: (a: number, b: number) => boolean) {
    this.#heap = Uint32Array.from(runs)
    this.#isBefore = isBefore
    this.size = runs.length
    for (let at = this.size >> 1; at-- > 0; ) this.#sink(at)
  }

  get first(): number {
    return this.#heap[0]!
  }

  sinkFirst(): void {
    this.#sink(0)
  }

  removeFirst(): void {
    this.#heap[0] = this.#heap[--this.size]!
    this.#sink(0)
  }

  #sink(from: number): void {
    const heap = this.#heap
    const run = heap[from]!
    let at = from
    for (let child = at * 2 + 1; child < this.size; child = at * 2 + 1) {
      if (child + 1 < this.size && this.#isBefore(heap[child + 1]!, heap[child]!)) child++
      if (this.#isBefore(run, heap[child]!)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = run
  }
}
