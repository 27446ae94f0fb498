import { anyBitIn } from './bitset.ts'
import { type Dictionary, isDense } from './dictionary.ts'
import type { DocumentCollector } from './document-collector.ts'
import type { Forward } from './forward.ts'
import type { BaseSections } from './sections.ts'
import type { Source } from './segment.ts'
import type { SetCache } from './set-cache.ts'
import type { SetMemory } from './set-memory.ts'
import { LazySource, ReadySource } from './sources.ts'

/** Documents of ranges with fewer postings are decoded at once, and not cached. */
const SHORT_RANGE = 256
/** `Source.testCost` of a range. */
const RANGE_TEST_COST = 50

interface WordRangesDeps {
  sections: Pick<BaseSections, 'extraWords'>
  size: number
  words: Dictionary
  forward: Forward
  cache: SetCache
  memory: SetMemory
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
    const { words, cache, memory, size: docs } = this.#deps
    if (to === from + 1) return words.source(from, this.#holds(from, to))
    const size = words.sizeOf(from, to)
    const hasDense = words.hasDense(from, to)
    if (size < SHORT_RANGE && !hasDense) {
      const list = memory.copyOf(this.#list(from, to))
      return new ReadySource(list, list.length, false)
    }
    const isBits = hasDense || isDense(size, docs)
    const name = `prefix ${prefix}`
    const holds = cache.has(name) ? null : this.#holds(from, to)
    return new LazySource({ size, isDense: isBits, holds, testCost: RANGE_TEST_COST }, () =>
      cache.get(name, () => (isBits ? this.#bits(from, to) : this.#list(from, to))),
    )
  }

  #bits(from: number, to: number): Uint32Array {
    const { words, memory } = this.#deps
    const bits = memory.lend(words.bitsetLength)
    words.addRange(from, to, bits)
    return bits
  }

  /** The documents in scratch memory. */
  #list(from: number, to: number): Uint32Array {
    const { words, collector, scratch } = this.#deps
    words.postings.collect(collector, from, to)
    return scratch.subarray(0, collector.takeInto(scratch))
  }

  /** Null when the range has an extra word, because the forward index contains only tokens. */
  #holds(from: number, to: number): Source['holds'] {
    const { sections, forward } = this.#deps
    if (anyBitIn(sections.extraWords, from, to)) return null
    return doc => forward.hasTokenIn(doc, from, to, 'description')
  }
}
