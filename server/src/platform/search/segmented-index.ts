import { setImmediate as nextTurn } from 'node:timers/promises'
import { PLATFORMS, type Platform } from '@avatary/contract/avatar'
import type {
  CatalogQuery,
  CatalogSort,
  CountedText,
  IndexDocument,
  SearchIndex,
  SearchPage,
  SimilarWord,
  SimilarWordsQuery,
  TextKind,
} from '../../avatars/index.ts'
import { type BaseResult, BaseRun } from './base-run.ts'
import { BaseSegment } from './base-segment.ts'
import { hasBit } from './bitset.ts'
import { carryOver } from './carry-over.ts'
import { collectSoon } from './collect-soon.ts'
import { compareDocuments } from './compare.ts'
import { matchesWithout, matchingPlaces } from './divided-search.ts'
import { writeIdWords } from './id-table.ts'
import { countCreators, mostUsedTags } from './index-counts.ts'
import { DEFAULT_OPTIONS, type LiveIndexOptions } from './live-index-options.ts'
import { findMatches, type Matches } from './matches.ts'
import { allSlots, pageOfMatches, totalOf } from './page.ts'
import { relevancePage } from './relevance.ts'
import { type BaseSections, type IndexSections, toSections } from './sections.ts'
import { sharedCopy } from './shared.ts'
import { SlotMap } from './slot-map.ts'
import { UNKNOWN } from './tail-documents.ts'
import type { SegmentMatches } from './tail-page.ts'
import type { TailSegment } from './tail-segment.ts'
import { type NumberedTail, Tails } from './tails.ts'
import { textsBeginningWith, wordsSimilarTo } from './word-lists.ts'

/** A search index that can be changed while it is searched; see README.md. */
export interface LiveIndex extends SearchIndex, AsyncDisposable {
  /**
   * Merges everything into one base (in a worker thread) and returns it. `onCapture` is called synchronously at the
   * instant whose state is captured. The sections are shared with the index and are read-only.
   */
  capture(onCapture: () => void): Promise<IndexSections>
  /**
   * Waits for the running merge while `bulkSize` documents already wait for the next one, to bound the memory of many
   * puts.
   */
  caughtUp(): Promise<void>
  /** Merges everything put so far. Await it after a first build, before the first search. */
  mergeAll(): Promise<void>
}

/** The base's number in the slot map; tails have the numbers after it. */
const BASE = 1

/** An immutable base, and tails with the documents put since; see README.md. */
export class SegmentedIndex implements LiveIndex {
  readonly #options: Required<LiveIndexOptions>
  #base: BaseSegment
  readonly #tails = new Tails(BASE + 1)
  #slots: SlotMap
  #run: BaseRun | null = null
  #merging: Promise<BaseResult> | null = null
  /** Slots whose columns have changed since the running merge began. */
  readonly #changed = new Set<number>()
  /** The sections that the last merge made; null once anything has changed. */
  #merged: BaseSections | null
  #mergeAt: number
  #isSearched = false
  #isDisposed = false
  #placesRoom = new Uint32Array()

