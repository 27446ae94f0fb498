import { anyBitIn, clearWhere, hasBit, wordsFor } from './bitset.ts'
import { isDense } from './dictionary.ts'
import type { DocumentCollector } from './document-collector.ts'
import type { Forward } from './forward.ts'
import { keepByList } from './keep.ts'
import { Postings } from './postings.ts'
import type { BaseSections } from './sections.ts'
import type { SearchField, Source } from './segment.ts'
import type { SetCache } from './set-cache.ts'
import type { SetMemory } from './set-memory.ts'
import { LazySource, listOf, ReadySource } from './sources.ts'

/** `Source.testCost` of words in names and creators. */
const WORD_TEST_COST = 50
/** `Source.testCost` of a set that is itself made by testing every document. */
const NARROWED_TEST_COST = 4

interface InFieldsDeps {
  sections: BaseSections
  size: number
  forward: Forward
  cache: SetCache
  memory: SetMemory
  collector: DocumentCollector
}

type UpTo = Exclude<SearchField, 'description'>

/** Restricts words and phrases of a base to fields up to a given one. */
export class InFields {
  readonly #deps: InFieldsDeps
  readonly #described: Uint32Array
  readonly #extraWords: Uint32Array
  readonly #names: Postings
  readonly #creators: Postings

  constructor(deps: InFieldsDeps) {
    const { sections } = deps
    this.#deps = deps
    this.#described = sections.described
    this.#extraWords = sections.extraWords
    this.#names = new Postings(sections.nameWordPostings, sections.nameWordOffsets)
    this.#creators = new Postings(sections.creatorWordPostings, sections.creatorWordOffsets)
  }

  /**
   * The documents of a source with a word from `from` to `to - 1` in fields up to `upTo`. For `tags`, only documents
   * with a description are tested, as the others have no later field. An extra word in the range is an exception:
   * documents may have it besides their tokens.
   */
  words(upTo: SearchField, source: Source, from: number, to: number): Source | null {
    if (upTo === 'description') return source
    if (upTo !== 'tags') return this.#inNames(upTo, source, from, to)
    const holds = (doc: number): boolean => this.#deps.forward.hasTokenIn(doc, from, to, upTo)
    const isAll = anyBitIn(this.#extraWords, from, to)
    return this.#narrowed(`${upTo} ${from} ${to}`, source, holds, isAll ? null : this.#described)
  }

  /** The documents of a source with these words consecutively in one of the fields. */
  phrase(upTo: UpTo, source: Source, keys: readonly number[]): Source | null {
    const { forward } = this.#deps
    const row = forward.row(keys)
    const holds = (doc: number): boolean => forward.hasRow(doc, row, upTo)
    const name = `${upTo} phrase ${keys.join(' ')}`
    if (upTo === 'tags') return this.#narrowed(name, source, holds, this.#described)
    let rarestSource = source
    for (const key of keys) {
      const withWord = this.#inNames(upTo, source, key, key + 1)
      if (withWord === null) return null
      if (withWord.size < rarestSource.size) rarestSource = withWord
    }
    return this.#narrowed(name, rarestSource, holds, null)
  }

  /** The documents whose creator's whole name consists of these words. */
  creator(keys: readonly number[]): Source | null {
    const { forward, cache } = this.#deps
    const size = Math.min(...keys.map(key => this.#creators.bytesIn(key, key + 1)))
    if (size === 0) return null
    const row = forward.row(keys)
    const isCreator = (doc: number): boolean => forward.isCreator(doc, row)
    const name = `creator ${keys.join(' ')}`
    const holds = cache.has(name) ? null : isCreator
    const testCost = NARROWED_TEST_COST
    return new LazySource({ size, isDense: false, holds, testCost, makeCost: size * testCost }, () =>
      cache.get(name, () => this.#withCreatorWords(keys).filter(isCreator)),
    )
  }

  /** The documents with all of these words in their creator's name. */
  #withCreatorWords(keys: readonly number[]): Uint32Array {
    const { memory, collector } = this.#deps
    const [first, ...others] = keys.map(key => {
      this.#creators.collect(collector, key, key + 1)
      const docs = memory.lend(this.#creators.bytesIn(key, key + 1))
      return docs.subarray(0, collector.takeInto(docs))
    })
    return others.reduce(
      (docs, other) => docs.subarray(0, keepByList(docs, docs.length, other, true)),
      first!,
    )
  }

  /** The documents of a source with a word of a range in their name, or in that or their creator's name. */
  #inNames(upTo: 'name' | 'creator', source: Source, from: number, to: number): Source | null {
    const { forward, cache, memory, collector, size: docs } = this.#deps
    const fields = upTo === 'name' ? [this.#names] : [this.#names, this.#creators]
    const size = fields.reduce((sum, field) => sum + field.bytesIn(from, to), 0)
    if (size === 0) return null
    if (!isDense(size, docs)) {
      for (const field of fields) field.collect(collector, from, to)
      const list = memory.lend(size)
      const n = collector.takeInto(list)
      return new ReadySource(list.subarray(0, n), n, false)
    }
    const key = `in ${upTo} ${from} ${to}`
    const holds = cache.has(key) ? null : (doc: number) => forward.hasTokenIn(doc, from, to, upTo)
    const within = existingBits(source)
    return new LazySource({ size, isDense: true, holds, testCost: WORD_TEST_COST, within }, () =>
      cache.get(key, () => {
        const bits = memory.lend(wordsFor(docs))
        for (const field of fields) field.addTo(bits, from, to)
        return bits
      }),
    )
  }

  /**
   * The documents of a source for which `holds` is true. Only those in `candidates`, if given, are tested; others are
   * included.
   */
  #narrowed(
    name: string,
    source: Source,
    holds: (doc: number) => boolean,
    candidates: Uint32Array | null,
  ): Source {
    const { cache, memory, size: docs } = this.#deps
    const key = `up to ${name}`
    const isHeld = (doc: number): boolean => (candidates !== null && !hasBit(candidates, doc)) || holds(doc)
    const make = (): Uint32Array => {
      const all = source.bits()
      if (all === null) return listOf(source).filter(isHeld)
      const bits = memory.copyOf(all)
      clearWhere(bits, wordsFor(docs), doc => !isHeld(doc))
      return bits
    }
    const { size, isDense } = source
    const within = existingBits(source)
    return new LazySource(
      { size, isDense, holds: cache.has(key) ? null : holds, testCost: NARROWED_TEST_COST, within },
      () => cache.get(key, make),
    )
  }
}

/** Existing bitsets of which each contains all documents of a source. */
function existingBits(source: Source): readonly Uint32Array[] {
  if (!source.isDense) return []
  return source.holds === null ? [source.bits()!] : source.within
}
