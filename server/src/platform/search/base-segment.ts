import type { CatalogSort, NumberRange, RangeColumn, TextKind } from '../../avatars/index.ts'
import { baseComparison } from './base-comparison.ts'
import { bitsetLength, countCommon, countMembers, hasBit, setBit, setWhere, writeBit } from './bitset.ts'
import { unionOf } from './conditions.ts'
import { Dictionary } from './dictionary.ts'
import { DocSetCache } from './doc-set-cache.ts'
import { DocSetMemory } from './doc-set-memory.ts'
import { DocumentCollector } from './document-collector.ts'
import { FieldSources } from './field-sources.ts'
import { ForwardIndex } from './forward.ts'
import type { FrequentKeys } from './frequent-keys.ts'
import { findId, parseIdNumbers } from './id-table.ts'
import { authorIdKeyBytes, keyBytes } from './key-bytes.ts'
import { ListedCountCache } from './listed-count-cache.ts'
import type { LiveIndexOptions } from './live-index-options.ts'
import type { LiveParts } from './live-parts.ts'
import { OrderList } from './order-list.ts'
import { WordPairs } from './pairs.ts'
import { allDocsSource, type PhraseIndex, phraseSource } from './phrases.ts'
import { ascendingRangeSource, nameRangeSource, orderRangeSource } from './ranges.ts'
import { type BaseSections, type DictionaryName, NOBODY } from './sections.ts'
import type { ScanOrder, SearchField, Segment, Source } from './segment.ts'
import { type Counts, widenedFor } from './shared.ts'
import { SortedKeys } from './sorted-keys.ts'
import { LazySource, ReadySource } from './sources.ts'
import { WordRanges } from './word-ranges.ts'

export type BaseOptions = Pick<Required<LiveIndexOptions>, 'cacheBytes'>

/** The immutable bulk of the documents, plus the few columns that change in place. */
export class BaseSegment implements Segment {
  /** Columns that change are empty here; the segment has them as fields. */
  readonly sections: BaseSections
  readonly size: number
  readonly bitsetLength: number
  readonly slots: Uint32Array
  readonly addedAt: Float64Array
  readonly updatedAt: Float64Array
  readonly ids: Uint32Array
  readonly nameBytes: Uint8Array
  readonly listedBits: Uint32Array
  views: Counts
  likes: Counts
  readonly tagCounts: Uint32Array
  readonly tags: Dictionary
  readonly dictionaries: Record<TextKind, Dictionary>
  readonly replacedBits: Uint32Array
  listedCount: number
  authorCount: number
  readonly #words: Dictionary
  readonly #nameKeys: SortedKeys
  readonly #authorIds: Dictionary
  readonly #authorNames: Dictionary
  readonly #forwardIndex: ForwardIndex
  readonly #fieldSources: FieldSources
  readonly #wordRanges: WordRanges
  readonly #memory: DocSetMemory
  readonly #cache: DocSetCache
  /** The orders that depend on counters. */
  readonly #movingOrders: readonly OrderList[]
  readonly #orders: ReturnType<typeof ordersOf>
  readonly #phraseIndex: PhraseIndex
  readonly #idToFind = new Uint32Array(4)
  readonly #listedCountCache = new ListedCountCache()
  readonly #authorCounts: Uint32Array
  readonly #listedBitsByPlatform: readonly Uint32Array[]
  readonly scratchLists: readonly [Uint32Array, Uint32Array]
  readonly scratchBits: readonly [Uint32Array, Uint32Array]

