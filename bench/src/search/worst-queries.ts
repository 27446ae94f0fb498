import type { CatalogSort, SearchIndex } from '../../../server/src/avatars/search-port.ts'
import { catalogQuery, type SearchParameters } from '../../../server/src/slices/catalog/search.ts'
import { median } from '../report.ts'
import type { Catalog } from './catalog.ts'

/** A kind of query with its slowest sort. */
export interface WorstQuery {
  kind: string
  sort: CatalogSort
  total: number
  /** Time of the first execution. */
  firstMs: number
  /** The longest of several executions, each right after an avatar was added. */
  afterChangeMs: number
  /** The median of several executions without changes in between. */
  againMs: number
}

const SORTS: readonly CatalogSort[] = ['recent', 'oldest', 'name', 'popular']
const LIMIT = 24
/** Number of documents whose words the queries consist of. */
const SAMPLE_DOCUMENTS = 2000
/** Number of executions after a change each, and without a change. */
const CHANGE_COUNT = 4
const REPEAT_COUNT = 9
/** Stands for the offset of the last page, which depends on the number of matches. */
const LAST_PAGE = -1

/**
 * Finds the slowest query of each kind over all sorts, on the first and the last page.
 * @param change adds an avatar.
 */
export function measureWorst(index: SearchIndex, catalog: Catalog, change: () => void): WorstQuery[] {
  const kinds = costlyQueries(catalog).map(([kind, parameters]) =>
    [0, LAST_PAGE].flatMap(offset =>
      SORTS.map(sort => {
        const name = offset === LAST_PAGE ? `${kind}, last page` : kind
        return measureOne(index, name, { ...parameters, sort, offset, limit: LIMIT }, change)
      }),
    ),
  )
  const lists = [
    SORTS.map(sort => measureCall('the whole list', sort, () => index.listedSlots(sort).length, change)),
    [measureCall('top 60 tags', 'popular', () => index.topTags(60).length, change)],
    [measureCall('counts', 'recent', () => index.counts().listed, change)],
  ]
  return [...kinds, ...lists].map(queries => queries.reduce((a, b) => (cost(b) > cost(a) ? b : a)))
}

function cost({ firstMs, afterChangeMs }: WorstQuery): number {
  return Math.max(firstMs, afterChangeMs)
}

function measureOne(
  index: SearchIndex,
  kind: string,
  { offset, ...parameters }: SearchParameters,
  change: () => void,
): WorstQuery {
  const lastPageOffset = (): number => {
    const { total } = index.search(catalogQuery({ ...parameters, offset: 0 }))
    return Math.max(0, Math.floor((total - 1) / LIMIT) * LIMIT)
  }
  const query = catalogQuery({ ...parameters, offset: offset === LAST_PAGE ? lastPageOffset() : offset })
  return measureCall(kind, parameters.sort, () => index.search(query).total, change)
}

function measureCall(kind: string, sort: CatalogSort, call: () => number, change: () => void): WorstQuery {
  let total = 0
  const timeMs = (): number => {
    const startedMs = performance.now()
    total = call()
    return performance.now() - startedMs
  }
  const firstMs = timeMs()
  const afterChanges = Array.from({ length: CHANGE_COUNT }, () => {
    change()
    return timeMs()
  })
  const againMs = median(Array.from({ length: REPEAT_COUNT }, timeMs))
  return { kind, sort, total, firstMs, afterChangeMs: Math.max(...afterChanges), againMs }
}

/** Makes queries with many matches from the most frequent words of a sample. */
function costlyQueries(catalog: Catalog): [kind: string, parameters: Partial<SearchParameters>][] {
  const documents = Array.from({ length: SAMPLE_DOCUMENTS }, (_, slot) => catalog.document(slot))
  const fields = documents.flatMap(({ fields, description }) => [...fields, description])
  const words = mostFrequent(fields.flat())
  const asciiWords = words.filter(word => word < '\x80')
  // Scripts without spaces between words are indexed by character.
  const characters = words.filter(word => word > '\x80')
  const tags = mostFrequent(documents.flatMap(({ tags }) => tags))
  const authors = mostFrequent(documents.map(({ authorName }) => authorName))
  const frequentBeginning = (length: number): string =>
    mostFrequent(
      fields
        .flat()
        .map(word => word.slice(0, length))
        .filter(word => word.length === length),
    )[0]!
  const pairs = mostFrequent(
    fields.flatMap(field => field.slice(1).map((word, i) => `"${field[i]} ${word}"`)),
  )
  return [
    ['everything', {}],
    ['platform', { platform: 'pc' }],
    ['most frequent word', { q: `"${asciiWords[0]}"` }],
    ['frequent words', { q: `"${asciiWords[0]}" "${asciiWords[1]}" ${asciiWords[2]}` }],
    ['one letter', { q: frequentBeginning(1) }],
    ['two letters', { q: frequentBeginning(2) }],
    ['three letters', { q: frequentBeginning(3) }],
    ['two letters, platform', { q: frequentBeginning(2), platform: 'quest' }],
    ['words of one letter', { q: 'a b c' }],
    ['one character', { q: `"${characters[0]}"` }],
    ['phrase', { q: pairs[0]! }],
    ['phrases', { q: pairs.slice(0, 4).join(' ') }],
    ['phrase of characters', { q: `"${characters[0]}${characters[1]}"` }],
    ['exclusion alone', { q: `-${asciiWords[0]}` }],
    [
      'exclusions',
      { q: `${frequentBeginning(1)} -${asciiWords[0]} -${asciiWords[1]} -${pairs[0]} -tag:${tags[0]}` },
    ],
    ['excluded phrase alone', { q: `-${pairs[0]}` }],
    ['tag', { tag: tags[0]! }],
    ['author', { author: authors[0]! }],
  ]
}

function mostFrequent(values: readonly string[]): string[] {
  const groups = Map.groupBy(
    values.filter(value => value !== ''),
    value => value,
  )
  return [...groups].sort((a, b) => b[1].length - a[1].length).map(([value]) => value)
}
