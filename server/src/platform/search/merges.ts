import { setImmediate as nextTurn } from 'node:timers/promises'
import { BaseSegment } from './base-segment.ts'
import { type BaseResult, BaseTask } from './base-task.ts'
import { carryOver } from './carry-over.ts'
import { collectGarbageSoon } from './collect-garbage-soon.ts'
import type { LiveIndexOptions } from './live-index-options.ts'
import { type BaseSections, type IndexSections, toSections } from './sections.ts'
import type { Segments } from './segments.ts'
import { sharedCopy } from './shared.ts'
import { SlotMap } from './slot-map.ts'
import { BASE_NUMBER } from './tails.ts'

/** Merges tails into the base, one merge at a time; see README.md. */
export class Merges implements AsyncDisposable {
  readonly #segments: Segments
  readonly #options: Required<LiveIndexOptions>
  #task: BaseTask | null = null
  #runningMerge: Promise<BaseResult> | null = null
  /** Slots whose columns have changed since the running merge began. */
  readonly #changedSlots = new Set<number>()
  /** The sections that the last merge made; null once anything has changed. */
  #mergedSections: BaseSections | null
  #isDisposed = false

  /** @param mergedSections the base's sections, if the first capture should need no merge. */
  constructor(segments: Segments, options: Required<LiveIndexOptions>, mergedSections: BaseSections | null) {
    this.#segments = segments
    this.#options = options
    this.#mergedSections = mergedSections
  }

  /** Call it after each put: begins a merge when the tail is full. */
  notePut(): void {
    this.#mergedSections = null
    const { tails, isSearched } = this.#segments
    const { tailSize, bulkSize } = this.#options
    const isFull = tails.lastTail.segment.size >= (isSearched ? tailSize : bulkSize)
    if (!isFull || this.#runningMerge !== null) return
    this.#merge().catch(error => {
      if (!this.#isDisposed) this.#options.onMergeFailed(error)
    })
  }

  /** Call it when a column of a slot changes. */
  noteChange(slot: number): void {
    this.#mergedSections = null
    if (this.#runningMerge !== null) this.#changedSlots.add(slot)
  }

  async capture(onCapture: () => void): Promise<IndexSections> {
    return await this.#whenIdle(async () => {
      if (this.#mergedSections === null) return toSections((await this.#merge(onCapture)).sections)
      onCapture()
      return toSections(this.#mergedSections)
    })
  }

  async waitForMerge(): Promise<void> {
    const isFull = () => this.#segments.tails.lastTail.segment.size >= this.#options.bulkSize
    while (this.#runningMerge !== null && isFull()) await this.#runningMerge.catch(() => {})
  }

  async mergeAll(): Promise<void> {
    await this.#whenIdle(async () => {
      if (this.#segments.tails.nonEmpty.length > 0) await this.#merge()
    })
    this.#segments.isSearched = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    this.#mergedSections = null
    await this.#task?.[Symbol.asyncDispose]()
    await this.#whenIdle(async () => {})
  }

  /**
   * Calls `begin` in the instant in which it finds that no merge is running, because the next one may begin before a
   * promise continues.
   */
  async #whenIdle<Result>(begin: () => Promise<Result>): Promise<Result> {
    while (this.#runningMerge !== null) await this.#runningMerge.catch(() => {})
    return await begin()
  }

  #merge(onFreeze?: () => void): Promise<BaseResult> {
    if (this.#isDisposed) throw new Error('The search index is closed')
    if (this.#runningMerge !== null) throw new Error('A merge of the search index is running')
    const task = new BaseTask({ kind: 'merge', ...this.#freeze() }, this.#options)
    onFreeze?.()
    this.#task = task
    this.#runningMerge = this.#finish(task).finally(() => {
      this.#task = null
      this.#runningMerge = null
      this.#changedSlots.clear()
    })
    return this.#runningMerge
  }

  #freeze() {
    const { sections, listedBits, views, likes, replacedBits } = this.#segments.base
    return {
      base: {
        sections,
        listed: sharedCopy(listedBits),
        views: sharedCopy(views),
        likes: sharedCopy(likes),
        replaced: sharedCopy(replacedBits),
      },
      tails: this.#segments.tails.freeze(),
    }
  }

  async #finish(task: BaseTask): Promise<BaseResult> {
    const startedAtMs = performance.now()
    const segments = this.#segments
    const documents = segments.tails.frozenSize
    try {
      const result = await task.result
      const base = new BaseSegment(result.sections, result.liveParts, this.#options)
      // Making the base and swapping it in are separate turns, because each takes some milliseconds.
      await nextTurn()
      const isUnchanged = this.#changedSlots.size === 0 && segments.tails.lastTail.segment.size === 0
      const { docOfSlot } = result.liveParts
      const slotMap = new SlotMap(BASE_NUMBER, docOfSlot)
      for (const _ of carryOver({ base, slotMap, docOfSlot }, segments, this.#changedSlots)) await nextTurn()
      segments.swapBase(base, slotMap)
      if (isUnchanged) this.#mergedSections = result.sections
      this.#options.onMerged({ documentCount: documents, seconds: (performance.now() - startedAtMs) / 1000 })
      return result
    } finally {
      await task[Symbol.asyncDispose]()
      if (segments.base.size > this.#options.maxDocumentsWithoutWorker) collectGarbageSoon()
    }
  }
}
