import fc from 'fast-check'
import type { CatalogQuery, CatalogSort, IndexDocument } from '../../../src/avatars/search-port.ts'

export const SORTS: readonly CatalogSort[] = ['recent', 'oldest', 'name', 'popular', 'updated', 'relevance']

/** A document without the fields that its slot determines. */
export type Draft = Omit<IndexDocument, 'id'>

/** One step of a run as data, so that a failing run can be printed, shrunk, and copied into a test. */
export type Operation =
  /** Puts a new document (`at` is null) or replaces one. */
  | { do: 'put'; at: number | null; draft: Draft }
  /** Puts many new documents that are made from few drafts; their words, tags and authors are partly shared. */
  | { do: 'fill'; count: number; drafts: readonly Draft[] }
  | { do: 'list'; at: number; isListed: boolean }
  | { do: 'count'; at: number; views: number; likes: number }
  /** `avatarsAt` adds to the query the avatar ids of these slots, whether they are in use or not. */
  | { do: 'search'; query: CatalogQuery; avatarsAt: readonly number[] }
  /** Compares everything except queries. */
  | { do: 'check' }
  /** Lets the event loop turn, so that background work can complete. */
  | { do: 'turn'; ms: number }
  /** Starts a capture, which continues during other steps. */
  | { do: 'capture' }
  /** Waits for the capture and keeps its result. */
  | { do: 'captured' }
  /** Merges everything put so far. */
  | { do: 'settle' }
  /**
   * Waits for the capture, loads its result, compares it with the state at that instant, and may continue with the
   * loaded index.
   */
  | { do: 'load'; goOn: boolean }

/** A kind of catalog: its documents, and queries that may find them. */
export interface Family {
  draft: fc.Arbitrary<Draft>
  query: fc.Arbitrary<CatalogQuery>
}

/** The value once in `times`, otherwise null. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

/**
 * The words that `fill` of `run.ts` gives to one document (`r`) or to several (`m`, `k`, `x`), and prefixes of them.
 */
export const filledWord = fc.oneof(
  fc.nat(2000).map(n => `r${n}`),
  fc.nat(96).map(n => `m${n}`),
  fc.constantFrom('r', 'r1', 'r12', 'm', 'm1', 'k', 'k1', 'k70', 'x'),
)
export const filledPhrase = fc.oneof(
  fc.nat(2000).map(n => [`r${n}`, `m${n % 97}`]),
  fc.nat(96).map(n => [`m${n}`, 'm']),
  fc.constant(['m', 'm']),
)
export const filledTag = fc.nat(82).map(n => `t${n}`)
export const filledAuthorId = fc.nat(30).map(n => `usr_m${n}`)

/** Queries about one document of a `fill`: a word of its own, a common word, a prefix of a word, a tag. */
export const filledTraits = fc.nat(2000).map(n => {
  const document = n % 2 === 0 ? n : (n % 28) * 70
  return { own: `r${document}`, shared: `m${document % 97}`, beginning: 'k', tag: `t${document % 83}` }
})

/** Counters with many ties, and values at the limits of 32 bits. */
export const counter = fc.oneof(
  { weight: 6, arbitrary: fc.nat(2) },
  { weight: 2, arbitrary: fc.nat(100_000) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1) },
  { weight: 1, arbitrary: fc.constantFrom(10 ** 12, Number.MAX_SAFE_INTEGER) },
)

export const addedAtMs = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1_700_000_000_000, 1_700_000_000_001, 1_700_000_001_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 2 ** 32, 2 ** 33 - 1) },
  { weight: 1, arbitrary: fc.nat(3_000_000).map(n => 1_699_999_999_999 + n) },
)

/** Some are unknown, and only a few values occur, so that there are ties. */
export const updatedAtMs = fc.oneof(
  fc.constantFrom(null, 0, -5, 1_700_000_000_000),
  fc.nat(1000).map(n => 1_700_000_000_000 + n),
)

/** Packed ratings of the three platforms, many of them unknown. */
export const performance = fc
  .tuple(fc.nat(5), fc.nat(5), fc.nat(5))
  .map(ratings => ratings.reduce((packed, rating, i) => packed | (rating << (3 * i)), 0))

export const paging = {
  sort: fc.constantFrom(...SORTS),
  offset: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.nat(9) },
    { weight: 3, arbitrary: fc.nat(3000) },
    { weight: 1, arbitrary: fc.constantFrom(100_000, 2 ** 31, Number.MAX_SAFE_INTEGER) },
  ),
  limit: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1000) },
  ),
  platform: seldom(fc.constantFrom('pc' as const, 'quest' as const, 'ios' as const), 7),
}

/**
 * Runs over a family: a fill (unless there must be none), then steps. With `merges`, the steps include captures, loads,
 * merges and turns of the event loop.
 */
export function operations(
  { draft, query }: Family,
  { merges, fill, steps }: { merges: boolean; fill: { min: number; max: number }; steps: number },
): fc.Arbitrary<Operation[]> {
  const filling = fc.record({
    do: fc.constant('fill' as const),
    count: fc.integer(fill),
    drafts: fc.array(draft, { minLength: 1, maxLength: 12 }),
  })
  const start: fc.Arbitrary<Operation[]> = fc.oneof(
    { weight: fill.min > 0 ? 0 : 1, arbitrary: fc.constant<Operation[]>([]) },
    { weight: fill.min > 0 ? 0 : 2, arbitrary: filling.map((fill): Operation[] => [fill]) },
    { weight: merges ? 6 : 0, arbitrary: filling.map((fill): Operation[] => [fill, { do: 'settle' }]) },
  )
  const kinds = [...changesAndQueries(draft, query), ...(merges ? MERGES : [])]
  return fc
    .tuple(start, fc.array(fc.oneof(...kinds), { maxLength: steps, size: 'max' }))
    .map(parts => parts.flat())
}

interface Kind {
  weight: number
  arbitrary: fc.Arbitrary<Operation>
}

function changesAndQueries(draft: fc.Arbitrary<Draft>, query: fc.Arbitrary<CatalogQuery>): Kind[] {
  const at = fc.nat(5000)
  const put = fc.record({ do: fc.constant('put' as const), at: fc.option(at, { nil: null, freq: 2 }), draft })
  const list = fc.record({ do: fc.constant('list' as const), at, isListed: fc.boolean() })
  const count = fc.record({ do: fc.constant('count' as const), at, views: counter, likes: counter })
  const avatarsAt = fc.oneof(
    { weight: 29, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(at, { minLength: 1, maxLength: 4 }) },
  )
  const search = fc.record({ do: fc.constant('search' as const), query, avatarsAt })
  return [
    { weight: 48, arbitrary: put },
    { weight: 18, arbitrary: list },
    { weight: 24, arbitrary: count },
    { weight: 84, arbitrary: search },
    { weight: 6, arbitrary: fc.constant({ do: 'check' }) },
  ]
}

const MERGES: readonly Kind[] = [
  { weight: 4, arbitrary: fc.record({ do: fc.constant('turn' as const), ms: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'capture' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'captured' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'settle' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('load' as const), goOn: fc.boolean() }) },
]
