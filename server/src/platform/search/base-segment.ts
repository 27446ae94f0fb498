import { PLATFORMS } from '@avatary/contract/avatar'
import type { CatalogSort, NumberRange, RangeColumn, TextKind } from '../../avatars/index.ts'
import { baseComparison } from './base-comparison.ts'
import {
  anyBitIn,
  bitsWhere,
  clearWhere,
  countBits,
  countCommon,
  countIn,
  hasBit,
  intersection,
  setBit,
  wordsFor,
  writeBit,
} from './bitset.ts'
import { DocumentCollector } from './document-collector.ts'
import { type Cached, Field, isDense } from './field.ts'
import { FieldWords } from './field-words.ts'
import { Forward } from './forward.ts'
import { findId } from './id-table.ts'
import { authorIdKey, keyOf } from './key-bytes.ts'
import type { LiveParts } from './live-parts.ts'
import { FixedOrder, OrderList } from './order-list.ts'
import { Pairs } from './pairs.ts'
import { allDocs, type PhraseIndex, phraseSource } from './phrases.ts'
import { namedSource, numberedSource, orderedSource } from './ranges.ts'
import { type BaseSections, type FieldName, NOBODY } from './sections.ts'
import type { SearchField, Segment, Source, WalkOrder } from './segment.ts'
import { SetCache } from './set-cache.ts'
import { LazySource, listOf, ReadySource } from './sources.ts'

export interface BaseOptions {
  /** Most bytes of cached sets. */
  cacheBytes: number
}

/** Documents of prefixes with fewer postings are read at once, and not cached. */
const SHORT_PREFIX = 256
/** `Source.askCost` of a prefix. */
const ASK_PREFIX = 50
/** `Source.askCost` of a set that is itself made by asking every document. */
const ASK_NARROWED = 4
const MOST_KEY_COUNTS = 20_000
const NOTHING = new Uint32Array(0)
const NO_COUNTS = new Float64Array(0)

/** The immutable bulk of the documents, and the few columns that change. */
export class BaseSegment implements Segment {
  /** The columns that change are empty here; the fields of the segment have them. */
  readonly sections: BaseSections
  readonly size: number
  readonly words: number
  readonly slots: Uint32Array
  readonly addedAt: Float64Array
  readonly updatedAt: Float64Array
  readonly ids: Uint32Array
  readonly nameBytes: Uint8Array
  readonly listed: Uint32Array
  readonly views: Float64Array
  readonly likes: Float64Array
  readonly tagCounts: Uint32Array
  readonly tags: Field
  readonly replaced: Uint32Array
  listedCount: number
  /** Creators with a listed document. */
  creatorCount = 0
  readonly #words: Field
  readonly #authorIds: Field
  readonly #authorNames: Field
  readonly #creatorCounts: Uint32Array
  readonly #forward: Forward
  readonly #nameWords: FieldWords
  readonly #creatorWords: FieldWords
  readonly #cache: SetCache
  readonly #cached: Record<FieldName, Cached>
  /** Those that move with the counters. */
  readonly #moving: readonly OrderList[]
  readonly #orders: Readonly<Record<Exclude<CatalogSort, 'recent' | 'oldest'>, WalkOrder>>
  readonly #phraseIndex: PhraseIndex
  /** Number of documents of each set by the bits of `listedOn`; cleared when a document is listed or hidden. */
  #listedCounts = new WeakMap<Uint32Array, WeakMap<Uint32Array, number>>()
  readonly #keyCounts = { words: new Map<number, number>(), authors: new Map<number, number>() }
  readonly #listedOn: readonly Uint32Array[]
  readonly #lists: [Uint32Array, Uint32Array]
  readonly #bits: [Uint32Array, Uint32Array]
  readonly #collector: DocumentCollector

