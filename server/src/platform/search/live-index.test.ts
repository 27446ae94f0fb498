import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLATFORMS } from '@avatary/contract/avatar'
import { catalogQuery, indexDocument, type QueryParts } from '../../../tests/support/search/index-document.ts'
import { createReferenceIndex } from '../../../tests/support/search/reference-index.ts'
import type { CatalogSort, IndexDocument, SearchIndex } from '../../avatars/search-port.ts'
import { createLiveIndex, type IndexSections, type LiveIndex, loadLiveIndex } from './live-index.ts'

const SORTS: readonly CatalogSort[] = ['recent', 'oldest', 'name', 'popular']

/** Returns a generator of pseudorandom integers below a bound, the same in every test run. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed
  return bound => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

type Random = ReturnType<typeof createRandom>

/** A few words are common and many are rare, as in real catalogs. */
function word(random: Random): string {
  return `w${Math.floor(random(40) ** 2 / (1 + random(40)))}`
}

function document(slot: number, random: Random): IndexDocument {
  const fields = Array.from({ length: random(4) }, () =>
    Array.from({ length: 1 + random(4) }, () => word(random)),
  )
  const author = random(12)
  return indexDocument(slot, {
    fields,
    description: Array.from({ length: random(2) * random(5) }, () => word(random)),
    extraWords: random(4) === 0 ? [`${word(random)}x`] : [],
    tags: [...new Set(Array.from({ length: random(3) }, () => `t${random(10)}`))],
    authorId: author > 9 ? '' : `usr_${author}`,
    authorName: random(10) === 0 ? '' : `author ${author % 5}`,
    nameKey: fields[0]?.join(' ') ?? '',
    platforms: random(8),
    addedAtMs: random(50),
    views: random(6),
    likes: random(3),
    isListed: random(6) > 0,
  })
}

function query(random: Random, size: number): QueryParts {
  const some = <T>(one: () => T, of: number): T[] => (random(of) === 0 ? [one()] : [])
  const phrase = () => [word(random), word(random)]
  return {
    text: {
      words: some(() => word(random), 2),
      prefix: random(3) === 0 ? word(random).slice(0, 1 + random(3)) : null,
      phrases: some(phrase, 6),
      notWords: some(() => word(random), 4),
      notPhrases: some(phrase, 5),
      notTags: some(() => `t${random(10)}`, 6),
      avatarIds: some(() => indexDocument(random(size)).id, 15),
      authorId: random(30) === 0 ? `usr_${random(10)}` : null,
      skipsDescription: random(3) === 0,
    },
    author:
      random(8) === 0
        ? { kind: 'id-or-name', id: `usr_${random(10)}`, foldedName: `author ${random(5)}` }
        : null,
    tags: random(8) === 0 ? [`t${random(10)}`] : [],
    platform: random(6) === 0 ? 'quest' : null,
    sort: SORTS[random(4)]!,
    offset: random(3) === 0 ? random(size) : 0,
    limit: 1 + random(30),
  }
}

function change(indexes: readonly SearchIndex[], random: Random, size: number): void {
  const slot = random(size)
  const what = random(5)
  if (what < 2) {
    const at = what === 0 ? slot : size
    put(indexes, at, document(at, random))
    return
  }
  const [views, likes] = [random(6), random(3)]
  const isListed = random(3) > 0
  for (const index of indexes) {
    if (what === 2) index.setListed(slot, isListed)
    else index.setCounters(slot, views, likes)
  }
}

function put(indexes: readonly SearchIndex[], slot: number, fields: IndexDocument): void {
  for (const index of indexes) index.put(slot, fields)
}

function assertSame(index: SearchIndex, reference: SearchIndex, random: Random, queries: number): void {
  for (let i = 0; i < queries; i++) {
    const asked = catalogQuery(query(random, reference.size))
    assert.deepEqual(index.search(asked), reference.search(asked), JSON.stringify(asked))
  }
  for (const sort of SORTS)
    assert.deepEqual([...index.listedSlots(sort)], [...reference.listedSlots(sort)], sort)
  assert.deepEqual(index.counts(), reference.counts())
  assert.deepEqual(index.topTags(5), reference.topTags(5))
  assert.deepEqual(index.topTags(100), reference.topTags(100))
  for (let slot = 0; slot < reference.size; slot++) {
    assert.equal(index.viewsOf(slot), reference.viewsOf(slot))
    assert.equal(index.likesOf(slot), reference.likesOf(slot))
    for (const platform of [null, ...PLATFORMS])
      assert.equal(index.isListed(slot, platform), reference.isListed(slot, platform))
  }
}

function fillIndex(size: number, random: Random): { index: LiveIndex; reference: SearchIndex } {
  const index = createLiveIndex()
  const reference = createReferenceIndex()
  for (let slot = 0; slot < size; slot++) put([index, reference], slot, document(slot, random))
  return { index, reference }
}

/** A deep copy of the sections. */
function copyOf(sections: IndexSections): IndexSections {
  return Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, section.slice()]))
}

test('a document is found directly after it was put', async () => {
  const random = createRandom(1)
  const { index, reference } = fillIndex(150, random)
  await using _ = index
  assertSame(index, reference, random, 400)
  for (let i = 0; i < 300; i++) change([index, reference], random, reference.size)
  assertSame(index, reference, random, 400)
})

test('a merge does not change results, also with changes during and after it', async () => {
  const random = createRandom(2)
  const { index, reference } = fillIndex(700, random)
  await using _ = index
  await index.mergeAll()
  assertSame(index, reference, random, 600)
  for (let round = 0; round < 4; round++) {
    const settled = round % 2 === 0 ? index.mergeAll() : index.capture(() => {})
    for (let i = 0; i < 200; i++) change([index, reference], random, reference.size)
    assertSame(index, reference, random, 200)
    await settled
    assertSame(index, reference, random, 300)
  }
})

test('a capture has the state at its instant, also when it is loaded', async () => {
  const random = createRandom(3)
  const { index, reference } = fillIndex(400, random)
  await using _ = index
  await index.mergeAll()
  for (let i = 0; i < 100; i++) change([index, reference], random, reference.size)
  let isCaptured = false
  const sections = index.capture(() => {
    isCaptured = true
  })
  while (!isCaptured) await Promise.resolve()
  for (let i = 0; i < 100; i++) change([index], createRandom(i), reference.size)
  await using loaded = await loadLiveIndex(copyOf(await sections))
  for (let i = 0; i < 100; i++) change([index], createRandom(i), reference.size)
  assertSame(loaded, reference, random, 400)
  for (let i = 0; i < 300; i++) change([loaded, reference], random, reference.size)
  assertSame(loaded, reference, random, 300)
})
