import { PLATFORMS } from '@avatary/contract/avatar'
import { Random } from '@avatary/sim/dataset/random'
import type { DatasetRecord } from '@avatary/sim/dataset/record'
import type { CatalogQuery, CatalogSort } from '../../../server/src/avatars/search-port.ts'
import { fold } from '../../../server/src/kernel/text/fold.ts'
import { isUnspaced, wordRuns } from '../../../server/src/kernel/text/tokenize.ts'
import { catalogQuery, type SearchParameters } from '../../../server/src/slices/catalog/search.ts'

/** Records from which the words, authors and tags of queries are drawn. */
export interface QuerySource {
  readonly size: number
  record(slot: number): Pick<DatasetRecord, 'name' | 'authorId' | 'authorName' | 'tags'>
}

export interface MixedSearch {
  kind: string
  parameters: SearchParameters
}

export interface MixedQuery {
  kind: string
  query: CatalogQuery
}

const SAMPLE_RECORDS = 4000
const LIMIT = 24

/** Percentage of each kind of query. A typed word also matches longer words that begin with it. */
const KINDS: readonly [share: number, kind: string, make: (draws: Draws) => Partial<SearchParameters>][] = [
  [6, 'browse', () => ({})],
  [18, 'word', draws => ({ q: draws.word() })],
  [8, 'whole word', draws => ({ q: `"${draws.word()}"` })],
  [14, 'two words', draws => ({ q: draws.twoWords() })],
  [9, 'rare word', draws => ({ q: draws.rareWord() })],
  [18, 'beginning', draws => ({ q: [...draws.word()].slice(0, 2 + draws.below(4)).join('') })],
  [10, 'CJK', draws => ({ q: draws.unspaced() })],
  [6, 'author', draws => ({ author: draws.author() })],
  [3, 'tag', draws => ({ tag: draws.tag() })],
  [3, 'tag, word', draws => ({ tag: draws.tag(), q: draws.word() })],
  [3, 'exclusion', draws => ({ q: `${draws.word()} -"${draws.word()}"` })],
  [2, 'two filters', draws => ({ tag: draws.tag(), author: draws.author() })],
]

/**
 * Generates the searches of a busy site; equal sources yield equal searches. Words are drawn by their frequency in
 * names, prefixes as people type them, with filters and every sort. Most are first pages, and some have the maximum
 * offset.
 */
export function* mixedSearches(source: QuerySource): Generator<MixedSearch> {
  const draws = new Draws(source)
  for (;;) {
    const [kind, parameters] = draws.kind()
    yield {
      kind,
      parameters: {
        sort: draws.sort(),
        offset: draws.offset(),
        limit: LIMIT,
        ...(draws.chance(0.2) && { platform: draws.pick(PLATFORMS) }),
        ...parameters,
      },
    }
  }
}

export function mixedQueries(source: QuerySource, count: number): MixedQuery[] {
  return mixedSearches(source)
    .take(count)
    .map(({ kind, parameters }) => ({ kind, query: catalogQuery(parameters) }))
    .toArray()
}

/** The same query without joined, split and translated words, which a term-based engine cannot find. */
export function withoutOtherWordForms(query: CatalogQuery): CatalogQuery {
  return { ...query, text: { ...query.text, forms: new Map() } }
}

class Draws {
  readonly #words: string[]
  readonly #rareWords: string[]
  readonly #unspaced: string[]
  readonly #authors: string[]
  readonly #tags: string[]
  readonly #names: string[][]
  readonly #random = new Random().startAt(1, 1, 0)

  constructor(source: QuerySource) {
    const records = Array.from({ length: Math.min(SAMPLE_RECORDS, source.size) }, () =>
      source.record(this.#random.below(source.size)),
    )
    this.#names = records.map(({ name }) => wordRuns(fold(name))).filter(runs => runs.length > 1)
    const runs = records.flatMap(({ name }) => wordRuns(fold(name)))
    const runsByText = Map.groupBy(runs, run => run)
    this.#words = runs.filter(run => !isUnspaced(run))
    this.#rareWords = [...runsByText]
      .filter(([run, all]) => all.length === 1 && run.length > 4)
      .map(([run]) => run)
    this.#unspaced = runs.filter(run => isUnspaced(run) && run.length > 1)
    this.#authors = records.flatMap(({ authorId, authorName }, i) =>
      [i % 2 === 0 ? authorId : authorName].filter(author => author !== ''),
    )
    this.#tags = records.flatMap(({ tags }) => tags)
  }

  below(end: number): number {
    return this.#random.below(end)
  }

  chance(probability: number): boolean {
    return this.#random.chance(probability)
  }

  pick<T>(choices: readonly T[]): T {
    return this.#random.pick(choices)
  }

  kind(): [string, Partial<SearchParameters>] {
    let point = this.below(100)
    for (const [share, kind, make] of KINDS) {
      point -= share
      if (point < 0) return [kind, make(this)]
    }
    throw new Error('The shares of the kinds of queries must add up to 100')
  }

  word = (): string => this.pick(this.#words)
  rareWord = (): string => this.pick(this.#rareWords)
  author = (): string => this.pick(this.#authors)
  tag = (): string => this.pick(this.#tags)

  twoWords(): string {
    if (this.chance(0.3)) return `${this.word()} ${this.word()}`
    const name = this.pick(this.#names)
    const at = this.below(name.length - 1)
    return `${name[at]} ${name[at + 1]}`
  }

  unspaced(): string {
    const characters = [...this.pick(this.#unspaced)]
    const start = this.below(Math.max(1, characters.length - 1))
    return characters.slice(start, start + 1 + this.below(4)).join('')
  }

  sort(): CatalogSort {
    const percent = this.below(100)
    if (percent < 55) return 'recent'
    if (percent < 80) return 'popular'
    return percent < 90 ? 'name' : 'oldest'
  }

  offset(): number {
    if (this.chance(0.7)) return 0
    if (this.chance(0.7)) return LIMIT * (1 + this.below(10))
    return LIMIT * this.below(2000)
  }
}
