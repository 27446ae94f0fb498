import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  CatalogQuery,
  CatalogSort,
  CountedText,
  IndexDocument,
  SearchIndex,
  SearchPage,
  SimilarWord,
  TextKind,
  WantedWords,
} from '../../avatars/index.ts'
import { type BaseResult, BaseRun } from './base-run.ts'
import { BaseSegment } from './base-segment.ts'
import { hasBit } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { parseIdWords } from './id-table.ts'
import { countCreators, mostUsedTags } from './index-counts.ts'
import { DEFAULT_OPTIONS, type LiveIndexOptions } from './live-index-options.ts'
import { deriveLive } from './live-parts.ts'
import { findMatches, type Matches } from './matches.ts'
import { allSlots, pageOfMatches, totalOf } from './page.ts'
import { matchesWithout, matchingPlaces } from './parted.ts'
import { relevancePage } from './relevance.ts'
import { type BaseSections, emptySections, type IndexSections, toSections } from './sections.ts'
import { sharedCopy } from './shared.ts'
import { SlotMap } from './slot-map.ts'
import type { SegmentMatches } from './tail-page.ts'
import { TailSegment } from './tail-segment.ts'
import { textsBeginningWith, wordsSimilarTo } from './word-lists.ts'

export type { IndexSections } from './sections.ts'

/** A search index that takes changes while it is searched; see README.md. */
export interface LiveIndex extends SearchIndex, AsyncDisposable {
  /**
   * Merges everything into one base (in a worker thread) and returns it. `onCapture` is called synchronously at the
   * instant of the captured state. The sections are shared with the index and must not be written to.
   */
  capture(onCapture: () => void): Promise<IndexSections>
  /** Waits for a running merge while `bulkSize` documents wait for the next one, so that many puts need bounded memory. */
  caughtUp(): Promise<void>
  /** Merges everything put so far. To be awaited after a first build, before the first search. */
  mergeAll(): Promise<void>
}

export function createLiveIndex(options: LiveIndexOptions = {}): LiveIndex {
  const sections = emptySections()
  return new SegmentedIndex({ sections, live: deriveLive(sections) }, options)
}

/**
 * Loads an index from the sections of `capture`, of which those in shared memory become its own. A worker thread checks
 * them, and makes what is not among them.
 *
 * @throws when a section is missing or does not fit the others.
 */
export async function loadLiveIndex(
  sections: IndexSections,
  options: LiveIndexOptions = {},
): Promise<LiveIndex> {
  await using run = new BaseRun({ kind: 'load', sections }, { ...DEFAULT_OPTIONS, ...options })
  return new SegmentedIndex(await run.result, options)
}

/** Makes an index on a base that was just made, so that its first capture needs no merge. */
export function liveIndexOn(base: BaseResult, options: LiveIndexOptions = {}): LiveIndex {
  return new SegmentedIndex(base, options, base.sections)
}

/** Changes during a merge that are applied in one turn of the event loop: a few milliseconds of work. */
const CHANGES_PER_TURN = 1000
const BASE = 1
const FIRST_TAIL = 2
const LAST_TAIL = 255

interface NumberedTail {
  number: number
  segment: TailSegment
}

class SegmentedIndex implements LiveIndex {
  readonly #options: Required<LiveIndexOptions>
  #base: BaseSegment
  /** Puts go to the last tail; the others are being merged. */
  #tails: NumberedTail[] = [{ number: FIRST_TAIL, segment: new TailSegment() }]
  #slots: SlotMap
  #run: BaseRun | null = null
  #merging: Promise<BaseResult> | null = null
  /** Slots whose columns changed since the running merge began. */
  readonly #changed = new Set<number>()
  /** The sections that the last merge made, while nothing has changed since. */
  #merged: BaseSections | null
  #mergeAt: number
  #isSearched = false
  #isDisposed = false
  readonly #idWords = new Uint32Array(4)

