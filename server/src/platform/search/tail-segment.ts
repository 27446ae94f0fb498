import { PLATFORMS } from '@avatary/contract/avatar'
import type { CatalogSort, IndexDocument, NumberRange, RangeColumn, TextKind } from '../../avatars/index.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { BaseSegment } from './base-segment.ts'
import { bitsetLength, countCommon, hasBit, setBit, writeBit } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { GrowingIdTable, parseIdNumbers } from './id-table.ts'
import { OrderList } from './order-list.ts'
import type { ScanOrder, SearchField, Segment, Source } from './segment.ts'
import { ReadySource } from './sources.ts'
import { TailDictionary } from './tail-dictionary.ts'
import { doubleLength, INITIAL_BITSET_LENGTH, TailDocuments, UNKNOWN_TIME } from './tail-documents.ts'

/** For each author key of this segment, the author's key in a base. */
interface AuthorLinks {
  ids: number[]
  names: number[]
}

const NO_DOCS = new Uint32Array(0)

/** A mutable segment of the documents that were put since the last merge began. */
export class TailSegment extends TailDocuments<TailDictionary> implements Segment {
  readonly dictionaries = { words: this.words, tags: this.tags, authors: this.authorNames }
  listedCount = 0
  readonly #idTable = new GrowingIdTable(this.idNumbers)
  readonly #idToFind = new Uint32Array(4)
  #platformBits: Uint32Array[] = PLATFORMS.map(() => new Uint32Array(INITIAL_BITSET_LENGTH))
  #listedBitsByPlatform: Uint32Array[] = PLATFORMS.map(() => new Uint32Array(INITIAL_BITSET_LENGTH))
  /** Number of searchable documents; the others become searchable at the next search. */
  #searchableCount = 0
  readonly #orders: Record<Exclude<CatalogSort, 'oldest'>, OrderList>
  readonly #links = new WeakMap<BaseSegment, AuthorLinks>()
  scratchLists: readonly [Uint32Array, Uint32Array] = [NO_DOCS, NO_DOCS]
  scratchBits: readonly [Uint32Array, Uint32Array] = [NO_DOCS, NO_DOCS]

  constructor() {
    super(write => new TailDictionary(write))
    const order = (sort: CatalogSort) => new OrderList(this.comparatorOf(sort))
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
    return this.names.start(this.names.soleKeyOf(doc))
  }

  nameEnd(doc: number): number {
    return this.names.start(this.names.soleKeyOf(doc) + 1)
  }

