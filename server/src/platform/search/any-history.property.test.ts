import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { documentFamily } from '../../../tests/support/search/document-family.ts'
import { catalogQuery } from '../../../tests/support/search/index-document.ts'
import { idOf } from '../../../tests/support/search/run.ts'
import type { CatalogSort, IndexDocument } from '../../avatars/search-port.ts'
import { createLiveIndex, type LiveIndex, loadLiveIndex } from './live-index.ts'
import type { LiveIndexOptions } from './live-index-options.ts'

const SORTS: readonly CatalogSort[] = ['recent', 'oldest', 'name', 'popular', 'updated', 'relevance']
const PAGE = 7
/** Small enough that a merge runs while most documents arrive, either in a worker thread or in the test's thread. */
const IN_WORKERS = { tailSize: 10, bulkSize: 10, maxDocumentsWithoutWorker: 0 }
const IN_THIS_THREAD = { ...IN_WORKERS, maxDocumentsWithoutWorker: Number.POSITIVE_INFINITY }

/** The operations that filled an index. */
interface History {
  /** Sort keys of the documents' arrival. */
  order: readonly number[]
  /** True for documents that first arrive with other content, which they then replace. */
  isReplaced: readonly boolean[]
  /** The operation before each document, indexed by arrival. */
  steps: readonly ('nothing' | 'search' | 'merge' | 'restart')[]
}

/** Few distinct dates, names and counters, so that every order has many ties. */
const documents = fc
  .array(
    fc.record({
      draft: documentFamily.draft,
      addedAtMs: fc.constantFrom(0, 1_700_000_000_000),
      nameKey: fc.constantFrom('', 'a', 'b'),
      views: fc.constantFrom(0, 0, 3),
      updatedAtMs: fc.constantFrom(null, 5),
    }),
    { minLength: 30, maxLength: 60 },
  )
  .map(all => all.map(({ draft, ...ties }, n) => ({ ...draft, ...ties, likes: 0, id: idOf(n) })))

const history: fc.Arbitrary<History> = fc.record({
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  isReplaced: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
  steps: fc.array(
    fc.oneof(
      { weight: 14, arbitrary: fc.constant('nothing' as const) },
      { weight: 2, arbitrary: fc.constant('search' as const) },
      { weight: 1, arbitrary: fc.constantFrom('merge' as const, 'restart' as const) },
    ),
    { minLength: 60, maxLength: 60 },
  ),
})

async function indexAfter(
  documents: readonly IndexDocument[],
  { order, isReplaced, steps }: History,
  options: LiveIndexOptions,
) {
  let index: LiveIndex = createLiveIndex(options)
  const arriving = Array.from(documents.keys()).sort((a, b) => order[a]! - order[b]! || a - b)
  const slots = new Map(arriving.map((n, slot) => [n, slot]))
  for (const n of arriving) {
    const step = steps[slots.get(n)!]
    if (step === 'search') index.search(catalogQuery())
    if (step === 'merge') await index.mergeAll()
    if (step === 'restart') {
      const sections = await index.capture(() => {})
      await index[Symbol.asyncDispose]()
      index = await loadLiveIndex(sections, options)
    }
    const document = documents[n]!
    const before = { ...document, addedAtMs: document.addedAtMs + 1, nameKey: 'c', views: 9 }
    index.put(slots.get(n)!, isReplaced[n] ? before : document)
  }
  for (const n of arriving) if (isReplaced[n]) index.put(slots.get(n)!, documents[n]!)
  return { index, idAt: (slot: number) => documents[arriving[slot]!]!.id }
}

/** Every page of every order, as ids. */
async function allPages(documents: readonly IndexDocument[], history: History, options: LiveIndexOptions) {
  const { index, idAt } = await indexAfter(documents, history, options)
  const pages = SORTS.map(sort => {
    const { total } = index.search(catalogQuery({ sort, limit: 0 }))
    return Array.from({ length: Math.ceil(total / PAGE) }, (_, page) =>
      index.search(catalogQuery({ sort, offset: page * PAGE, limit: PAGE })).slots.map(idAt),
    )
  })
  const lists = SORTS.map(sort => Array.from(index.listedSlots(sort), idAt))
  const tags = index.topTags(100)
  await index[Symbol.asyncDispose]()
  return { pages, lists, tags }
}

test('the same documents give the same pages after any order of puts, merges and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(documents, history, history, async (documents, one, other) => {
      const expected = await allPages(documents, one, IN_WORKERS)
      assert.deepEqual(await allPages(documents, other, IN_THIS_THREAD), expected)
    }),
    // fast-check would take minutes to shrink histories of this length.
    { numRuns: 15, endOnFailure: true },
  )
})
