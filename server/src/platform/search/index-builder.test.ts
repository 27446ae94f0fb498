import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { catalogQuery, indexDocument } from '../../../tests/support/search/index-document.ts'
import type { IndexDocument } from '../../avatars/search-port.ts'
import { type Analyser, IndexBuilder, type IndexBuilderOptions } from './index-builder.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

const AS_IT_IS: Analyser<IndexDocument> = {
  analyse: document => document,
  fields: Object.keys(indexDocument(0)) as (keyof IndexDocument)[],
  module: new URL('data:text/javascript,export const analyse = document => document'),
}
/** Several threads, each with several runs. */
const MANY: IndexBuilderOptions = { fewSources: 10, threads: 3, runSize: 40 }

/** Documents of few moments, whose words are in all runs, in some, and in one. */
const DOCUMENTS = Array.from({ length: 500 }, (_, n) =>
  indexDocument((n * 7919) % 500, {
    fields: [['fox', `some${n % 60}`], [`only${n}`]],
    nameFields: 1,
    creatorFields: 1,
    description: n % 3 === 0 ? ['red', 'fox'] : [],
    extraWords: n % 50 === 0 ? ['狐雪'] : [],
    tags: [`t${n % 5}`],
    authorId: `usr_${n % 20}`,
    authorName: `author ${n % 30}`,
    nameKey: `name ${n % 90}`,
    platforms: n % 8,
    addedAtMs: n % 11,
    updatedAtMs: n % 4 === 0 ? null : n % 6,
    views: n % 13,
    isListed: n % 9 > 0,
  }),
)

async function build(documents: readonly IndexDocument[], options: IndexBuilderOptions): Promise<LiveIndex> {
  await using builder = new IndexBuilder(AS_IT_IS, options)
  for (let at = 0; at < documents.length; at += 15) await builder.add(documents.slice(at, at + 15))
  return await builder.finish()
}

async function sectionsOf(index: LiveIndex) {
  await using closing = index
  return await closing.capture(() => {})
}

async function sectionsAfterPuts(documents: readonly IndexDocument[]) {
  const index = createLiveIndex()
  for (const [slot, document] of documents.entries()) index.put(slot, document)
  return await sectionsOf(index)
}

describe('building an index', () => {
  it('makes the same sections in several threads as putting its documents does', async () => {
    assert.deepEqual(await sectionsOf(await build(DOCUMENTS, MANY)), await sectionsAfterPuts(DOCUMENTS))
  })

  it('makes the same sections of few documents, without threads', async () => {
    const few = DOCUMENTS.slice(0, 50)
    assert.deepEqual(await sectionsOf(await build(few, {})), await sectionsAfterPuts(few))
  })

  it('makes an index of nothing', async () => {
    await using index = await build([], MANY)
    assert.equal(index.search(catalogQuery()).total, 0)
    index.put(0, indexDocument(0))
    assert.equal(index.search(catalogQuery()).total, 1)
  })

  it('takes changes afterwards', async () => {
    await using index = await build(DOCUMENTS, MANY)
    index.put(3, indexDocument(900, { fields: [['owl']] }))
    index.setListed(0, true)
    assert.deepEqual(index.search(catalogQuery({ text: { words: ['owl'] } })).slots, [3])
    await index.mergeAll()
    assert.equal(index.isListed(0), true)
    assert.equal(index.size, 500)
  })

  it('hands its threads the analysed fields of a source alone', async () => {
    interface Source {
      document: IndexDocument
      picture: string
    }
    const module = new URL(
      'data:text/javascript,export const analyse = ({ document, ...others }) => ({ ...document, tags: Object.keys(others) })',
    )
    const analyser: Analyser<Source> = { analyse: ({ document }) => document, fields: ['document'], module }
    await using builder = new IndexBuilder(analyser, MANY)
    await builder.add(DOCUMENTS.map(document => ({ document, picture: 'https://example.com' })))
    await using index = await builder.finish()
    assert.equal(index.size, 500)
    assert.deepEqual(index.topTags(10), [])
  })

  it('fails when a document cannot be analysed', async () => {
    const module = new URL(
      'data:text/javascript,export const analyse = () => { throw new Error("no words") }',
    )
    await using builder = new IndexBuilder({ ...AS_IT_IS, module }, MANY)
    const building = async () => {
      for (let at = 0; at < 500; at += 15) await builder.add(DOCUMENTS.slice(at, at + 15))
      await builder.finish()
    }
    await assert.rejects(building(), /no words/)
  })
})