  override add(slot: number, document: IndexDocument): number {
    const doc = super.add(slot, document)
    this.#idTable.add(doc)
    if (bitsetLength(this.size) > this.#platformBits[0]!.length) {
      this.#platformBits = this.#platformBits.map(doubleLength)
      this.#listedBitsByPlatform = this.#listedBitsByPlatform.map(doubleLength)
    }
    for (const [i, bits] of this.#platformBits.entries())
      if (((document.platforms >> i) & 1) === 1) setBit(bits, doc)
    if (document.isListed) this.#updateListed(doc, 1)
    return doc
  }

  listedBitsOn(platform: number | null): Uint32Array {
    return platform === null ? this.listedBits : this.#listedBitsByPlatform[platform]!
  }

  countListed(set: Uint32Array, isBitset: boolean, listedBits: Uint32Array): number {
    if (isBitset) return countCommon(set, listedBits, bitsetLength(this.size))
    return set.reduce((count, doc) => count + Number(hasBit(listedBits, doc)), 0)
  }

  setListed(doc: number, isListed: boolean): void {
    if (hasBit(this.listedBits, doc) === isListed) return
    writeBit(this.listedBits, doc, isListed)
    this.#updateListed(doc, isListed ? 1 : -1)
  }

  /** Updates the counts and sets of listed documents. */
  #updateListed(doc: number, step: 1 | -1): void {
    for (const [i, bits] of this.#listedBitsByPlatform.entries())
      if (hasBit(this.#platformBits[i]!, doc)) writeBit(bits, doc, step === 1)
    this.listedCount += step
    for (const tag of this.tags.keysOf(doc)) this.tags.changeCount(tag, step)
    this.authorIds.changeCount(this.authorIds.soleKeyOf(doc), step)
    if (this.authorIds.soleTextOf(doc) === '')
      this.authorNames.changeCount(this.authorNames.soleKeyOf(doc), step)
  }

  setCounters(doc: number, views: number, likes: number): void {
    const ordersToMove = doc < this.#searchableCount ? [this.#orders.popular, this.#orders.relevance] : []
    for (const order of ordersToMove) order.remove(doc)
    this.views[doc] = views
    this.likes[doc] = likes
    for (const order of ordersToMove) order.insert(doc)
  }

  markReplaced(doc: number): void {
    this.setListed(doc, false)
    setBit(this.replacedBits, doc)
  }

  /** Makes the documents put since the last call searchable. */
  makeSearchable(): void {
    if (this.#searchableCount === this.size) return
    for (let doc = this.#searchableCount; doc < this.size; doc++) {
      this.words.addPostings(doc)
      this.tags.addPostings(doc)
      this.authorIds.addPostings(doc)
      this.authorNames.addPostings(doc)
      for (const order of Object.values(this.#orders)) order.insert(doc)
    }
    this.#searchableCount = this.size
    if (this.scratchLists[0].length < this.size) {
      const { length } = this.listedBits
      this.scratchLists = [new Uint32Array(length * 32), new Uint32Array(length * 32)]
      this.scratchBits = [new Uint32Array(length), new Uint32Array(length)]
    }
  }

  word(word: string, upToField: SearchField): Source | null {
    const docs = this.words.docsOf(word)
    return upToField === 'description' || docs === null ? listSource(docs) : this.phrase([word], upToField)
  }

  countListedWith(kind: TextKind, text: string): number {
    const docs = this.dictionaries[kind].docsOf(text) ?? []
    return docs.reduce((sum, doc) => sum + Number(hasBit(this.listedBits, doc)), 0)
  }

  hasWord(word: string): boolean {
    return this.words.docsOf(word) !== null
  }

  allocate(length: number): Uint32Array {
    return new Uint32Array(length)
  }

  copyOf(numbers: Uint32Array): Uint32Array {
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
    return new ReadySource(this.#platformBits[index]!, this.size, true)
  }

  performance(_cacheName: string, isAccepted: Uint8Array): Source | null {
    const ratings = this.ratings.array
    return this.#docsWhere(doc => isAccepted[ratings[doc]!] === 1)
  }

  range(column: RangeColumn, { from, before }: NumberRange): Source | null {
    const values = this[column]
    return this.#docsWhere(
      doc => values[doc]! >= from && values[doc]! < before && values[doc] !== UNKNOWN_TIME,
    )
  }

  prefix(prefix: string, upToField: SearchField): Source | null {
    const bits = this.scratchBits[1].fill(0)
    let size = 0
    for (const [key, docs] of this.words.docsOfPrefix(prefix)) {
      for (let i = 0; i < docs.length; i++) {
        if (upToField !== 'description' && !this.texts.hasPhrase(docs[i]!, [key], upToField)) continue
        size++
        setBit(bits, docs[i]!)
      }
    }
    return size === 0 ? null : new ReadySource(bits.slice(), size, true)
  }

  phrase(tokens: readonly string[], upToField: SearchField): Source | null {
    const keys = tokens.map(token => this.words.find(token))
    const docs = this.#docsWithRarest(tokens)
    return listSource(docs?.filter(doc => this.texts.hasPhrase(doc, keys, upToField)) ?? null)
  }

  wholeAuthorName(tokens: readonly string[]): Source | null {
    const keys = tokens.map(token => this.words.find(token))
    const docs = this.#docsWithRarest(tokens)
    return listSource(docs?.filter(doc => this.texts.isAuthorName(doc, keys)) ?? null)
  }

  /** The documents with the rarest of some words, or all without words; null when one of the words is unknown. */
  #docsWithRarest(tokens: readonly string[]): readonly number[] | null {
    let candidateDocs: readonly number[] | null = null
    for (const token of tokens) {
      const docs = this.words.docsOf(token)
      if (docs === null) return null
      if (candidateDocs === null || docs.length < candidateDocs.length) candidateDocs = docs
    }
    return candidateDocs ?? Array.from({ length: this.size }, (_, doc) => doc)
  }

  withName(nameKeys: readonly string[], match: 'exactly' | 'beginning'): Source | null {
    const nameKeySet = new Set(nameKeys)
    const firstUnits = new Set(nameKeys.map(nameKey => nameKey.charCodeAt(0)))
    const hasBeginning = (name: string) =>
      firstUnits.has(name.charCodeAt(0)) && nameKeys.some(nameKey => name.startsWith(nameKey))
    const isNamed = match === 'exactly' ? (name: string) => nameKeySet.has(name) : hasBeginning
    return this.#docsWhere(doc => isNamed(this.names.soleTextOf(doc)))
  }

  docOfId(id: string): number {
    return parseIdNumbers(id, this.#idToFind) ? this.#idTable.find(this.#idToFind) : -1
  }

  order(sort: Exclude<CatalogSort, 'oldest'>): ScanOrder {
    return this.#orders[sort]
  }

  comparatorOf(sort: CatalogSort): (a: number, b: number) => number {
    return (a, b) => compareDocuments(sort, this, a, this, b)
  }

  /** Visits the authors of listed documents, by id or, when that is unknown, by name. */
  eachAuthor(visit: (kind: 'ids' | 'names', key: number, text: string) => void): void {
    this.authorIds.eachListedText((key, text) => {
      if (text !== '') visit('ids', key, text)
    })
    this.authorNames.eachListedText((key, text) => {
      if (text !== '') visit('names', key, text)
    })
  }

  /** Cached keys of the authors in a base; empty for a base that is new here. */
  baseKeysOf(base: BaseSegment): AuthorLinks {
    return getOrInsert(this.#links, base, () => ({ ids: [], names: [] }))
  }

  /** Caches the key of a document's author in advance, so that counting the authors of many documents is fast. */
  linkAuthor(doc: number, base: BaseSegment): void {
    const { ids, names } = this.baseKeysOf(base)
    const id = this.authorIds.soleTextOf(doc)
    if (id !== '') ids[this.authorIds.soleKeyOf(doc)] ??= base.authorKey('ids', id)
    else names[this.authorNames.soleKeyOf(doc)] ??= base.authorKey('names', this.authorNames.soleTextOf(doc))
  }

  #docsWhere(isInSet: (doc: number) => boolean): Source | null {
    const docs: number[] = []
    for (let doc = 0; doc < this.size; doc++) if (isInSet(doc)) docs.push(doc)
    return listSource(docs)
  }
}

function listSource(docs: Uint32Array | readonly number[] | null): Source | null {
  if (docs === null || docs.length === 0) return null
  return new ReadySource(docs, docs.length, false)
}