  /** @param merged the sections, when the first capture should need no merge. */
  constructor({ sections, live }: BaseResult, options: LiveIndexOptions, merged: BaseSections | null = null) {
    this.#merged = merged
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
    const { number, segment } = this.#tails.at(-1)!
    const doc = segment.add(slot, document)
    if (slot < this.size) this.#segmentOf(slot).markReplaced(this.#slots.docOf(slot))
    this.#slots.set(slot, number, doc)
    this.#merged = null
    if (this.#isSearched) segment.makeSearchable()
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

  search(query: CatalogQuery): SearchPage {
    const found = this.#find(query)
    const { relevance } = query
    return relevance === null
      ? pageOfMatches(found, query)
      : relevancePage([...found.values()], query, relevance)
  }

  among(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array } {
    const found = this.#find(query)
    return { total: totalOf(found), places: matchingPlaces(slots, this.#slots, found) }
  }

  without(query: CatalogQuery, slots: Uint32Array): SearchPage {
    return pageOfMatches(matchesWithout(slots, this.#slots, this.#find(query)), query)
  }

  addedAtOf(slots: Uint32Array): Float64Array {
    const columns: Float64Array[] = []
    columns[BASE] = this.#base.addedAt
    for (const { number, segment } of this.#tails) columns[number] = segment.addedAt
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
    if (!parseIdWords(id, this.#idWords)) return -1
    for (const { number, segment } of [...this.#tails].reverse()) {
      const slot = this.#slotAt(number, segment, segment.docOfId(this.#idWords))
      if (slot !== -1) return slot
    }
    return this.#slotAt(BASE, this.#base, this.#base.docOfId(this.#idWords))
  }

  isListed(slot: number): boolean {
    if (this.#slots.segmentOf(slot) === 0) return false
    return hasBit(this.#segmentOf(slot).listed, this.#slots.docOf(slot))
  }

  counts(): { listed: number; creators: number } {
    const tails = this.#tails.map(({ segment }) => segment)
    return {
      listed: tails.reduce((sum, { listedCount }) => sum + listedCount, this.#base.listedCount),
      creators: countCreators(this.#base, tails),
    }
  }

  topTags(limit: number): { tag: string; count: number }[] {
    return mostUsedTags(
      this.#base,
      this.#tails.map(({ segment }) => segment),
      limit,
    )
  }

  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[] {
    const tails = this.#searchableTails().map(({ segment }) => segment)
    return textsBeginningWith(this.#base, tails, kind, beginning, limit)
  }

  wordsSimilarTo(word: string, wanted: WantedWords): SimilarWord[] {
    this.#base.beginSearch()
    const tails = this.#searchableTails().map(({ segment }) => segment)
    return wordsSimilarTo(this.#base, tails, word, wanted)
  }

  async capture(onCapture: () => void): Promise<IndexSections> {
    await this.#idle()
    if (this.#merged === null) return toSections((await this.#merge(onCapture)).sections)
    onCapture()
    return toSections(this.#merged)
  }

  async caughtUp(): Promise<void> {
    const isFull = () => this.#tails.at(-1)!.segment.size >= this.#options.bulkSize
    while (this.#merging !== null && isFull()) await this.#merging.catch(() => {})
  }

  async mergeAll(): Promise<void> {
    await this.#idle()
    if (this.#tails.some(({ segment }) => segment.size > 0)) await this.#merge()
    this.#expectSearches()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    this.#merged = null
    await this.#run?.[Symbol.asyncDispose]()
    await this.#idle()
  }

  /** The matches of each segment, the base first. */
  #find(query: CatalogQuery): Map<number, SegmentMatches> {
    this.#base.beginSearch()
    const segments = [{ number: BASE, segment: this.#base }, ...this.#searchableTails()]
    return new Map(
      segments.map(({ number, segment }) => [number, { segment, matches: findMatches(segment, query) }]),
    )
  }

  /** From now on puts are made searchable one by one, so that no search has to do that with many. */
  #expectSearches(): void {
    if (this.#isSearched) return
    this.#isSearched = true
    this.#mergeAt = this.#options.tailSize
  }

  #searchableTails(): NumberedTail[] {
    this.#expectSearches()
    const tails = this.#tails.filter(({ segment }) => segment.size > 0)
    for (const { segment } of tails) segment.makeSearchable()
    return tails
  }

  #segmentOf(slot: number): BaseSegment | TailSegment {
    const number = this.#slots.segmentOf(slot)
    if (number === BASE) return this.#base
    const tail = this.#tails.find(tail => tail.number === number)
    if (tail === undefined) throw new RangeError(`slot ${slot} is not in use`)
    return tail.segment
  }

  /** The slot of a document, or -1 when the slot has another document now. */
  #slotAt(number: number, segment: BaseSegment | TailSegment, doc: number): number {
    if (doc === -1) return -1
    const slot = segment.slots[doc]!
    return this.#slots.segmentOf(slot) === number && this.#slots.docOf(slot) === doc ? slot : -1
  }

  async #idle(): Promise<void> {
    while (this.#merging !== null) await this.#merging.catch(() => {})
  }

  #mergeInBackground(): void {
    this.#merge().catch(error => {
      if (!this.#isDisposed) this.#options.onMergeFailed(error)
    })
  }

  #merge(onFreeze?: () => void): Promise<BaseResult> {
    if (this.#isDisposed) throw new Error('The search index is closed')
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
    const filled = this.#tails.filter(({ segment }) => segment.size > 0)
    // A merge without documents still applies the changes of the base's columns.
    const frozen = filled.length > 0 ? filled : this.#tails.slice(-1)
    const last = this.#tails.at(-1)!.number
    this.#tails = [
      ...frozen,
      { number: last === LAST_TAIL ? FIRST_TAIL : last + 1, segment: new TailSegment() },
    ]
    return {
      base: {
        sections,
        listed: sharedCopy(listed),
        views: sharedCopy(views),
        likes: sharedCopy(likes),
        replaced: sharedCopy(replaced),
      },
      tails: frozen.map(({ segment }) => segment.freeze()),
    }
  }

  async #finish(run: BaseRun): Promise<BaseResult> {
    const startedAtMs = performance.now()
    const documents = this.#tails.slice(0, -1).reduce((sum, { segment }) => sum + segment.size, 0)
    try {
      const result = await run.result
      const base = new BaseSegment(result.sections, result.live, this.#options)
      // Making the base and swapping it in take some milliseconds each.
      await nextTurn()
      const isUnchanged = this.#changed.size === 0 && this.#tails.at(-1)!.segment.size === 0
      while (this.#changed.size > CHANGES_PER_TURN) {
        this.#applyChanges(base, result.live.docOfSlot, CHANGES_PER_TURN)
        await nextTurn()
      }
      this.#applyChanges(base, result.live.docOfSlot, this.#changed.size)
      this.#swap(base, result.live.docOfSlot)
      if (isUnchanged) this.#merged = result.sections
      this.#options.onMerged({ documents, seconds: (performance.now() - startedAtMs) / 1000 })
      return result
    } finally {
      await run[Symbol.asyncDispose]()
    }
  }

  /** Applies changes since the merge began to the columns of the new base. */
  #applyChanges(base: BaseSegment, docOfSlot: Uint32Array, most: number): void {
    const live = this.#tails.at(-1)!.number
    let left = most
    for (const slot of this.#changed) {
      if (left-- === 0) return
      this.#changed.delete(slot)
      if (this.#slots.segmentOf(slot) === live) continue
      const from = this.#segmentOf(slot)
      const doc = this.#slots.docOf(slot)
      base.setListed(docOfSlot[slot]!, hasBit(from.listed, doc))
      base.setCounters(docOfSlot[slot]!, from.views[doc]!, from.likes[doc]!)
    }
  }

  #swap(base: BaseSegment, docOfSlot: Uint32Array): void {
    const live = this.#tails.at(-1)!
    const slots = new SlotMap(BASE, docOfSlot)
    for (let doc = 0; doc < live.segment.size; doc++) {
      const slot = live.segment.slots[doc]!
      if (slots.segmentOf(slot) === BASE) base.markReplaced(slots.docOf(slot))
      slots.set(slot, live.number, doc)
    }
    this.#base = base
    this.#tails = [live]
    this.#slots = slots
    this.#mergeAt = this.#isSearched ? this.#options.tailSize : this.#options.bulkSize
  }
}
