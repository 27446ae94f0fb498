import { anyBitIn, bitsetLength, clearWhere, hasBit } from './bitset.ts'
import { isDense } from './dictionary.ts'
import type { DocSetCache } from './doc-set-cache.ts'
import type { DocSetMemory } from './doc-set-memory.ts'
import type { DocumentCollector } from './document-collector.ts'
import type { ForwardIndex } from './forward.ts'
import { keepByList } from './keep.ts'
import { Postings } from './postings.ts'
import type { BaseSections } from './sections.ts'
import type { SearchField, Source } from './segment.ts'
import { LazySource, listOf, ReadySource } from './sources.ts'

/** `Source.testCost` of words in names and authors. */
const WORD_TEST_COST = 50
/** `Source.testCost` of a set that is itself made by testing every document. */
const TESTED_SET_TEST_COST = 4

interface FieldSourcesDeps {
  sections: BaseSections
  size: number
  forward: ForwardIndex
  cache: DocSetCache
  memory: DocSetMemory
  collector: DocumentCollector
}

type FieldBeforeDescription = Exclude<SearchField, 'description'>

/** Restricts words and phrases of a base to fields up to a given one. */
export class FieldSources {
  readonly #deps: FieldSourcesDeps
  readonly #describedBits: Uint32Array
  readonly #extraWordBits: Uint32Array
  readonly #nameWords: Postings
  readonly #authorWords: Postings

  constructor(deps: FieldSourcesDeps) {
    const { sections } = deps
    this.#deps = deps
    this.#describedBits = sections.described
    this.#extraWordBits = sections.extraWords
    this.#nameWords = new Postings(sections.nameWordPostings, sections.nameWordOffsets)
    this.#authorWords = new Postings(sections.creatorWordPostings, sections.creatorWordOffsets)
  }

  /**
   * The documents of a source with a word from `from` to `to - 1` in fields up to `upToField`. For `tags`, only
   * documents with a description are tested, because the others have no later field. If there is an extra word
   * (`IndexDocument.extraWords`) in the range, all are tested.
   */
  words(upToField: SearchField, source: Source, from: number, to: number): Source | null {
    if (upToField === 'description') return source
    if (upToField !== 'tags') return this.#inNameOrAuthor(upToField, source, from, to)
    const test = (doc: number): boolean => this.#deps.forward.hasTokenIn(doc, from, to, upToField)
    const candidates = anyBitIn(this.#extraWordBits, from, to) ? null : this.#describedBits
    return this.#restricted(`${upToField} ${from} ${to}`, source, test, candidates)
  }

  /** The documents of a source with these words consecutively in one of the fields. */
  phrase(upToField: FieldBeforeDescription, source: Source, keys: readonly number[]): Source | null {
    const { forward } = this.#deps
    const tokenBytes = forward.tokenBytes(keys)
    const test = (doc: number): boolean => forward.hasTokenBytes(doc, tokenBytes, upToField)
    const name = `${upToField} phrase ${keys.join(' ')}`
    if (upToField === 'tags') return this.#restricted(name, source, test, this.#describedBits)
    let rarestSource = source
    for (const key of keys) {
      const wordSource = this.#inNameOrAuthor(upToField, source, key, key + 1)
      if (wordSource === null) return null
      if (wordSource.size < rarestSource.size) rarestSource = wordSource
    }
    return this.#restricted(name, rarestSource, test, null)
  }

  /** The documents whose author's whole name consists of these words. */
  wholeAuthorName(keys: readonly number[]): Source | null {
    const { forward, cache } = this.#deps
    const size = Math.min(...keys.map(key => this.#authorWords.bytesIn(key, key + 1)))
    if (size === 0) return null
    const tokenBytes = forward.tokenBytes(keys)
    const isAuthorName = (doc: number): boolean => forward.isAuthorName(doc, tokenBytes)
    const cacheKey = `author ${keys.join(' ')}`
    const test = cache.has(cacheKey) ? null : isAuthorName
    const testCost = TESTED_SET_TEST_COST
    return new LazySource({ size, isDense: false, test, testCost, makeCost: size * testCost }, () =>
      cache.get(cacheKey, () => this.#withAuthorWords(keys).filter(isAuthorName)),
    )
  }

  /** The documents with all of these words in their author's name. */
  #withAuthorWords(keys: readonly number[]): Uint32Array {
    const { memory, collector } = this.#deps
    const [firstList, ...otherLists] = keys.map(key => {
      this.#authorWords.collect(collector, key, key + 1)
      const docs = memory.allocate(this.#authorWords.bytesIn(key, key + 1))
      return docs.subarray(0, collector.takeInto(docs))
    })
    return otherLists.reduce(
      (docs, other) => docs.subarray(0, keepByList(docs, docs.length, other, true)),
      firstList!,
    )
  }

  /** The documents with a word of a range in their name or, for `author`, in their name or their author's name. */
  #inNameOrAuthor(upToField: 'name' | 'author', source: Source, from: number, to: number): Source | null {
    const { forward, cache, memory, collector, size: docCount } = this.#deps
    const fields = upToField === 'name' ? [this.#nameWords] : [this.#nameWords, this.#authorWords]
    const size = fields.reduce((sum, field) => sum + field.bytesIn(from, to), 0)
    if (size === 0) return null
    if (!isDense(size, docCount)) {
      for (const field of fields) field.collect(collector, from, to)
      const list = memory.allocate(size)
      const n = collector.takeInto(list)
      return new ReadySource(list.subarray(0, n), n, false)
    }
    const cacheKey = `in ${upToField} ${from} ${to}`
    const test = cache.has(cacheKey) ? null : (doc: number) => forward.hasTokenIn(doc, from, to, upToField)
    const supersets = existingSupersets(source)
    return new LazySource({ size, isDense: true, test, testCost: WORD_TEST_COST, supersets }, () =>
      cache.get(cacheKey, () => {
        const bits = memory.allocate(bitsetLength(docCount))
        for (const field of fields) field.addTo(bits, from, to)
        return bits
      }),
    )
  }

  /**
   * The documents of a source for which `test` is true. If `candidates` is given, only those are tested, and all others
   * are included.
   */
  #restricted(
    name: string,
    source: Source,
    test: (doc: number) => boolean,
    candidates: Uint32Array | null,
  ): Source {
    const { cache, memory, size: docCount } = this.#deps
    const cacheKey = `up to ${name}`
    const isMember = (doc: number): boolean => (candidates !== null && !hasBit(candidates, doc)) || test(doc)
    const make = (): Uint32Array => {
      const sourceBits = source.bits()
      if (sourceBits === null) return listOf(source).filter(isMember)
      const bits = memory.copyOf(sourceBits)
      clearWhere(bits, bitsetLength(docCount), doc => !isMember(doc))
      return bits
    }
    const { size, isDense } = source
    const supersets = existingSupersets(source)
    return new LazySource(
      { size, isDense, test: cache.has(cacheKey) ? null : test, testCost: TESTED_SET_TEST_COST, supersets },
      () => cache.get(cacheKey, make),
    )
  }
}

/** Existing bitsets of which each contains all documents of a source. */
function existingSupersets(source: Source): readonly Uint32Array[] {
  if (!source.isDense) return []
  return source.test === null ? [source.bits()!] : source.supersets
}