  constructor(sections: BaseSections, liveParts: LiveParts, { cacheBytes }: BaseOptions) {
    const size = sections.slots.length
    this.sections = withoutLiveColumns(sections)
    this.size = size
    this.bitsetLength = bitsetLength(size)
    this.slots = sections.slots
    this.addedAt = sections.addedAt
    this.updatedAt = sections.updatedAt
    this.ids = sections.ids
    this.nameBytes = sections.nameBytes
    this.listedBits = liveParts.listedBits
    this.views = liveParts.views
    this.likes = liveParts.likes
    this.tagCounts = liveParts.tagCounts
    this.#authorCounts = liveParts.authorCounts
    this.#listedBitsByPlatform = liveParts.listedBitsByPlatform
    this.replacedBits = new Uint32Array(this.bitsetLength)
    this.listedCount = liveParts.listedCount
    this.authorCount = liveParts.authorCount
    this.#memory = new DocSetMemory(this.bitsetLength)
    this.#cache = new DocSetCache(cacheBytes(size), this.#memory)
    const dictionary = (name: DictionaryName, frequentKeys?: FrequentKeys) =>
      new Dictionary(sections.dictionaries[name], size, { frequentKeys, cache: this.#cache, name })
    this.#words = dictionary('words', liveParts.frequentKeys.words)
    this.tags = dictionary('tags', liveParts.frequentKeys.tags)
    this.#authorIds = dictionary('authorIds')
    this.#authorNames = dictionary('authorNames', liveParts.frequentKeys.authorNames)
    this.dictionaries = { words: this.#words, tags: this.tags, authors: this.#authorNames }
    this.#nameKeys = new SortedKeys({ bytes: sections.nameBytes, offsets: sections.nameOffsets })
    this.#forwardIndex = new ForwardIndex(sections, liveParts.codeOfWord)
    this.#orders = ordersOf(liveParts, sort => this.comparatorOf(sort))
    this.#movingOrders = [this.#orders.popular, this.#orders.relevance]
    const docSetDeps = { forward: this.#forwardIndex, cache: this.#cache, memory: this.#memory }
    this.#phraseIndex = {
      docCount: size,
      words: this.#words,
      pairs: new WordPairs(sections),
      ...docSetDeps,
      allDocs: allDocsSource(size, this.bitsetLength),
    }
    // Longer than any list of a sparse set (`isDense`), so that `page.ts` can list more matches.
    const scratchLength = 1024 + Math.ceil(size / 8)
    this.scratchLists = [new Uint32Array(scratchLength), new Uint32Array(scratchLength)]
    this.scratchBits = [new Uint32Array(this.bitsetLength), new Uint32Array(this.bitsetLength)]
    const deps = { sections: this.sections, size, ...docSetDeps, collector: new DocumentCollector(size) }
    this.#fieldSources = new FieldSources(deps)
    this.#wordRanges = new WordRanges({ ...deps, words: this.#words, scratch: this.scratchLists[1] })
  }

  listedBitsOn(platform: number | null): Uint32Array {
    return platform === null ? this.listedBits : this.#listedBitsByPlatform[platform]!
  }

  countListed(set: Uint32Array, isBitset: boolean, listedBits: Uint32Array): number {
    return this.#listedCountCache.countOfSet(set, listedBits, () =>
      isBitset ? countCommon(set, listedBits, this.bitsetLength) : countMembers(set, listedBits),
    )
  }

  setListed(doc: number, isListed: boolean): void {
    if (hasBit(this.listedBits, doc) === isListed) return
    this.#listedCountCache.clear()
    const step = isListed ? 1 : -1
    const sets = [
      this.listedBits,
      ...this.#listedBitsByPlatform.filter((_, i) => hasBit(this.#platformBits(i), doc)),
    ]
    for (const bits of sets) writeBit(bits, doc, isListed)
    this.listedCount += step
    this.#forwardIndex.eachTag(doc, tag => {
      this.tagCounts[tag]! += step
    })
    const author = this.sections.creatorOf[doc]!
    if (author === NOBODY) return
    const countBefore = this.#authorCounts[author]!
    this.#authorCounts[author] = countBefore + step
    if (countBefore === 0) this.authorCount++
    if (countBefore + step === 0) this.authorCount--
  }

