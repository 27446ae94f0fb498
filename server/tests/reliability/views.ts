import { FLUSH_MS } from './system.ts'

/** Maximum difference of two clocks that both round to whole milliseconds. */
const ROUNDING_MS = 5

/** A view that a process counted between these two times. */
interface Acknowledged {
  readonly by: string
  readonly sentMs: number
  readonly toldMs: number
}

interface Counted {
  base: number
  acknowledged: Acknowledged[]
  unsure: number
  /** Views acknowledged by a process that was killed before it can have written them. */
  lost: number
}

/** Tracks the minimum and maximum number of views of each avatar. */
export class Views {
  readonly #counted = new Map<string, Counted>()
  readonly #killedMs = new Map<string, number>()

  acknowledged(id: string, by: string, sentMs: number): void {
    const counted = this.#of(id)
    counted.acknowledged.push({ by, sentMs, toldMs: performance.now() })
    // The process was killed while its answer was on the way.
    if (sentMs < (this.#killedMs.get(by) ?? 0)) counted.lost++
  }

  /** Records requests without an answer, each of which may be counted. */
  unsure(id: string, requests: number): void {
    this.#of(id).unsure += requests
  }

  /**
   * Records that a process was killed. It acknowledged no view while one acknowledged a `FLUSH_INTERVAL_MS` earlier was
   * unwritten, so it can have lost only the views of that time before its last one (docs/operate.md).
   */
  killed(process: string): void {
    const own = ({ by }: Acknowledged) => by === process
    const all = [...this.#counted.values()]
    const lastMs = Math.max(
      ...all.flatMap(({ acknowledged }) => acknowledged.filter(own).map(one => one.sentMs)),
    )
    const fromMs = lastMs - FLUSH_MS - ROUNDING_MS
    for (const counted of all)
      counted.lost += counted.acknowledged.filter(one => own(one) && one.toldMs >= fromMs).length
    this.#killedMs.set(process, performance.now())
  }

  /** @returns avatars that have lost views, or have too many. */
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