  constructor(sections: BaseSections, live: LiveParts, { cacheBytes }: BaseOptions) {
    const size = sections.meta[1]!
    this.sections = {
      ...sections,
      listed: NOTHING,
      views: NO_COUNTS,
      likes: NO_COUNTS,
      popularOrder: NOTHING,
      scoreOrder: NOTHING,
    }
    this.size = size
    this.words = wordsFor(size)
    this.slots = sections.slots
    this.addedAt = sections.addedAt
    this.updatedAt = sections.updatedAt
    this.ids = sections.ids
    this.nameBytes = sections.nameBytes
    this.listed = live.listed
    this.views = live.views
    this.likes = live.likes
    this.tagCounts = live.tagCounts
    this.#creatorCounts = live.creatorCounts
    this.replaced = new Uint32Array(this.words)
    this.listedCount = countBits(live.listed, this.words)
    for (const count of live.creatorCounts) if (count > 0) this.creatorCount++
    this.#words = new Field(sections.fields.words, size, live.frequent.words)
    this.tags = new Field(sections.fields.tags, size, live.frequent.tags)
    this.#authorIds = new Field(sections.fields.authorIds, size)
    this.#authorNames = new Field(sections.fields.authorNames, size, live.frequent.authorNames)
    this.#forward = new Forward(sections)
    this.#nameWords = new FieldWords(sections.nameWordPostings, sections.nameWordOffsets)
    this.#creatorWords = new FieldWords(sections.creatorWordPostings, sections.creatorWordOffsets)
    this.#cache = new SetCache(cacheBytes)
    this.#cached = cachedIn(this.#cache)
    const popular = OrderList.from(live.popular, this.compare('popular'))
    const relevance = OrderList.from(live.byScore, this.compare('relevance'))
    this.#moving = [popular, relevance]
    this.#orders = { ...fixedOrders(sections, live), popular, relevance }
    this.#phraseIndex = {
      docs: size,
      words: this.#words,
      pairs: new Pairs(sections),
      forward: this.#forward,
      cache: this.#cache,
      all: allDocs(size, this.words),
      wordSource: key => this.#words.source(key, this.#cached.words),
    }
    // Closures over `sections` would keep the columns that `live` replaces.
    this.#listedOn = PLATFORMS.map((_, i) => intersection(this.#platformBits(i), this.listed, this.words))
    const room = 1024 + Math.ceil(size / 8)
    this.#lists = [new Uint32Array(room), new Uint32Array(room)]
    this.#bits = [new Uint32Array(this.words), new Uint32Array(this.words)]
    this.#collector = new DocumentCollector(size)
  }

  listedOn(platform: number | null): Uint32Array {
    return platform === null ? this.listed : this.#listedOn[platform]!
  }

  countListed(set: Uint32Array, isBits: boolean, listed: Uint32Array): number {
    const counts = this.#listedCounts.get(listed) ?? new WeakMap()
    this.#listedCounts.set(listed, counts)
    let count = counts.get(set)
    if (count === undefined) {
      count = isBits ? countCommon(set, listed, this.words) : countIn(set, listed)
      counts.set(set, count)
    }
    return count
  }

  setListed(doc: number, isListed: boolean): void {
    if (hasBit(this.listed, doc) === isListed) return
    this.#listedCounts = new WeakMap()
    for (const counts of Object.values(this.#keyCounts)) counts.clear()
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
    this.views[doc] = views
    this.likes[doc] = likes
    for (const order of this.#moving) order.insert(doc)
  }

  /** A replaced document is not found any more; the next merge drops it. */
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

  docOfId(words: Uint32Array): number {
    return findId(this.sections.idTable, this.sections.ids, words)
  }

  word(word: string, upTo: SearchField): Source | null {
    const key = this.#words.find(keyOf(word))
    if (key === -1) return null
    const source = this.#words.source(key, this.#cached.words, this.#holdsWord(key, key + 1))
    return this.#tokensUpTo(upTo, source, key, key + 1)
  }

  fieldOf(kind: TextKind): Field {
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

  keptSet(name: string, make: () => Uint32Array): Uint32Array {
    return this.#cache.get(name, make)
  }

  tag(tag: string): Source | null {
    const key = this.tags.find(keyOf(tag))
    return key === -1 ? null : this.tags.source(key, this.#cached.tags, doc => this.#forward.hasTag(doc, key))
  }

  authorId(id: string): Source | null {
    const key = this.#authorIds.find(authorIdKey(id))
    return key === -1 ? null : this.#authorIds.source(key, this.#cached.authorIds)
  }

  authorName(foldedName: string): Source | null {
    const key = this.#authorNames.find(keyOf(foldedName))
    return key === -1 ? null : this.#authorNames.source(key, this.#cached.authorNames)
  }

  /** The place of a creator by id, or by name when the id is unknown; -1 when not in this segment. */
  creatorKey(kind: 'ids' | 'names', text: string): number {
    if (kind === 'ids') return this.#authorIds.find(authorIdKey(text))
    const name = this.#authorNames.find(keyOf(text))
    return name === -1 ? -1 : this.#authorIds.size + name
  }

  /** True when the creator at a place has a listed document in this segment. */
  hasCreator(place: number): boolean {
    return place !== -1 && this.#creatorCounts[place]! > 0
  }

  /** Number of listed documents with a key; the counts of frequent keys are kept until a document is listed or hidden. */
  listedWithKey(kind: TextKind, key: number): number {
    if (kind === 'tags') return this.tagCounts[key]!
    const counts = this.#keyCounts[kind]
    let count = counts.get(key)
    if (count === undefined) {
      count = this.fieldOf(kind).listedOf(key, this.listed)
      if (counts.size < MOST_KEY_COUNTS) counts.set(key, count)
    }
    return count
  }

  /** Number of listed documents with a tag. */
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
    return new LazySource({ size: this.size, isDense: true, holds, askCost: 1 }, () =>
      this.#cache.get(key, () => bitsWhere(this.words, this.size, doc => isAccepted[ratings[doc]!] === 1)),
    )
  }

  range(column: RangeColumn, range: NumberRange): Source | null {
    if (column === 'addedAt') return numberedSource(this.addedAt, this.size, range)
    const order = column === 'views' ? 'popular' : 'updated'
    return orderedSource(this.#orders[order], this[column], this.size, range)
  }

  prefix(prefix: string, upTo: SearchField): Source | null {
    const [from, to] = this.#words.range(keyOf(prefix))
    if (from === to) return null
    const source = this.#prefix(prefix, from, to)
    return this.#tokensUpTo(upTo, source, from, to)
  }

  #prefix(prefix: string, from: number, to: number): Source {
    if (to === from + 1) return this.#words.source(from, this.#cached.words, this.#holdsWord(from, to))
    const size = this.#words.sizeOf(from, to)
    const hasDense = this.#words.hasDense(from, to)
    if (size < SHORT_PREFIX && !hasDense) {
      const docs = this.#rangeList(from, to)
      return new ReadySource(docs, docs.length, false)
    }
    const isBits = hasDense || isDense(size, this.size)
    const name = `prefix ${prefix}`
    const holds = this.#cache.has(name) ? null : this.#holdsWord(from, to)
    return new LazySource({ size, isDense: isBits, holds, askCost: ASK_PREFIX }, () =>
      this.#cache.get(name, () => (isBits ? this.#rangeBits(from, to) : this.#rangeList(from, to))),
    )
  }

  phrase(tokens: readonly string[], upTo: SearchField): Source | null {
    const keys = tokens.map(token => this.#words.find(keyOf(token)))
    if (keys.includes(-1)) return null
    const source = phraseSource(this.#phraseIndex, keys)
    if (source === null || upTo === 'description') return source
    const row = this.#forward.row(keys)
    const holds = (doc: number): boolean => this.#forward.hasRow(doc, row, upTo)
    const name = `${upTo} phrase ${keys.join(' ')}`
    if (upTo === 'tags') return this.#narrowed(name, source, holds, this.sections.described)
    const ofTokens = keys.map(key => this.#inFields(upTo, source, key, key + 1))
    const rarest = ofTokens.reduce(
      (least, one) => (one === null || (least !== null && least.size < one.size) ? least : one),
      source as Source | null,
    )
    return ofTokens.includes(null) ? null : this.#narrowed(name, rarest ?? source, holds, null)
  }

  named(nameKey: string, how: 'exactly' | 'beginning'): Source | null {
    return namedSource(this.sections, this.#orders.name, nameKey, how === 'beginning')
  }

  order(sort: Exclude<CatalogSort, 'oldest'>): WalkOrder {
    return this.#orders[sort === 'recent' ? 'popular' : sort]
  }

  compare(sort: CatalogSort): (a: number, b: number) => number {
    return baseComparison(sort, this, this.sections)
  }

  scratchList(which: 0 | 1): Uint32Array {
    return this.#lists[which]
  }

  scratchBits(which: 0 | 1): Uint32Array {
    return this.#bits[which]
  }

  #platformBits(index: number): Uint32Array {
    return this.sections.platforms.subarray(index * this.words, (index + 1) * this.words)
  }

  #rangeBits(from: number, to: number): Uint32Array {
    const bits = new Uint32Array(this.words)
    this.#words.addRange(from, to, bits)
    return bits
  }

  #rangeList(from: number, to: number): Uint32Array {
    this.#words.collectRange(from, to, this.#collector)
    const docs = this.#lists[1]
    return docs.slice(0, this.#collector.takeInto(docs))
  }

  /**
   * Without descriptions only documents that have one are asked, unless a word of the range is an extra word, which
   * documents may have beyond their tokens.
   */
  #tokensUpTo(upTo: SearchField, source: Source, from: number, to: number): Source | null {
    if (upTo === 'description') return source
    if (upTo !== 'tags') return this.#inFields(upTo, source, from, to)
    const holds = (doc: number): boolean => this.#forward.hasTokenIn(doc, from, to, upTo)
    const isAll = anyBitIn(this.sections.extraWords, from, to)
    return this.#narrowed(`${upTo} ${from} ${to}`, source, holds, isAll ? null : this.sections.described)
  }

  /** The documents of a source with a word of a range in their name, or in that or their creator's. */
  #inFields(upTo: 'name' | 'creator', source: Source, from: number, to: number): Source | null {
    const fields = upTo === 'name' ? [this.#nameWords] : [this.#nameWords, this.#creatorWords]
    const size = fields.reduce((sum, field) => sum + field.sizeOf(from, to), 0)
    if (size === 0) return null
    if (!isDense(size, this.size)) {
      for (const field of fields) field.collect(this.#collector, from, to)
      const docs = this.#lists[1]
      const list = docs.slice(0, this.#collector.takeInto(docs))
      return new ReadySource(list, list.length, false)
    }
    const key = `in ${upTo} ${from} ${to}`
    const holds = this.#cache.has(key) ? null : (doc: number) => this.#forward.hasTokenIn(doc, from, to, upTo)
    return new LazySource(
      { size, isDense: true, holds, askCost: ASK_PREFIX, within: existingBits(source) },
      () =>
        this.#cache.get(key, () => {
          const bits = new Uint32Array(this.words)
          for (const field of fields) field.addTo(bits, from, to)
          return bits
        }),
    )
  }

  /** The documents of a source for which `holds` is true; those outside of `asked`, if given, are not asked. */
  #narrowed(
    name: string,
    source: Source,
    holds: (doc: number) => boolean,
    asked: Uint32Array | null,
  ): Source {
    const key = `up to ${name}`
    const isHeld = (doc: number): boolean => (asked !== null && !hasBit(asked, doc)) || holds(doc)
    const make = (): Uint32Array => {
      const bits = source.bits()?.slice()
      if (bits === undefined) return listOf(source).filter(isHeld)
      clearWhere(bits, this.words, doc => !isHeld(doc))
      return bits
    }
    const { size, isDense } = source
    const within = existingBits(source)
    return new LazySource(
      { size, isDense, holds: this.#cache.has(key) ? null : holds, askCost: ASK_NARROWED, within },
      () => this.#cache.get(key, make),
    )
  }

  /** Null when the range has an extra word, since the forward index has only tokens. */
  #holdsWord(from: number, to: number): Source['holds'] {
    if (anyBitIn(this.sections.extraWords, from, to)) return null
    return doc => this.#forward.hasTokenIn(doc, from, to, 'description')
  }
}

/** Bitsets that exist and contain every document of a source. */
function existingBits(source: Source): readonly Uint32Array[] {
  if (!source.isDense) return []
  return source.holds === null ? [source.bits()!] : source.within
}

function cachedIn(cache: SetCache): Record<FieldName, Cached> {
  return {
    words: { cache, name: 'word' },
    tags: { cache, name: 'tag' },
    authorIds: { cache, name: 'author id' },
    authorNames: { cache, name: 'author name' },
  }
}

function fixedOrders(sections: BaseSections, live: LiveParts) {
  return {
    name: new FixedOrder(sections.nameOrder, live.nameBlockOf),
    updated: new FixedOrder(sections.updatedOrder, live.updatedBlockOf),
  }
}
