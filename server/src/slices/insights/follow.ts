import { setImmediate as nextTurn } from 'node:timers/promises'
import { COUNTERS } from '@avatary/contract/insights'
import type { Activity } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { lastPosition, positionFault } from '../../kernel/log-position.ts'
import { runInTurns } from '../../kernel/run-in-turns.ts'
import type { WrittenCounts } from '../tracking/index.ts'
import { NO_COUNTS, NO_EARLIER_COUNTS } from './counts.ts'
import type { Histories } from './histories.ts'
import type { InsightsSnapshot } from './snapshot.ts'
import type { ActivityPosition, InsightsReader } from './store.sql.ts'

/** Days that are kept individually: twice the longest window (spec, "Limits"), and two more for clock differences. */
export const DAYS_KEPT = 182

/** If each has thousands of keys, reading them takes two milliseconds. */
const ACTIVITIES_PER_READ = 10
/** Number of avatars whose counts are read and applied in a turn of the event loop, in about a millisecond. */
const KEYS_READ_PER_TURN = 100
/** Number of avatars whose counts are added in a turn of the event loop, in about a millisecond on cold memory. */
const KEYS_ADDED_PER_TURN = 250

export interface FollowerDeps {
  histories: Histories
  store: InsightsReader
  /** The counts that this process wrote. */
  written: Pick<WrittenCounts, 'take'>
  /** Without a snapshot, every start reads all rows. */
  snapshot?: Pick<InsightsSnapshot, 'restore'>
  clock: Clock
}

/**
 * Keeps the histories in memory equal to the database: loads all at start, then reads the avatars named by the activity
 * log. It reads their current counts, so applying a log row twice does no harm. What this process wrote itself is added
 * without reading it.
 */
export class HistoryFollower {
  readonly #deps: FollowerDeps
  #position: ActivityPosition = { seq: 0, row: null }
  /** Counts that were read may include the activity up to this row, so only that of later rows may be added. */
  #lastSeqRead = Number.POSITIVE_INFINITY
  #isReady = false
  #loading = Promise.withResolvers<void>()

  constructor(deps: FollowerDeps) {
    this.#deps = deps
  }

  /** True once all histories are loaded; nothing can be answered before. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Resolves once all histories are loaded. */
  get whenReady(): Promise<void> {
    return this.#loading.promise
  }

  /** The last row of the activity log that is applied. */
  get position(): ActivityPosition {
    return this.#position
  }

  /** Loads the snapshot, or else all rows, and then the activity since. */
  async load(signal?: AbortSignal): Promise<void> {
    const { snapshot } = this.#deps
    if (this.#isReady) this.#loading = Promise.withResolvers()
    this.#isReady = false
    this.#lastSeqRead = Number.POSITIVE_INFINITY
    const restoredPosition = (await snapshot?.restore(this.#firstKeptDay)) ?? null
    if (restoredPosition === null) await this.#readAll(signal)
    else this.#position = restoredPosition
    await this.#catchUp(signal)
    await runInTurns(this.#deps.histories.prepareSums())
    this.#isReady = true
    this.#loading.resolve()
  }

  /** Applies everything that was written before the call. */
  async follow(signal?: AbortSignal): Promise<void> {
    if (!this.#isReady) return await this.load(signal)
    const fault = await positionFault(this.#position, this.#deps.store.activity)
    if (fault === null) await this.#catchUp(signal)
    else await this.load(signal)
  }

  async #readAll(signal?: AbortSignal): Promise<void> {
    const { histories, store } = this.#deps
    histories.clear()
    histories.dropBefore(this.#firstKeptDay)
    this.#position = await lastPosition(store.activity)
    for await (const batch of store.earlier.readAll(histories.firstKeptDay)) {
      for (const { key, ...earlier } of batch) histories.setEarlier(key, earlier)
      signal?.throwIfAborted()
    }
    for await (const { day, keys, counts } of store.readDays(histories.firstKeptDay)) {
      await runInTurns(histories.fill(day, keys, counts))
      signal?.throwIfAborted()
    }
  }

  async #catchUp(signal?: AbortSignal): Promise<void> {
    const { histories, store } = this.#deps
    histories.dropBefore(this.#firstKeptDay)
    for (;;) {
      const activities = await store.activity.after(this.#position.seq, ACTIVITIES_PER_READ)
      const lastActivity = activities.at(-1)
      if (lastActivity === undefined) return
      await this.#apply(activities)
      await runInTurns(histories.mergeChanges())
      const { seq, day, atMs } = lastActivity
      this.#position = { seq, row: { day, atMs } }
      signal?.throwIfAborted()
    }
  }

  get #firstKeptDay(): number {
    return utcDay(this.#deps.clock.now()) - DAYS_KEPT + 1
  }

  async #apply(activities: readonly Activity[]): Promise<void> {
    const activitiesToRead: Activity[] = []
    for (const activity of activities) {
      // Removes them, so that a row which is applied again after an error is read.
      const counts = this.#deps.written.take(activity)
      const { day, keys, seq } = activity
      if (counts === null || seq <= this.#lastSeqRead || day < this.#deps.histories.firstKeptDay)
        activitiesToRead.push(activity)
      else await this.#add(day, keys, counts)
    }
    if (activitiesToRead.length > 0) await this.#read(activitiesToRead)
  }

  async #add(day: number, keys: readonly number[], counts: Float64Array): Promise<void> {
    let addedCount = 0
    for (const chunk of chunks(keys, KEYS_ADDED_PER_TURN)) {
      const countsOfChunk = counts.subarray(
        addedCount * COUNTERS.length,
        (addedCount + chunk.length) * COUNTERS.length,
      )
      this.#deps.histories.add(day, chunk, countsOfChunk)
      addedCount += chunk.length
      await nextTurn()
    }
  }

  async #read(activities: readonly Activity[]): Promise<void> {
    this.#lastSeqRead = Number.POSITIVE_INFINITY
    for (const [day, keys] of keysByDay(activities)) {
      for (const chunk of chunks([...keys], KEYS_READ_PER_TURN)) {
        if (day < this.#deps.histories.firstKeptDay) await this.#readEarlier(chunk)
        else await this.#readDay(day, chunk)
        await nextTurn()
      }
    }
    this.#lastSeqRead = (await this.#deps.store.activity.bounds()).lastSeq
  }

  async #readDay(day: number, keys: readonly number[]): Promise<void> {
    const { histories, store } = this.#deps
    const counts = new Map((await store.countsOn(day, keys)).map(row => [row.key, row.counts]))
    for (const key of keys) histories.set(key, day, counts.get(key) ?? NO_COUNTS)
  }

  async #readEarlier(keys: readonly number[]): Promise<void> {
    const { histories, store } = this.#deps
    const earlierByKey = new Map(
      (await store.earlier.sumsOf(histories.firstKeptDay, keys)).map(row => [row.key, row]),
    )
    for (const key of keys) histories.setEarlier(key, earlierByKey.get(key) ?? NO_EARLIER_COUNTS)
  }
}

function keysByDay(activities: readonly Activity[]): Map<number, Set<number>> {
  const days = new Map<number, Set<number>>()
  for (const { day, keys } of activities) {
    const keysOfDay = getOrInsert(days, day, () => new Set<number>())
    for (const key of keys) keysOfDay.add(key)
  }
  return days
}
