import type { CatalogSort, NumberRange, RangeColumn, TextKind } from '../../avatars/index.ts'
import { baseComparison } from './base-comparison.ts'
import { bitsWhere, countCommon, countIn, hasBit, setBit, wordsFor, writeBit } from './bitset.ts'
import { unionOf } from './conditions.ts'
import { Dictionary } from './dictionary.ts'
import { DocumentCollector } from './document-collector.ts'
import { Forward } from './forward.ts'
import type { FrequentKeys } from './frequent-keys.ts'
import { findId, parseIdWords } from './id-table.ts'
import { InFields } from './in-fields.ts'
import { authorIdKey, keyOf } from './key-bytes.ts'
import { ListedCounts } from './listed-counts.ts'
import type { LiveParts } from './live-parts.ts'
import { OrderList } from './order-list.ts'
import { Pairs } from './pairs.ts'
import { allDocs, type PhraseIndex, phraseSource } from './phrases.ts'
import { namedSource, numberedSource, orderedSource } from './ranges.ts'
import { type BaseSections, type DictionaryName, NOBODY } from './sections.ts'
import type { ScanOrder, SearchField, Segment, Source } from './segment.ts'
import { SetCache } from './set-cache.ts'
import { SetMemory } from './set-memory.ts'
import { type Counts, withRoomFor } from './shared.ts'
import { SortedKeys } from './sorted-keys.ts'
import { LazySource, ReadySource } from './sources.ts'
import { WordRanges } from './word-ranges.ts'

export interface BaseOptions {
  /** Maximum bytes of cached sets for a base of this many documents. */
  cacheBytes: (documents: number) => number
}

/** The immutable bulk of the documents, plus the few columns that change in place. */
export class BaseSegment implements Segment {
  /** Columns that change are empty here; the segment has them as fields. */
  readonly sections: BaseSections
  readonly size: number
  /** Length of a bitset of all documents, in numbers. */
  readonly bitsetLength: number
  readonly slots: Uint32Array
  readonly addedAt: Float64Array
  readonly updatedAt: Float64Array
  readonly ids: Uint32Array
  readonly nameBytes: Uint8Array
  readonly listed: Uint32Array
  views: Counts
  likes: Counts
  readonly tagCounts: Uint32Array
  readonly tags: Dictionary
  readonly replaced: Uint32Array
  listedCount: number
  creatorCount: number
  readonly #words: Dictionary
  readonly #names: SortedKeys
  readonly #authorIds: Dictionary
  readonly #authorNames: Dictionary
  readonly #forward: Forward
  readonly #inFields: InFields
  readonly #ranges: WordRanges
  readonly #memory: SetMemory
  readonly #cache: SetCache
  /** The orders that depend on counters. */
  readonly #moving: readonly OrderList[]
  readonly #orders: ReturnType<typeof ordersOf>
  readonly #phraseIndex: PhraseIndex
  readonly #idWords = new Uint32Array(4)
  readonly #listedCounts = new ListedCounts()
  readonly #creatorCounts: Uint32Array
  readonly #listedOn: readonly Uint32Array[]
  readonly scratchLists: readonly [Uint32Array, Uint32Array]
  readonly scratchBits: readonly [Uint32Array, Uint32Array]

