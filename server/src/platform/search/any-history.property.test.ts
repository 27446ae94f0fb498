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
/** With these sizes a merge runs while most of the documents come: in a worker thread, or in that of the test. */
const IN_WORKERS = { tailSize: 10, bulkSize: 10, fewDocuments: 0 }
const IN_THIS_THREAD = { ...IN_WORKERS, fewDocuments: Number.POSITIVE_INFINITY }

/** The operations by which an index got its documents. */
interface History {
  /** Which document comes next, by a number for each. */
  order: readonly number[]
  /** Documents that came first as another, which they replace. */
  isReplaced: readonly boolean[]
  /** Operation before each document, by its place in that order. */
  steps: readonly ('nothing' | 'search' | 'merge' | 'restart')[]
}

/** Few different dates, names and counters, so that most documents are equal to others in every order. */
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
    // Histories of this length would be made smaller for minutes before anything is reported.
    { numRuns: 15, endOnFailure: true },
  )
})
