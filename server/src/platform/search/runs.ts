import type { SimilarWord } from '../../avatars/index.ts'
import { weightOf } from '../../kernel/text/similar.ts'
import { type CharacterPairs, similarRuns } from '../../kernel/text/similar-runs.ts'
import { characterPairs } from '../../kernel/text/tokenize.ts'
import type { BaseSegment } from './base-segment.ts'
import { countCommon, countIn, wordsFor } from './bitset.ts'
import { commonTo } from './conditions.ts'
import { sparseDocs } from './keep.ts'
import { keyOf } from './key-bytes.ts'
import type { Segment, Source } from './segment.ts'
import type { TailSegment } from './tail-segment.ts'

/** Most similar runs that are counted; those with the most frequent pairs. */
const MOST_COUNTED = 256

/** Runs similar to one of a script without spaces, with the number of listed documents that have all of its pairs. */
export function countedRuns(base: BaseSegment, tails: readonly TailSegment[], run: string): SimilarWord[] {
  const known = new KnownPairs(base, tails)
  const own = new Set(characterPairs(run))
  const counters = [base, ...tails].map(segment => new RunCounter(segment))
  return Array.from(similarRuns(run, known), ([text, edits]) => {
    const pairs = characterPairs(text)
    const kept = pairs.filter(pair => own.has(pair))
    const weight = weightOf(edits, Math.min(...pairs.map(pair => known.sizeOf(pair))))
    return { text, edits, weight, kept, changed: pairs.filter(pair => !own.has(pair)) }
  })
    .filter(({ kept }) => counters.some(counter => counter.isPossible(kept)))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_COUNTED)
    .map(({ text, edits, kept, changed }) => ({
      text,
      edits,
      count: counters.reduce((sum, counter) => sum + counter.listedWith(kept, changed), 0),
    }))
}

/** Counts the listed documents of a segment with some words, of which the first are those of many counts. */
class RunCounter {
  readonly #segment: Segment
  readonly #withKept = new Map<string, Source | null>()

  constructor(segment: Segment) {
    this.#segment = segment
  }

  isPossible(kept: readonly string[]): boolean {
    return kept.length === 0 || this.#keptSource(kept) !== null
  }

  listedWith(kept: readonly string[], changed: readonly string[]): number {
    const segment = this.#segment
    const first = kept.length === 0 ? [] : [this.#keptSource(kept)]
    const source = commonTo(segment, [...first, ...changed.map(pair => segment.word(pair, 'description'))])
    if (source === null) return 0
    const bits = source.bits()
    if (bits !== null) return countCommon(bits, segment.listed, wordsFor(segment.size))
    return countIn(sparseDocs(segment, source), segment.listed)
  }

  #keptSource(kept: readonly string[]): Source | null {
    const name = kept.join(' ')
    let source = this.#withKept.get(name)
    if (source === undefined) {
      const words = kept.map(pair => this.#segment.word(pair, 'description'))
      source = commonTo(this.#segment, words)
      this.#withKept.set(name, source)
    }
    return source
  }
}

/** The pairs of an index, each looked up once. */
class KnownPairs implements CharacterPairs {
  readonly #base: BaseSegment
  readonly #tails: readonly TailSegment[]
  readonly #sizes = new Map<string, number>()
  readonly #behind = new Map<string, ReadonlySet<string>>()

  constructor(base: BaseSegment, tails: readonly TailSegment[]) {
    this.#base = base
    this.#tails = tails
  }

  has(pair: string): boolean {
    return this.sizeOf(pair) > 0
  }

  /** Estimated number of documents. */
  sizeOf(pair: string): number {
    let size = this.#sizes.get(pair)
    if (size === undefined) {
      const field = this.#base.fieldOf('words')
      const key = field.find(keyOf(pair))
      size = this.#tails.reduce(
        (sum, tail) => sum + (tail.fieldOf('words').docsOf(pair)?.length ?? 0),
        key === -1 ? 0 : field.sizeOf(key, key + 1),
      )
      this.#sizes.set(pair, size)
    }
    return size
  }

  behind(character: string): ReadonlySet<string> {
    let found = this.#behind.get(character)
    if (found === undefined) {
      const field = this.#base.fieldOf('words')
      const [from, to] = field.range(keyOf(character))
      const texts = Array.from({ length: to - from }, (_, i) => field.keyText(from + i))
      const all = texts.concat(this.#tails.flatMap(tail => tail.fieldOf('words').textsOfPrefix(character)))
      found = new Set(all.map(text => [...text][1]).filter(second => second !== undefined))
      this.#behind.set(character, found)
    }
    return found
  }
}