  constructor(sections: BaseSections, liveParts: LiveParts, { cacheBytes }: BaseOptions) {
    const size = sections.meta[1]!
    this.sections = withoutMoving(sections)
    this.size = size
    this.bitsetLength = wordsFor(size)
    this.slots = sections.slots
    this.addedAt = sections.addedAt
    this.updatedAt = sections.updatedAt
    this.ids = sections.ids
    this.nameBytes = sections.nameBytes
    this.listed = liveParts.listed
    this.views = liveParts.views
    this.likes = liveParts.likes
    this.tagCounts = liveParts.tagCounts
    this.#creatorCounts = liveParts.creatorCounts
    this.#listedOn = liveParts.listedOn
    this.replaced = new Uint32Array(this.bitsetLength)
    this.listedCount = liveParts.listedCount
    this.creatorCount = liveParts.creatorCount
    this.#memory = new SetMemory(this.bitsetLength)
    this.#cache = new SetCache(cacheBytes(size), this.#memory)
    const dictionary = (name: DictionaryName, frequent?: FrequentKeys) =>
      new Dictionary(sections.dictionaries[name], size, { frequent, cache: this.#cache, name })
    this.#words = dictionary('words', liveParts.frequent.words)
    this.tags = dictionary('tags', liveParts.frequent.tags)
    this.#authorIds = dictionary('authorIds')
    this.#authorNames = dictionary('authorNames', liveParts.frequent.authorNames)
    this.#names = new SortedKeys({ bytes: sections.nameBytes, offsets: sections.nameOffsets })
    this.#forward = new Forward(sections, liveParts.codeOfWord)
    this.#orders = ordersOf(liveParts, sort => this.compare(sort))
    this.#moving = [this.#orders.popular, this.#orders.relevance]
    const setParts = { forward: this.#forward, cache: this.#cache, memory: this.#memory }
    this.#phraseIndex = {
      docs: size,
      words: this.#words,
      pairs: new Pairs(sections),
      ...setParts,
      all: allDocs(size, this.bitsetLength),
    }
    const room = 1024 + Math.ceil(size / 8)
    this.scratchLists = [new Uint32Array(room), new Uint32Array(room)]
    this.scratchBits = [new Uint32Array(this.bitsetLength), new Uint32Array(this.bitsetLength)]
    const parts = {
      sections: this.sections,
      size,
      ...setParts,
      collector: new DocumentCollector(size),
    }
    this.#inFields = new InFields(parts)
    this.#ranges = new WordRanges({ ...parts, words: this.#words, scratch: this.scratchLists[1] })
  }

  listedOn(platform: number | null): Uint32Array {
    return platform === null ? this.listed : this.#listedOn[platform]!
  }

  countListed(set: Uint32Array, isBits: boolean, listed: Uint32Array): number {
    return this.#listedCounts.ofSet(set, listed, () =>
      isBits ? countCommon(set, listed, this.bitsetLength) : countIn(set, listed),
    )
  }

  setListed(doc: number, isListed: boolean): void {
    if (hasBit(this.listed, doc) === isListed) return
    this.#listedCounts.clear()
    const step = isListed ? 1 : -1
    const sets = [this.listed, ...this.#listedOn.filter((_, i) => hasBit(this.#platformBits(i), doc))]
    for (const bits of sets) writeBit(bits, doc, isListed)
    this.listedCount += step
    this.#forward.eachTag(doc, tag => {
      this.tagCounts[tag]! += step
    })
    const creator = this.sections.creatorOf[doc]!
    if (creator === NOBODY) return
    const before = this.#creatorCounts[creator]!
    this.#creatorCounts[creator] = before + step
    if (before === 0) this.creatorCount++
    if (before + step === 0) this.creatorCount--
  }

