import type { CatalogSort, IndexDocument, NumberRange, RangeColumn, TextKind } from '../../avatars/index.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { BaseSegment } from './base-segment.ts'
import { countCommon, hasBit, setBit, wordsFor, writeBit } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { GrowingIdTable, parseIdWords } from './id-table.ts'
import { OrderList } from './order-list.ts'
import type { ScanOrder, SearchField, Segment, Source } from './segment.ts'
import { ReadySource } from './sources.ts'
import { TailDictionary } from './tail-dictionary.ts'
import { doubled, TailDocuments, UNKNOWN } from './tail-documents.ts'

/** For each creator key of this segment, the creator's key in a base. */
interface CreatorLinks {
  ids: number[]
  names: number[]
}

const NO_DOCS = new Uint32Array(0)

/** A mutable segment of the documents that were put since the last merge began. */
export class TailSegment extends TailDocuments<TailDictionary> implements Segment {
  listedCount = 0
  readonly #idTable = new GrowingIdTable(this.idWords)
  readonly #sought = new Uint32Array(4)
  #ofPlatform: Uint32Array[] = Array.from({ length: 3 }, () => new Uint32Array(32))
  #listedOn: Uint32Array[] = Array.from({ length: 3 }, () => new Uint32Array(32))
  /** Number of searchable documents; the others become searchable at the next search. */
  #searchable = 0
  readonly #orders: Record<Exclude<CatalogSort, 'oldest'>, OrderList>
  readonly #links = new WeakMap<BaseSegment, CreatorLinks>()
  scratchLists: readonly [Uint32Array, Uint32Array] = [NO_DOCS, NO_DOCS]
  scratchBits: readonly [Uint32Array, Uint32Array] = [NO_DOCS, NO_DOCS]