  setCounters(doc: number, views: number, likes: number): void {
    if (this.views[doc] === views && this.likes[doc] === likes) return
    for (const order of this.#movingOrders) order.remove(doc)
    this.views = widenedFor(this.views, views)
    this.likes = widenedFor(this.likes, likes)
    this.views[doc] = views
    this.likes[doc] = likes
    for (const order of this.#movingOrders) order.insert(doc)
  }

  /** Hides a replaced document from searches; the next merge drops it. */
  markReplaced(doc: number): void {
    this.setListed(doc, false)
    setBit(this.replacedBits, doc)
  }

  nameStart(doc: number): number {
    return this.sections.nameOffsets[this.sections.nameKeys[doc]!]!
  }

  nameEnd(doc: number): number {
    return this.sections.nameOffsets[this.sections.nameKeys[doc]! + 1]!
  }

  docOfId(id: string): number {
    const idNumbers = this.#idToFind
    return parseIdNumbers(id, idNumbers) ? findId(this.sections.idTable, this.ids, idNumbers) : -1
  }

  word(word: string, upToField: SearchField): Source | null {
    const key = this.#words.find(keyBytes(word))
    if (key === -1) return null
    return this.#fieldSources.words(upToField, this.#wordRanges.source(word, key, key + 1), key, key + 1)
  }

  hasWord(word: string): boolean {
    return this.#words.find(keyBytes(word)) !== -1
  }

  allocate(length: number): Uint32Array {
    return this.#memory.allocate(length)
  }

  copyOf(numbers: Uint32Array): Uint32Array {
    return this.#memory.copyOf(numbers)
  }

  /** Reuses the memory that earlier searches allocated. */
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
    const key = this.tags.find(keyBytes(tag))
    return key === -1 ? null : this.tags.source(key, doc => this.#forwardIndex.hasTag(doc, key))
  }

  authorId(id: string): Source | null {
    const key = this.#authorIds.find(authorIdKeyBytes(id))
    return key === -1 ? null : this.#authorIds.source(key)
  }

  authorName(foldedName: string): Source | null {
    const key = this.#authorNames.find(keyBytes(foldedName))
    return key === -1 ? null : this.#authorNames.source(key)
  }

  /** The key of an author by id, or by name when the id is unknown; -1 when the author is not in this segment. */
  authorKey(kind: 'ids' | 'names', text: string): number {
    if (kind === 'ids') return this.#authorIds.find(authorIdKeyBytes(text))
    const name = this.#authorNames.find(keyBytes(text))
    return name === -1 ? -1 : this.#authorIds.size + name
  }

  /** True when the author with a key has a listed document in this segment. */
  isAuthorListed(key: number): boolean {
    return key !== -1 && this.#authorCounts[key]! > 0
  }

  countListedWithKey(kind: TextKind, key: number): number {
    if (kind === 'tags') return this.tagCounts[key]!
    return this.#listedCountCache.countOfKey(kind, key, () =>
      this.dictionaries[kind].countListedOf(key, this.listedBits),
    )
  }

  countListedWithTag(tag: string): number {
    return this.tagCounts[this.tags.find(keyBytes(tag))] ?? 0
  }

  platform(index: number): Source {
    return new ReadySource(this.#platformBits(index), this.size, true)
  }

  performance(cacheName: string, isAccepted: Uint8Array): Source {
    const ratings = this.sections.performance
    const key = `performance ${cacheName}`
    const test = this.#cache.has(key) ? null : (doc: number) => isAccepted[ratings[doc]!] === 1
    return new LazySource({ size: this.size, isDense: true, test, testCost: 1 }, () =>
      this.#cache.get(key, () =>
        setWhere(this.allocate(this.bitsetLength), this.size, doc => isAccepted[ratings[doc]!] === 1),
      ),
    )
  }

  range(column: RangeColumn, range: NumberRange): Source | null {
    if (column === 'addedAt') return ascendingRangeSource(this, this.addedAt, range)
    const order = column === 'views' ? 'popular' : 'updated'
    return orderRangeSource(this, this.#orders[order], this[column], range)
  }

  prefix(prefix: string, upToField: SearchField): Source | null {
    const [from, to] = this.#words.range(keyBytes(prefix))
    if (from === to) return null
    return this.#fieldSources.words(upToField, this.#wordRanges.source(prefix, from, to), from, to)
  }

  phrase(tokens: readonly string[], upToField: SearchField): Source | null {
    const keys = tokens.map(token => this.#words.find(keyBytes(token)))
    if (keys.includes(-1)) return null
    const source = phraseSource(this.#phraseIndex, keys)
    if (source === null || upToField === 'description') return source
    return this.#fieldSources.phrase(upToField, source, keys)
  }

  withName(nameKeys: readonly string[], match: 'exactly' | 'beginning'): Source | null {
    const sources = nameKeys.map(nameKey => {
      const keys = this.#nameKeys.range(keyBytes(nameKey), match === 'beginning')
      return nameRangeSource(this, this.sections, this.#orders.name, keys)
    })
    return unionOf(this, sources)
  }

  wholeAuthorName(tokens: readonly string[]): Source | null {
    const keys = tokens.map(token => this.#words.find(keyBytes(token)))
    return keys.includes(-1) ? null : this.#fieldSources.wholeAuthorName(keys)
  }

  order(sort: Exclude<CatalogSort, 'oldest'>): ScanOrder {
    if (sort === 'recent')
      throw new RangeError('The base has no order of this kind: its documents are numbered by date')
    return this.#orders[sort]
  }

  comparatorOf(sort: CatalogSort): (a: number, b: number) => number {
    return baseComparison(sort, this, this.sections)
  }

  #platformBits(index: number): Uint32Array {
    return this.sections.platforms.subarray(index * this.bitsetLength, (index + 1) * this.bitsetLength)
  }
}

/** The sections without the columns that `LiveParts` has copies of. */
function withoutLiveColumns(sections: BaseSections): BaseSections {
  const empty = new Uint32Array(0)
  return { ...sections, listed: empty, views: empty, likes: empty, popularOrder: empty, scoreOrder: empty }
}

function ordersOf(
  { orders }: LiveParts,
  comparatorOf: (sort: CatalogSort) => (a: number, b: number) => number,
) {
  return {
    name: OrderList.from(orders.name, comparatorOf('name')),
    updated: OrderList.from(orders.updated, comparatorOf('updated')),
    popular: OrderList.from(orders.popular, comparatorOf('popular')),
    relevance: OrderList.from(orders.relevance, comparatorOf('relevance')),
  }
}
