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
import type { BaseResult } from './base-task.ts'
import { hasBit } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { matchesWithout, matchingPlaces } from './divided-search.ts'
import { writeIdBytes } from './id-table.ts'
import { countAuthors, mostUsedTags } from './index-counts.ts'
import { DEFAULT_OPTIONS, type LiveIndexOptions } from './live-index-options.ts'
import { bitMatches, findMatches } from './matches.ts'
import { Merges } from './merges.ts'
import { allSlots, pageOfMatches, totalOf } from './page.ts'
import { relevancePage } from './relevance.ts'
import type { BaseSections, IndexSections } from './sections.ts'
import type { Segment } from './segment.ts'
import { Segments } from './segments.ts'
import { NO_SEGMENT } from './slot-map.ts'
import { UNKNOWN_TIME } from './tail-documents.ts'
import type { SegmentMatches } from './tail-page.ts'
import { BASE_NUMBER } from './tails.ts'
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
  waitForMerge(): Promise<void>
  /** Merges everything put so far. Await it after a first build, before the first search. */
  mergeAll(): Promise<void>
}

/** Searches an immutable base, and tails with the documents put since; see README.md. */
export class SegmentedIndex implements LiveIndex {
  readonly #segments: Segments
  readonly #merges: Merges
  #placesBuffer = new Uint32Array()

  /** @param mergedSections the base's sections, if the first capture should need no merge. */
  constructor(base: BaseResult, options: LiveIndexOptions, mergedSections: BaseSections | null = null) {
    const allOptions = { ...DEFAULT_OPTIONS, ...options }
    this.#segments = new Segments(base, allOptions)
    this.#merges = new Merges(this.#segments, allOptions, mergedSections)
  }

  get size(): number {
    return this.#segments.slotMap.size
  }

  put(slot: number, document: IndexDocument): void {
    this.#segments.put(slot, document)
    this.#merges.notePut()
  }

  setListed(slot: number, isListed: boolean): void {
    this.#segments.segmentOf(slot).setListed(this.#docOf(slot), isListed)
    this.#merges.noteChange(slot)
  }

  setCounters(slot: number, views: number, likes: number): void {
    this.#segments.segmentOf(slot).setCounters(this.#docOf(slot), views, likes)
    this.#merges.noteChange(slot)
  }

  viewsOf(slot: number): number {
    return this.#segments.segmentOf(slot).views[this.#docOf(slot)]!
  }

  likesOf(slot: number): number {
    return this.#segments.segmentOf(slot).likes[this.#docOf(slot)]!
  }

  addedAtMsOf(slot: number): number {
    return this.#segments.segmentOf(slot).addedAt[this.#docOf(slot)]!
  }

  updatedAtMsOf(slot: number): number | null {
    const ms = this.#segments.segmentOf(slot).updatedAt[this.#docOf(slot)]!
    return ms === UNKNOWN_TIME ? null : ms
  }

  readId(slot: number, into: Buffer): void {
    writeIdBytes(this.#segments.segmentOf(slot).ids, this.#docOf(slot), into)
  }

  search(query: CatalogQuery): SearchPage {
    const matches = this.#find(query)
    const { relevance } = query
    return relevance === null
      ? pageOfMatches(matches, query)
      : relevancePage([...matches.values()], query, relevance)
  }

  matchesAmong(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array } {
    const matches = this.#find(query)
    if (this.#placesBuffer.length < slots.length) this.#placesBuffer = new Uint32Array(slots.length * 2)
    return {
      total: totalOf(matches.values()),
      places: matchingPlaces(slots, this.#segments.slotMap, matches, this.#placesBuffer),
    }
  }

  searchWithout(query: CatalogQuery, slots: Uint32Array): SearchPage {
    return pageOfMatches(matchesWithout(slots, this.#segments.slotMap, this.#find(query)), query)
  }

  addedAtOf(slots: Uint32Array): Float64Array {
    const columns: Float64Array[] = []
    columns[BASE_NUMBER] = this.#segments.base.addedAt
    for (const { number, segment } of this.#segments.tails.all) columns[number] = segment.addedAt
    const { slotMap } = this.#segments
    const values = new Float64Array(slots.length)
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!
      values[i] = columns[slotMap.segmentNumberOf(slot)]![slotMap.docOf(slot)]!
    }
    return values
  }

  compare(sort: CatalogSort, a: number, b: number): number {
    const one = this.#segments.segmentOf(a)
    const other = this.#segments.segmentOf(b)
    return compareDocuments(sort, one, this.#docOf(a), other, this.#docOf(b))
  }

  listedSlots(sort: CatalogSort): Uint32Array {
    const listedMatches = (segment: Segment): SegmentMatches => ({
      segment,
      matches: bitMatches(segment.listedBits, segment.listedCount),
    })
    return allSlots(
      listedMatches(this.#segments.base),
      this.#segments.searchableTails().map(({ segment }) => listedMatches(segment)),
      sort,
    )
  }

  slotOf(id: string): number {
    return this.#segments.slotOf(id)
  }

  isListed(slot: number, platform: Platform | null = null): boolean {
    if (this.#segments.slotMap.segmentNumberOf(slot) === NO_SEGMENT) return false
    const index = platform === null ? null : PLATFORMS.indexOf(platform)
    return hasBit(this.#segments.segmentOf(slot).listedBitsOn(index), this.#docOf(slot))
  }

  counts(): { listed: number; creators: number } {
    const { base, tails } = this.#segments
    return {
      listed: tails.segments.reduce((sum, { listedCount }) => sum + listedCount, base.listedCount),
      creators: countAuthors(base, tails.segments),
    }
  }

  topTags(limit: number): { tag: string; count: number }[] {
    return mostUsedTags(this.#segments.base, this.#segments.tails.segments, limit)
  }

  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[] {
    const tails = this.#segments.searchableTails().map(({ segment }) => segment)
    return textsBeginningWith(this.#segments.base, tails, kind, beginning, limit)
  }

  wordsSimilarTo(word: string, query: SimilarWordsQuery): Generator<void, SimilarWord[]> {
    const { base } = this.#segments
    base.beginSearch()
    const tails = this.#segments.searchableTails().map(({ segment }) => segment)
    return wordsSimilarTo(base, tails, word, query)
  }

  async capture(onCapture: () => void): Promise<IndexSections> {
    return await this.#merges.capture(onCapture)
  }

  async waitForMerge(): Promise<void> {
    await this.#merges.waitForMerge()
  }

  async mergeAll(): Promise<void> {
    await this.#merges.mergeAll()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#merges[Symbol.asyncDispose]()
  }

  #docOf(slot: number): number {
    return this.#segments.slotMap.docOf(slot)
  }

  #find(query: CatalogQuery): Map<number, SegmentMatches> {
    const { base } = this.#segments
    base.beginSearch()
    const segments = [{ number: BASE_NUMBER, segment: base }, ...this.#segments.searchableTails()]
    return new Map(
      segments.map(({ number, segment }) => [number, { segment, matches: findMatches(segment, query) }]),
    )
  }
}
