/** Counts per key. A count of 0 takes no memory. */
export class Counts {
  readonly #byKey = new Map<string, number>()

  get(key: string): number {
    return this.#byKey.get(key) ?? 0
  }

  add(key: string, count: number): void {
    const sum = this.get(key) + count
    if (sum === 0) this.#byKey.delete(key)
    else this.#byKey.set(key, sum)
  }
}
