import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { slices } from '../../kernel/slices.ts'
import { NOTHING } from './counts.ts'
import type { Histories } from './histories.ts'
import type { Activity, InsightsReader, StoredHistory } from './store.ts'

/** Rows of the log read at a time. */
const READ = 200
/** Avatars whose counts, or whole histories, are read and applied together: a few milliseconds of work. */
const COUNTS = 250
const WHOLE = 50
/** Histories put in one turn of the event loop while all are loaded. */
const LOADED = 1000
/** Places looked at in one turn of compaction, and turns of it in one run. */
const COMPACTED = 2000
const COMPACTIONS = 50

export interface FollowerDeps {
  histories: Histories
  store: InsightsReader
  clock: Clock
}

/**
 * Keeps the histories in memory what they are in the system of record: all are read at the start, and then those that
 * the log of activity names. Counts are read as they are now, so that a row of the log may be applied twice.
 */
export class HistoryFollower {
  readonly #deps: FollowerDeps
  #seq = 0
  #isReady = false
  #ready = Promise.withResolvers<void>()

  constructor(deps: FollowerDeps) {
    this.#deps = deps
  }

  /** Whether the histories are whole; until then nothing can be answered from them. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Resolves when they are whole. */
  get whenReady(): Promise<void> {
    return this.#ready.promise
  }

  /** Last row of the log that is applied. */
  get seq(): number {
    return this.#seq
  }

  /** Reads everything anew. */
  async load(signal?: AbortSignal): Promise<void> {
    const { histories, store } = this.#deps
    if (this.#isReady) this.#ready = Promise.withResolvers()
    this.#isReady = false
    histories.clear()
    this.#seq = (await store.activityBounds()).lastSeq
    for await (const batch of store.readAll()) {
      await this.#replace(batch, LOADED)
      signal?.throwIfAborted()
    }
    await this.#catchUp(signal)
    this.#isReady = true
    this.#ready.resolve()
  }

  /** Applies what was written before the call. */
  async follow(signal?: AbortSignal): Promise<void> {
    if (!this.#isReady) return await this.load(signal)
    const { firstSeq, lastSeq } = await this.#deps.store.activityBounds()
    if (firstSeq > this.#seq + 1 || lastSeq < this.#seq) return await this.load(signal)
    if (lastSeq > this.#seq) await this.#catchUp(signal)
    for (let i = 0; i < COMPACTIONS && this.#deps.histories.compact(COMPACTED); i++) await nextTurn()
  }

  async #catchUp(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const activities = await this.#deps.store.activityAfter(this.#seq, READ)
      const last = activities.at(-1)
      if (last === undefined) return
      await this.#apply(activities)
      this.#seq = last.seq
      signal?.throwIfAborted()
    }
  }

  async #apply(activities: readonly Activity[]): Promise<void> {
    const days = new Map<number, Set<number>>()
    for (const { day, keys } of activities) days.set(day, (days.get(day) ?? new Set()).union(new Set(keys)))
    const whole = new Set<number>()
    const firstOpen = utcDay(this.#deps.clock.now()) - 1
    for (const [day, keys] of days) {
      if (day < firstOpen) for (const key of keys) whole.add(key)
      else await this.#readDay(day, [...keys])
    }
    for (const keys of slices([...whole], WHOLE))
      await this.#replace(await this.#deps.store.historiesOf(keys), WHOLE)
  }

  /** Of a day that nobody packs yet, so that all that was counted on it stands in one place. */
  async #readDay(day: number, keys: readonly number[]): Promise<void> {
    const { histories, store } = this.#deps
    for (const some of slices(keys, COUNTS)) {
      const rows = new Map((await store.countsOn(day, some)).map(({ key, counts }) => [key, counts]))
      for (const key of some) histories.set(key, day, rows.get(key) ?? NOTHING)
      await nextTurn()
    }
  }

  async #replace(stored: readonly StoredHistory[], inOneTurn: number): Promise<void> {
    for (const some of slices(stored, inOneTurn)) {
      for (const { key, history } of some) this.#deps.histories.replace(key, history)
      await nextTurn()
    }
  }
}