  setCounters(doc: number, views: number, likes: number): void {
    if (this.views[doc] === views && this.likes[doc] === likes) return
    for (const order of this.#moving) order.remove(doc)
    this.views = withRoomFor(this.views, views)
    this.likes = withRoomFor(this.likes, likes)
    this.views[doc] = views
    this.likes[doc] = likes
    for (const order of this.#moving) order.insert(doc)
  }

  /** Hides a replaced document from searches; the next merge drops it. */
  markReplaced(doc: number): void {
    this.setListed(doc, false)
    setBit(this.replaced, doc)
  }

  nameStart(doc: number): number {
    return this.sections.nameOffsets[this.sections.nameKeys[doc]!]!
  }

  nameEnd(doc: number): number {
    return this.sections.nameOffsets[this.sections.nameKeys[doc]! + 1]!
  }

  docOfId(id: string): number {
    const words = this.#idWords
    return parseIdWords(id, words) ? findId(this.sections.idTable, this.ids, words) : -1
  }

  word(word: string, upTo: SearchField): Source | null {
    const key = this.#words.find(keyOf(word))
    if (key === -1) return null
    return this.#inFields.words(upTo, this.#ranges.source(word, key, key + 1), key, key + 1)
  }

  dictionaryOf(kind: TextKind): Dictionary {
    switch (kind) {
      case 'words':
        return this.#words
      case 'tags':
        return this.tags
      case 'authors':
        return this.#authorNames
    }
  }

  hasWord(word: string): boolean {
    return this.#words.find(keyOf(word)) !== -1
  }

  lend(length: number): Uint32Array {
    return this.#memory.lend(length)
  }

  lendCopy(numbers: Uint32Array): Uint32Array {
    return this.#memory.copyOf(numbers)
  }

  beginSearch(): void {
    this.#memory.recycle()
  }

  cachedSet(name: string, make: () => Uint32Array): Uint32Array {
    return this.#cache.get(name, make)
  }

  isCached(name: string): boolean {
    return this.#cache.has(name)
  }

  tag(tag: string): Source | null {
    const key = this.tags.find(keyOf(tag))
    return key === -1 ? null : this.tags.source(key, doc => this.#forward.hasTag(doc, key))
  }

  authorId(id: string): Source | null {
    const key = this.#authorIds.find(authorIdKey(id))
    return key === -1 ? null : this.#authorIds.source(key)
  }

  authorName(foldedName: string): Source | null {
    const key = this.#authorNames.find(keyOf(foldedName))
    return key === -1 ? null : this.#authorNames.source(key)
  }

  /** The key of a creator by id, or by name when the id is unknown; -1 when the creator is not in this segment. */
  creatorKey(kind: 'ids' | 'names', text: string): number {
    if (kind === 'ids') return this.#authorIds.find(authorIdKey(text))
    const name = this.#authorNames.find(keyOf(text))
    return name === -1 ? -1 : this.#authorIds.size + name
  }

  /** True when the creator with a key has a listed document in this segment. */
  hasCreator(key: number): boolean {
    return key !== -1 && this.#creatorCounts[key]! > 0
  }

  listedWithKey(kind: TextKind, key: number): number {
    if (kind === 'tags') return this.tagCounts[key]!
    return this.#listedCounts.ofKey(kind, key, () => this.dictionaryOf(kind).listedOf(key, this.listed))
  }

  listedWithTag(tag: string): number {
    return this.tagCounts[this.tags.find(keyOf(tag))] ?? 0
  }

  platform(index: number): Source {
    return new ReadySource(this.#platformBits(index), this.size, true)
  }

  performance(name: string, isAccepted: Uint8Array): Source {
    const ratings = this.sections.performance
    const key = `performance ${name}`
    const holds = this.#cache.has(key) ? null : (doc: number) => isAccepted[ratings[doc]!] === 1
    return new LazySource({ size: this.size, isDense: true, holds, testCost: 1 }, () =>
      this.#cache.get(key, () =>
        bitsWhere(this.lend(this.bitsetLength), this.size, doc => isAccepted[ratings[doc]!] === 1),
      ),
    )
  }

  range(column: RangeColumn, range: NumberRange): Source | null {
    if (column === 'addedAt') return numberedSource(this, this.addedAt, range)
    const order = column === 'views' ? 'popular' : 'updated'
    return orderedSource(this, this.#orders[order], this[column], range)
  }

  prefix(prefix: string, upTo: SearchField): Source | null {
    const [from, to] = this.#words.range(keyOf(prefix))
    if (from === to) return null
    return this.#inFields.words(upTo, this.#ranges.source(prefix, from, to), from, to)
  }

  phrase(tokens: readonly string[], upTo: SearchField): Source | null {
    const keys = tokens.map(token => this.#words.find(keyOf(token)))
    if (keys.includes(-1)) return null
    const source = phraseSource(this.#phraseIndex, keys)
    if (source === null || upTo === 'description') return source
    return this.#inFields.phrase(upTo, source, keys)
  }

  named(nameKeys: readonly string[], match: 'exactly' | 'beginning'): Source | null {
    const sources = nameKeys.map(nameKey => {
      const keys = this.#names.range(keyOf(nameKey), match === 'beginning')
      return namedSource(this, this.sections, this.#orders.name, keys)
    })
    return unionOf(this, sources)
  }

  creator(tokens: readonly string[]): Source | null {
    const keys = tokens.map(token => this.#words.find(keyOf(token)))
    return keys.includes(-1) ? null : this.#inFields.creator(keys)
  }

  order(sort: Exclude<CatalogSort, 'oldest'>): ScanOrder {
    return this.#orders[sort === 'recent' ? 'popular' : sort]
  }

  compare(sort: CatalogSort): (a: number, b: number) => number {
    return baseComparison(sort, this, this.sections)
  }

  #platformBits(index: number): Uint32Array {
    return this.sections.platforms.subarray(index * this.bitsetLength, (index + 1) * this.bitsetLength)
  }
}

/** The sections without the columns that `LiveParts` has copies of. */
function withoutMoving(sections: BaseSections): BaseSections {
  const empty = new Uint32Array(0)
  return { ...sections, listed: empty, views: empty, likes: empty, popularOrder: empty, scoreOrder: empty }
}

function ordersOf({ orders }: LiveParts, compare: (sort: CatalogSort) => (a: number, b: number) => number) {
  return {
    name: OrderList.from(orders.name, compare('name')),
    updated: OrderList.from(orders.updated, compare('updated')),
    popular: OrderList.from(orders.popular, compare('popular')),
    relevance: OrderList.from(orders.relevance, compare('relevance')),
  }
}
