import { FLUSH_MS } from './system.ts'

/** By how much the clocks of client and server, and the start of a flush, may differ. */
const ROUNDING_MS = 250

interface Counted {
  base: number
  acknowledged: { readonly by: string; readonly atMs: number }[]
  unsure: number
  /** Acknowledged by a process that was killed before it can have written them. */
  lost: number
}

/** Keeps how many views each avatar must have, and may have. */
export class Views {
  readonly #counted = new Map<string, Counted>()

  acknowledged(id: string, by: string): void {
    this.#of(id).acknowledged.push({ by, atMs: performance.now() })
  }

  /** Notes requests without an answer, each of which may be counted. */
  unsure(id: string, requests: number): void {
    this.#of(id).unsure += requests
  }

  /** Notes that a process was killed: what it acknowledged last may be lost (docs/operate.md). */
  killed(process: string): void {
    const fromMs = performance.now() - FLUSH_MS - ROUNDING_MS
    for (const counted of this.#counted.values())
      counted.lost += counted.acknowledged.filter(({ by, atMs }) => by === process && atMs >= fromMs).length
  }

  /** @returns avatars that have lost views or have too many. */
  differences(held: ReadonlyMap<string, number>): string[] {
    return [...this.#counted].flatMap(([id, { base, acknowledged, unsure, lost }]) => {
      const actual = held.get(id) ?? 0
      const most = base + acknowledged.length + unsure
      const least = base + acknowledged.length - lost
      if (actual >= least && actual <= most) return []
      return [`views ${id}: ${least} to ${most} were acknowledged, ${actual} are held`]
    })
  }

  settle(held: ReadonlyMap<string, number>): void {
    for (const [id, counted] of this.#counted)
      Object.assign(counted, { base: held.get(id) ?? 0, acknowledged: [], unsure: 0, lost: 0 })
  }

  #of(id: string): Counted {
    const known = this.#counted.get(id)
    if (known !== undefined) return known
    const counted: Counted = { base: 0, acknowledged: [], unsure: 0, lost: 0 }
    this.#counted.set(id, counted)
    return counted
  }
}
