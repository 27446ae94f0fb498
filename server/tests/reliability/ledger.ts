/** The boolean or number that a client writes under a key. */
export type Value = boolean | number

interface Entry {
  /** The last acknowledged value. */
  value: Value
  /** Values of unacknowledged requests, each of which may be stored now or later. */
  readonly open: Set<Value>
}

/**
 * Records what was acknowledged to clients. Each key belongs to one client, which writes it sequentially. An
 * unacknowledged request may take effect late, when a frozen process continues, so nobody writes its key until
 * `settle`.
 */
export class Ledger {
  /** Number of acknowledged writes. */
  acknowledged = 0
  readonly #entries = new Map<string, Entry>()

  /** The last acknowledged value; undefined for a key that was never written. */
  valueOf(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** True while an unacknowledged request may still take effect. */
  isOpen(key: string): boolean {
    return (this.#entries.get(key)?.open.size ?? 0) > 0
  }

  acknowledge(key: string, value: Value): void {
    this.acknowledged++
    this.#entry(key).value = value
  }

  /** Records a request without an acknowledgement. */
  leaveOpen(key: string, value: Value): void {
    this.#entry(key).open.add(value)
  }

  /** @returns acknowledged keys whose stored value differs; a key that is not stored counts as `false`. */
  differences(stored: ReadonlyMap<string, Value>): string[] {
    return [...this.#entries]
      .filter(([key, { value, open }]) => {
        const actual = stored.get(key) ?? false
        return actual !== value && !open.has(actual)
      })
      .map(([key, { value }]) => `${key}: ${value} was acknowledged, ${stored.get(key) ?? false} is stored`)
  }

  /** Accepts the stored values of open keys. No earlier request may still be in progress. */
  settle(stored: ReadonlyMap<string, Value>): void {
    for (const [key, entry] of this.#entries) {
      if (entry.open.size === 0) continue
      entry.value = stored.get(key) ?? false
      entry.open.clear()
    }
  }

  /** Number of people who like an avatar according to the acknowledgements. */
  likesOf(id: string): number {
    return this.keys('like ').filter(key => key.endsWith(id) && this.valueOf(key) === true).length
  }

  keys(prefix: string): string[] {
    return [...this.#entries.keys()].filter(key => key.startsWith(prefix))
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const entry: Entry = { value: false, open: new Set() }
    this.#entries.set(key, entry)
    return entry
  }
}
