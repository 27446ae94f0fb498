import type { SimilarWord, SimilarWordsQuery } from '../../avatars/index.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { weightOf } from '../../kernel/text/similar.ts'
import { type CharacterPairs, similarRuns } from '../../kernel/text/similar-runs.ts'
import { characterPairs } from '../../kernel/text/tokenize.ts'
import type { BaseSegment } from './base-segment.ts'
import { countListedIn, intersectionOf } from './conditions.ts'
import { keyBytes } from './key-bytes.ts'
import type { Segment, Source } from './segment.ts'
import type { TailSegment } from './tail-segment.ts'

/** The number of documents of a pair is at most this many times its estimate. */
const MAX_UNDERESTIMATE = 2
/** Runs counted in one step: a few tenths of a millisecond of work. */
const RUNS_PER_STEP = 32

/**
 * The `limit` heaviest (`weightOf`) texts similar to a run of a script without spaces, each with the number of listed
 * documents that have all of its character pairs, which is at least `minCount`. Candidates that cannot have so many
 * documents, or be so heavy, are not counted.
 */
export function* countedRuns(
  base: BaseSegment,
  tails: readonly TailSegment[],
  run: string,
  { minCount, limit }: SimilarWordsQuery,
): Generator<void, SimilarWord[]> {
  const pairsOfRun = new Set(characterPairs(run))
  let counters = countersOf(base, tails)
  const maxCountWith = (pairs: readonly string[]) =>
    counters.reduce((sum, counter) => sum + counter.maxCountWith(pairs), 0)
  const knownPairs = new KnownPairs(base, tails, pairs => maxCountWith(pairs) >= minCount)
  const editsByRun = similarRuns(run, knownPairs)
  yield
  // Other searches have taken the memory of the sets meanwhile.
  counters = countersOf(base, tails)
  const candidates = Array.from(editsByRun, ([text, edits]) => {
    const pairs = characterPairs(text)
    const sharedPairs = pairs.filter(pair => pairsOfRun.has(pair))
    const changedPairs = pairs.filter(pair => !pairsOfRun.has(pair))
    const maxCount = Math.min(
      maxCountWith(sharedPairs),
      ...changedPairs.map(pair => MAX_UNDERESTIMATE * knownPairs.sizeOf(pair)),
    )
    return { text, edits, sharedPairs, changedPairs, maxCount }
  })
    .filter(({ maxCount }) => maxCount >= minCount)
    .map(candidate => ({ ...candidate, maxWeight: weightOf(candidate.edits, candidate.maxCount) }))
    .sort((a, b) => b.maxWeight - a.maxWeight)
  const similarWords: SimilarWord[] = []
  let countedCandidates = 0
  /** The `limit` largest weights so far, in descending order. */
  let largestWeights: number[] = []
  for (const { text, edits, sharedPairs, changedPairs, maxWeight } of candidates) {
    if (maxWeight < (largestWeights[limit - 1] ?? 0)) break
    if (++countedCandidates % RUNS_PER_STEP === 0) {
      yield
      counters = countersOf(base, tails)
    }
    const count = counters.reduce((sum, counter) => sum + counter.listedWith(sharedPairs, changedPairs), 0)
    if (count < minCount) continue
    similarWords.push({ text, edits, count })
    largestWeights = [...largestWeights, weightOf(edits, count)].sort((a, b) => b - a).slice(0, limit)
  }
  base.beginSearch()
  return similarWords
}

/** New counters. The memory of the sets of earlier ones is free again. */
function countersOf(base: BaseSegment, tails: readonly TailSegment[]): readonly PairCounter[] {
  base.beginSearch()
  return [base, ...tails].map(segment => new PairCounter(segment))
}

/**
 * Counts the listed documents of a segment that have some pairs. Caches the sources of `shared` pairs, which many
 * candidates share.
 */
class PairCounter {
  readonly #segment: Segment
  readonly #sourcesOfShared = new Map<string, Source | null>()
  readonly #sources = new Map<string, Source | null>()

  constructor(segment: Segment) {
    this.#segment = segment
  }

  /** Upper bound of the number of documents that have these pairs and possibly others. */
  maxCountWith(sharedPairs: readonly string[]): number {
    if (sharedPairs.length === 0) return this.#segment.listedCount
    return this.#sharedSource(sharedPairs)?.size ?? 0
  }

  listedWith(sharedPairs: readonly string[], changedPairs: readonly string[]): number {
    const shared = sharedPairs.length === 0 ? [] : [this.#sharedSource(sharedPairs)]
    return countListedIn(this.#segment, [...shared, ...changedPairs.map(pair => this.#pairSource(pair))])
  }

  #sharedSource(sharedPairs: readonly string[]): Source | null {
    return getOrInsert(this.#sourcesOfShared, sharedPairs.join(' '), () =>
      intersectionOf(
        this.#segment,
        sharedPairs.map(pair => this.#pairSource(pair)),
      ),
    )
  }

  #pairSource(pair: string): Source | null {
    return getOrInsert(this.#sources, pair, () => this.#segment.word(pair, 'description'))
  }
}

/** The character pairs of an index; each is looked up once. */
class KnownPairs implements CharacterPairs {
  readonly #base: BaseSegment
  readonly #tails: readonly TailSegment[]
  readonly #sizes = new Map<string, number>()
  readonly #charactersAfter = new Map<string, ReadonlySet<string>>()
  readonly mayOccurTogether: (pairs: readonly string[]) => boolean

  constructor(
    base: BaseSegment,
    tails: readonly TailSegment[],
    mayOccurTogether: (pairs: readonly string[]) => boolean,
  ) {
    this.#base = base
    this.#tails = tails
    this.mayOccurTogether = mayOccurTogether
  }

  has(pair: string): boolean {
    const first = String.fromCodePoint(pair.codePointAt(0)!)
    return this.#charactersAfter.get(first)?.has(pair.slice(first.length)) ?? this.sizeOf(pair) > 0
  }

  sizeOf(pair: string): number {
    return getOrInsert(this.#sizes, pair, () => {
      const dictionary = this.#base.dictionaries.words
      const key = dictionary.find(keyBytes(pair))
      return this.#tails.reduce(
        (sum, tail) => sum + (tail.dictionaries.words.docsOf(pair)?.length ?? 0),
        key === -1 ? 0 : dictionary.estimateSize(key, key + 1),
      )
    })
  }

  charactersAfter(character: string): ReadonlySet<string> {
    return getOrInsert(this.#charactersAfter, character, () => {
      const dictionary = this.#base.dictionaries.words
      const [from, to] = dictionary.range(keyBytes(character))
      const texts = Array.from({ length: to - from }, (_, i) => dictionary.keyText(from + i))
      const allTexts = texts.concat(
        this.#tails.flatMap(tail => tail.dictionaries.words.textsOfPrefix(character)),
      )
      return new Set(allTexts.map(text => [...text][1]).filter(second => second !== undefined))
    })
  }
}