  /** @param mergedSections the base's sections, if the first capture should need no merge. */
  constructor(
    { sections, live }: BaseResult,
    options: LiveIndexOptions,
    mergedSections: BaseSections | null = null,
  ) {
    this.#merged = mergedSections
    this.#options = { ...DEFAULT_OPTIONS, ...options }
    this.#base = new BaseSegment(sections, live, this.#options)
    this.#slots = new SlotMap(BASE, live.docOfSlot)
    this.#mergeAt = this.#options.bulkSize
    if (this.#base.size > 0) this.#expectSearches()
  }

  get size(): number {
    return this.#slots.size
  }

  put(slot: number, document: IndexDocument): void {
    if (slot > this.size) throw new RangeError(`slot ${slot} leaves a gap: the next one is ${this.size}`)
    const { number, segment } = this.#tails.last
    const doc = segment.add(slot, document)
    if (slot < this.size) this.#segmentOf(slot).markReplaced(this.#slots.docOf(slot))
    this.#slots.set(slot, number, doc)
    this.#merged = null
    if (this.#isSearched) {
      segment.makeSearchable()
      segment.linkCreator(doc, this.#base)
    }
    if (segment.size >= this.#mergeAt && this.#merging === null) this.#mergeInBackground()
  }

  setListed(slot: number, isListed: boolean): void {
    this.#segmentOf(slot).setListed(this.#slots.docOf(slot), isListed)
    this.#merged = null
    if (this.#merging !== null) this.#changed.add(slot)
  }

  setCounters(slot: number, views: number, likes: number): void {
    this.#segmentOf(slot).setCounters(this.#slots.docOf(slot), views, likes)
    this.#merged = null
    if (this.#merging !== null) this.#changed.add(slot)
  }

  viewsOf(slot: number): number {
    return this.#segmentOf(slot).views[this.#slots.docOf(slot)]!
  }

  likesOf(slot: number): number {
    return this.#segmentOf(slot).likes[this.#slots.docOf(slot)]!
  }

  addedAtMsOf(slot: number): number {
    return this.#segmentOf(slot).addedAt[this.#slots.docOf(slot)]!
  }

  updatedAtMsOf(slot: number): number | null {
    const ms = this.#segmentOf(slot).updatedAt[this.#slots.docOf(slot)]!
    return ms === UNKNOWN ? null : ms
  }

  readId(slot: number, into: Buffer): void {
    writeIdWords(this.#segmentOf(slot).ids, this.#slots.docOf(slot), into)
  }

  search(query: CatalogQuery): SearchPage {
    const matches = this.#find(query)
    const { relevance } = query
    return relevance === null
      ? pageOfMatches(matches, query)
      : relevancePage([...matches.values()], query, relevance)
  }

  among(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array } {
    const matches = this.#find(query)
    if (this.#placesRoom.length < slots.length) this.#placesRoom = new Uint32Array(slots.length * 2)
    return { total: totalOf(matches), places: matchingPlaces(slots, this.#slots, matches, this.#placesRoom) }
  }

  without(query: CatalogQuery, slots: Uint32Array): SearchPage {
    return pageOfMatches(matchesWithout(slots, this.#slots, this.#find(query)), query)
  }

  addedAtOf(slots: Uint32Array): Float64Array {
    const columns: Float64Array[] = []
    columns[BASE] = this.#base.addedAt
    for (const { number, segment } of this.#tails.all) columns[number] = segment.addedAt
    const map = this.#slots
    const values = new Float64Array(slots.length)
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!
      values[i] = columns[map.segmentOf(slot)]![map.docOf(slot)]!
    }
    return values
  }

  compare(sort: CatalogSort, a: number, b: number): number {
    const slots = this.#slots
    return compareDocuments(sort, this.#segmentOf(a), slots.docOf(a), this.#segmentOf(b), slots.docOf(b))
  }

  listedSlots(sort: CatalogSort): Uint32Array {
    const all = (segment: BaseSegment | TailSegment): { segment: typeof segment; matches: Matches } => ({
      segment,
      matches: { kind: 'bits', total: segment.listedCount, bits: segment.listed, mask: segment.listed },
    })
    return allSlots(
      all(this.#base),
      this.#searchableTails().map(({ segment }) => all(segment)),
      sort,
    )
  }

  slotOf(id: string): number {
    for (const { number, segment } of this.#tails.all.toReversed()) {
      const slot = this.#slotAt(number, segment, segment.docOfId(id))
      if (slot !== -1) return slot
    }
    return this.#slotAt(BASE, this.#base, this.#base.docOfId(id))
  }

  isListed(slot: number, platform: Platform | null = null): boolean {
    if (this.#slots.segmentOf(slot) === 0) return false
    const listedBits = this.#segmentOf(slot).listedOn(platform === null ? null : PLATFORMS.indexOf(platform))
    return hasBit(listedBits, this.#slots.docOf(slot))
  }

  counts(): { listed: number; creators: number } {
    const tails = this.#tails.segments
    return {
      listed: tails.reduce((sum, { listedCount }) => sum + listedCount, this.#base.listedCount),
      creators: countCreators(this.#base, tails),
    }
  }

  topTags(limit: number): { tag: string; count: number }[] {
    return mostUsedTags(this.#base, this.#tails.segments, limit)
  }

  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[] {
    const tails = this.#searchableTails().map(({ segment }) => segment)
    return textsBeginningWith(this.#base, tails, kind, beginning, limit)
  }

  wordsSimilarTo(word: string, query: SimilarWordsQuery): Generator<void, SimilarWord[]> {
    this.#base.beginSearch()
    const tails = this.#searchableTails().map(({ segment }) => segment)
    return wordsSimilarTo(this.#base, tails, word, query)
  }

  async capture(onCapture: () => void): Promise<IndexSections> {
    return await this.#whenIdle(async () => {
      if (this.#merged === null) return toSections((await this.#merge(onCapture)).sections)
      onCapture()
      return toSections(this.#merged)
    })
  }

  async caughtUp(): Promise<void> {
    const isFull = () => this.#tails.last.segment.size >= this.#options.bulkSize
    while (this.#merging !== null && isFull()) await this.#merging.catch(() => {})
  }

  async mergeAll(): Promise<void> {
    await this.#whenIdle(async () => {
      if (this.#tails.filled.length > 0) await this.#merge()
    })
    this.#expectSearches()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    this.#merged = null
    await this.#run?.[Symbol.asyncDispose]()
    await this.#whenIdle(async () => {})
  }

  #find(query: CatalogQuery): Map<number, SegmentMatches> {
    this.#base.beginSearch()
    const segments = [{ number: BASE, segment: this.#base }, ...this.#searchableTails()]
    return new Map(
      segments.map(({ number, segment }) => [number, { segment, matches: findMatches(segment, query) }]),
    )
  }

  /** From the first search on, puts are made searchable one by one, so that no search has to process many. */
  #expectSearches(): void {
    if (this.#isSearched) return
    this.#isSearched = true
    this.#mergeAt = this.#options.tailSize
  }

  #searchableTails(): readonly NumberedTail[] {
    this.#expectSearches()
    const tails = this.#tails.filled
    for (const { segment } of tails) segment.makeSearchable()
    return tails
  }

  #segmentOf(slot: number): BaseSegment | TailSegment {
    const number = this.#slots.segmentOf(slot)
    if (number === BASE) return this.#base
    const tail = this.#tails.numbered(number)
    if (tail === undefined) throw new RangeError(`slot ${slot} is not in use`)
    return tail
  }

  /** The slot of a document; -1 when the slot has another document now. */
  #slotAt(number: number, segment: BaseSegment | TailSegment, doc: number): number {
    if (doc === -1) return -1
    const slot = segment.slots[doc]!
    return this.#slots.segmentOf(slot) === number && this.#slots.docOf(slot) === doc ? slot : -1
  }

  /**
   * Calls `begin` in the instant in which it finds that no merge is running, because the next one may begin before a
   * promise continues.
   */
  async #whenIdle<Result>(begin: () => Promise<Result>): Promise<Result> {
    while (this.#merging !== null) await this.#merging.catch(() => {})
    return await begin()
  }

  #mergeInBackground(): void {
    this.#merge().catch(error => {
      if (!this.#isDisposed) this.#options.onMergeFailed(error)
    })
  }

  #merge(onFreeze?: () => void): Promise<BaseResult> {
    if (this.#isDisposed) throw new Error('The search index is closed')
    if (this.#merging !== null) throw new Error('A merge of the search index is running')
    const run = new BaseRun({ kind: 'merge', ...this.#freeze() }, this.#options)
    onFreeze?.()
    this.#run = run
    this.#merging = this.#finish(run).finally(() => {
      this.#run = null
      this.#merging = null
      this.#changed.clear()
    })
    return this.#merging
  }

  #freeze() {
    const { sections, listed, views, likes, replaced } = this.#base
    return {
      base: {
        sections,
        listed: sharedCopy(listed),
        views: sharedCopy(views),
        likes: sharedCopy(likes),
        replaced: sharedCopy(replaced),
      },
      tails: this.#tails.freeze(),
    }
  }

  async #finish(run: BaseRun): Promise<BaseResult> {
    const startedAtMs = performance.now()
    const documents = this.#tails.frozenSize
    try {
      const result = await run.result
      const base = new BaseSegment(result.sections, result.live, this.#options)
      // Making the base and swapping it in are separate turns, because each takes some milliseconds.
      await nextTurn()
      const isUnchanged = this.#changed.size === 0 && this.#tails.last.segment.size === 0
      const { docOfSlot } = result.live
      const slots = new SlotMap(BASE, docOfSlot)
      const current = {
        tail: this.#tails.last,
        changed: this.#changed,
        slots: this.#slots,
        segmentOf: (slot: number) => this.#segmentOf(slot),
      }
      for (const _ of carryOver({ base, number: BASE, slots, docOfSlot }, current)) await nextTurn()
      this.#swap(base, slots)
      if (isUnchanged) this.#merged = result.sections
      this.#options.onMerged({ documents, seconds: (performance.now() - startedAtMs) / 1000 })
      return result
    } finally {
      await run[Symbol.asyncDispose]()
      if (this.#base.size > this.#options.fewDocuments) collectSoon()
    }
  }

  #swap(base: BaseSegment, slots: SlotMap): void {
    this.#base = base
    this.#tails.dropFrozen()
    this.#slots = slots
    this.#mergeAt = this.#isSearched ? this.#options.tailSize : this.#options.bulkSize
  }
}