  constructor() {
    super(write => new TailDictionary(write))
    const order = (sort: CatalogSort) => new OrderList(this.compare(sort))
    this.#orders = {
      recent: order('recent'),
      name: order('name'),
      popular: order('popular'),
      updated: order('updated'),
      relevance: order('relevance'),
    }
  }

  get nameBytes(): Uint8Array {
    return this.names.bytes
  }

  nameStart(doc: number): number {
    return this.names.start(this.names.keyAt(doc))
  }

  nameEnd(doc: number): number {
    return this.names.start(this.names.keyAt(doc) + 1)
  }

  override add(slot: number, document: IndexDocument): number {
    const doc = super.add(slot, document)
    this.#idTable.add(doc)
    if (wordsFor(this.size) > this.#ofPlatform[0]!.length) {
      this.#ofPlatform = this.#ofPlatform.map(doubled)
      this.#listedOn = this.#listedOn.map(doubled)
    }
    for (const [i, bits] of this.#ofPlatform.entries())
      if (((document.platforms >> i) & 1) === 1) setBit(bits, doc)
    if (document.isListed) this.#updateListed(doc, 1)
    return doc
  }

  listedOn(platform: number | null): Uint32Array {
    return platform === null ? this.listed : this.#listedOn[platform]!
  }

  countListed(set: Uint32Array, isBits: boolean, listed: Uint32Array): number {
    if (isBits) return countCommon(set, listed, wordsFor(this.size))
    return set.reduce((count, doc) => count + Number(hasBit(listed, doc)), 0)
  }

  setListed(doc: number, isListed: boolean): void {
    if (hasBit(this.listed, doc) === isListed) return
    writeBit(this.listed, doc, isListed)
    this.#updateListed(doc, isListed ? 1 : -1)
  }

  /** Updates the counts and sets of listed documents. */
  #updateListed(doc: number, step: 1 | -1): void {
    for (const [i, bits] of this.#listedOn.entries())
      if (hasBit(this.#ofPlatform[i]!, doc)) writeBit(bits, doc, step === 1)
    this.listedCount += step
    for (const tag of this.tags.keysOf(doc)) this.tags.count(tag, step)
    this.authorIds.count(this.authorIds.keyAt(doc), step)
    if (this.authorIds.textAt(doc) === '') this.authorNames.count(this.authorNames.keyAt(doc), step)
  }

  setCounters(doc: number, views: number, likes: number): void {
    const ordersToMove = doc < this.#searchable ? [this.#orders.popular, this.#orders.relevance] : []
    for (const order of ordersToMove) order.remove(doc)
    this.views[doc] = views
    this.likes[doc] = likes
    for (const order of ordersToMove) order.insert(doc)
  }

  markReplaced(doc: number): void {
    this.setListed(doc, false)
    setBit(this.replaced, doc)
  }

  /** Makes the documents put since the last call searchable. */
  makeSearchable(): void {
    if (this.#searchable === this.size) return
    for (let doc = this.#searchable; doc < this.size; doc++) {
      this.words.post(doc)
      this.tags.post(doc)
      this.authorIds.post(doc)
      this.authorNames.post(doc)
      for (const order of Object.values(this.#orders)) order.insert(doc)
    }
    this.#searchable = this.size
    if (this.scratchLists[0].length < this.size) {
      this.scratchLists = [new Uint32Array(this.listed.length * 32), new Uint32Array(this.listed.length * 32)]
      this.scratchBits = [new Uint32Array(this.listed.length), new Uint32Array(this.listed.length)]
    }
  }

  word(word: string, upTo: SearchField): Source | null {
    const docs = this.words.docsOf(word)
    return upTo === 'description' || docs === null ? listSource(docs) : this.phrase([word], upTo)
  }

  dictionaryOf(kind: TextKind): TailDictionary {
    switch (kind) {
      case 'words':
        return this.words
      case 'tags':
        return this.tags
      case 'authors':
        return this.authorNames
    }
  }

  listedWith(kind: TextKind, text: string): number {
    const docs = this.dictionaryOf(kind).docsOf(text) ?? []
    return docs.reduce((sum, doc) => sum + Number(hasBit(this.listed, doc)), 0)
  }

  hasWord(word: string): boolean {
    return this.words.docsOf(word) !== null
  }

  lend(length: number): Uint32Array {
    return new Uint32Array(length)
  }

  lendCopy(numbers: Uint32Array): Uint32Array {
    return numbers.slice()
  }

  cachedSet(_name: string, make: () => Uint32Array): Uint32Array {
    return make()
  }

  isCached(): boolean {
    return false
  }

  tag(tag: string): Source | null {
    return listSource(this.tags.docsOf(tag))
  }

  authorId(id: string): Source | null {
    return listSource(this.authorIds.docsOf(id))
  }

  authorName(foldedName: string): Source | null {
    return listSource(this.authorNames.docsOf(foldedName))
  }

  platform(index: number): Source | null {
    return new ReadySource(this.#ofPlatform[index]!, this.size, true)
  }

  performance(_name: string, isAccepted: Uint8Array): Source | null {
    const ratings = this.ratings.array
    return this.#having(doc => isAccepted[ratings[doc]!] === 1)
  }

  range(column: RangeColumn, { from, before }: NumberRange): Source | null {
    const values = this[column]
    return this.#having(doc => values[doc]! >= from && values[doc]! < before && values[doc] !== UNKNOWN)
  }

  prefix(prefix: string, upTo: SearchField): Source | null {
    const bits = this.scratchBits[1].fill(0)
    let size = 0
    for (const [key, docs] of this.words.docsOfPrefix(prefix)) {
      for (let i = 0; i < docs.length; i++) {
        if (upTo !== 'description' && !this.texts.hasPhrase(docs[i]!, [key], upTo)) continue
        size++
        setBit(bits, docs[i]!)
      }
    }
    return size === 0 ? null : new ReadySource(bits.slice(), size, true)
  }

  phrase(tokens: readonly string[], upTo: SearchField): Source | null {
    const keys = tokens.map(token => this.words.find(token))
    const docs = this.#withRarestOf(tokens)
    return listSource(docs?.filter(doc => this.texts.hasPhrase(doc, keys, upTo)) ?? null)
  }

  creator(tokens: readonly string[]): Source | null {
    const keys = tokens.map(token => this.words.find(token))
    const docs = this.#withRarestOf(tokens)
    return listSource(docs?.filter(doc => this.texts.isCreator(doc, keys)) ?? null)
  }

  /** The documents with the rarest of some words, or all without words; null when one of the words is unknown. */
  #withRarestOf(tokens: readonly string[]): readonly number[] | null {
    let candidateDocs: readonly number[] | null = null
    for (const token of tokens) {
      const docs = this.words.docsOf(token)
      if (docs === null) return null
      if (candidateDocs === null || docs.length < candidateDocs.length) candidateDocs = docs
    }
    return candidateDocs ?? Array.from({ length: this.size }, (_, doc) => doc)
  }

  named(nameKeys: readonly string[], match: 'exactly' | 'beginning'): Source | null {
    const whole = new Set(nameKeys)
    const firstUnits = new Set(nameKeys.map(nameKey => nameKey.charCodeAt(0)))
    const begins = (name: string) =>
      firstUnits.has(name.charCodeAt(0)) && nameKeys.some(nameKey => name.startsWith(nameKey))
    const isNamed = match === 'exactly' ? (name: string) => whole.has(name) : begins
    return this.#having(doc => isNamed(this.names.textAt(doc)))
  }

  docOfId(id: string): number {
    return parseIdWords(id, this.#sought) ? this.#idTable.find(this.#sought) : -1
  }

  order(sort: Exclude<CatalogSort, 'oldest'>): ScanOrder {
    return this.#orders[sort]
  }

  compare(sort: CatalogSort): (a: number, b: number) => number {
    return (a, b) => compareDocuments(sort, this, a, this, b)
  }

  /** Visits the creators of listed documents, by id or, when that is unknown, by name. */
  eachCreator(visit: (kind: 'ids' | 'names', key: number, text: string) => void): void {
    this.authorIds.eachCounted((key, text) => {
      if (text !== '') visit('ids', key, text)
    })
    this.authorNames.eachCounted((key, text) => {
      if (text !== '') visit('names', key, text)
    })
  }

  /** Cached keys of the creators in a base; empty for a base that is new here. */
  baseKeysOf(base: BaseSegment): CreatorLinks {
    return getOrInsert(this.#links, base, () => ({ ids: [], names: [] }))
  }

  /** Caches the key of a document's creator in advance, so that counting the creators of many documents is fast. */
  linkCreator(doc: number, base: BaseSegment): void {
    const { ids, names } = this.baseKeysOf(base)
    const id = this.authorIds.textAt(doc)
    if (id !== '') ids[this.authorIds.keyAt(doc)] ??= base.creatorKey('ids', id)
    else names[this.authorNames.keyAt(doc)] ??= base.creatorKey('names', this.authorNames.textAt(doc))
  }

  #having(isInSet: (doc: number) => boolean): Source | null {
    const docs: number[] = []
    for (let doc = 0; doc < this.size; doc++) if (isInSet(doc)) docs.push(doc)
    return listSource(docs)
  }
}

function listSource(docs: Uint32Array | readonly number[] | null): Source | null {
  if (docs === null || docs.length === 0) return null
  return new ReadySource(docs, docs.length, false)
}
