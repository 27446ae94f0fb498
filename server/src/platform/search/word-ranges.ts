import { anyBitIn } from './bitset.ts'
import { type Dictionary, isDense } from './dictionary.ts'
import type { DocSetCache } from './doc-set-cache.ts'
import type { DocSetMemory } from './doc-set-memory.ts'
import type { DocumentCollector } from './document-collector.ts'
import type { ForwardIndex } from './forward.ts'
import type { BaseSections } from './sections.ts'
import type { Source } from './segment.ts'
import { LazySource, ReadySource } from './sources.ts'

/** Ranges with fewer postings are decoded at once, and not cached. */
const MIN_LAZY_POSTINGS = 256
/** `Source.testCost` of a range. */
const RANGE_TEST_COST = 50

interface WordRangesDeps {
  sections: Pick<BaseSections, 'extraWords'>
  size: number
  words: Dictionary
  forward: ForwardIndex
  cache: DocSetCache
  memory: DocSetMemory
  collector: DocumentCollector
  /** Scratch memory for the documents of a short range. */
  scratch: Uint32Array
}

/** Finds the documents of a base with a given word, or with any word that begins with a prefix. */
export class WordRanges {
  readonly #deps: WordRangesDeps

  constructor(deps: WordRangesDeps) {
    this.#deps = deps
  }

  /**
   * The documents with a word from `from` to `to - 1`.
   * @param prefix with which all of these words begin.
   */
  source(prefix: string, from: number, to: number): Source {
    const { words, cache, memory, size: docCount } = this.#deps
    if (to === from + 1) return words.source(from, this.#test(from, to))
    const size = words.estimateSize(from, to)
    const hasDenseKey = words.hasDense(from, to)
    if (size < MIN_LAZY_POSTINGS && !hasDenseKey) {
      const list = memory.copyOf(this.#list(from, to))
      return new ReadySource(list, list.length, false)
    }
    const isBitset = hasDenseKey || isDense(size, docCount)
    const name = `prefix ${prefix}`
    const test = cache.has(name) ? null : this.#test(from, to)
    return new LazySource({ size, isDense: isBitset, test, testCost: RANGE_TEST_COST }, () =>
      cache.get(name, () => (isBitset ? this.#bits(from, to) : this.#list(from, to))),
    )
  }

  #bits(from: number, to: number): Uint32Array {
    const { words, memory } = this.#deps
    const bits = memory.allocate(words.bitsetLength)
    words.addRange(from, to, bits)
    return bits
  }

  /** The documents in scratch memory. */
  #list(from: number, to: number): Uint32Array {
    const { words, collector, scratch } = this.#deps
    words.postings.collect(collector, from, to)
    return scratch.subarray(0, collector.takeInto(scratch))
  }

  /** Null when the range has an extra word (`IndexDocument.extraWords`): the forward index contains only tokens. */
  #test(from: number, to: number): Source['test'] {
    const { sections, forward } = this.#deps
    if (anyBitIn(sections.extraWords, from, to)) return null
    return doc => forward.hasTokenIn(doc, from, to, 'description')
  }
}
