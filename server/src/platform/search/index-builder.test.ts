import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { catalogQuery, indexDocument } from '../../../tests/support/search/index-document.ts'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import type { IndexDocument } from '../../avatars/search-port.ts'
import { chunks } from '../../kernel/chunks.ts'
import {
  type Analyser,
  IndexBuilder,
  type IndexBuilderOptions,
  type RecordCollection,
} from './index-builder.ts'
import { createLiveIndex, type LiveIndex } from './live-index.ts'

const AS_IT_IS: Analyser<IndexDocument> = {
  read: json => JSON.parse(String(Buffer.from(json))),
  createAnalyse: () => document => document,
  module: analyserModule('document => document'),
}
const COLLECTS_NAMES: Omit<RecordCollection<IndexDocument, { names: string[] }>, 'receive'> = {
  createCollector: () => {
    const names: string[] = []
    return {
      add: ({ nameKey }) => void names.push(nameKey),
      take: () => ({ names }),
    }
  },
  module: moduleOf(`export const recordCollection = { createCollector: () => {
    const names = []
    return { add: ({ nameKey }) => names.push(nameKey), take: () => ({ names }) }
  } }`),
}
/** Options that use several threads, each with several runs. */
const MANY_RUNS: IndexBuilderOptions = { maxSourcesWithoutWorkers: 10, threads: 3, runSize: 40 }

/** Documents with few distinct moments; some words are in all runs, some in a few, some in one. */
const DOCUMENTS = Array.from({ length: 500 }, (_, n) =>
  indexDocument((n * 7919) % 500, {
    fields: [['fox', `some${n % 60}`], [`only${n}`]],
    nameFields: 1,
    authorFields: 1,
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

function analyserModule(analyse: string): URL {
  const read = 'json => JSON.parse(String(Buffer.from(json)))'
  return moduleOf(`export const analyser = { read: ${read}, createAnalyse: () => ${analyse} }`)
}

function moduleOf(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

async function build(
  documents: readonly IndexDocument[],
  options: IndexBuilderOptions,
  { analyser = AS_IT_IS, receive = async (_slots: Uint32Array, _records: { names: string[] }) => {} } = {},
): Promise<LiveIndex> {
  await using builder = new IndexBuilder(analyser, { ...COLLECTS_NAMES, receive }, options)
  for (const batch of chunks(documents, 15))
    await builder.add(new TextEncoder().encode(JSON.stringify(batch)), batch.length)
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
    assert.deepEqual(await sectionsOf(await build(DOCUMENTS, MANY_RUNS)), await sectionsAfterPuts(DOCUMENTS))
  })

  it('makes the same sections of few documents, without threads', async () => {
    const few = DOCUMENTS.slice(0, 50)
    assert.deepEqual(await sectionsOf(await build(few, {})), await sectionsAfterPuts(few))
  })

  it('makes an index of nothing', async () => {
    await using index = await build([], MANY_RUNS)
    assert.equal(index.search(catalogQuery()).total, 0)
    index.put(0, indexDocument(0))
    assert.equal(index.search(catalogQuery()).total, 1)
  })

  it('takes changes afterwards', async () => {
    await using index = await build(DOCUMENTS, MANY_RUNS)
    index.put(3, indexDocument(900, { fields: [['owl']] }))
    index.setListed(0, true)
    assert.deepEqual(index.search(catalogQuery({ text: { words: ['owl'] } })).slots, [3])
    await index.mergeAll()
    assert.equal(index.isListed(0), true)
    assert.equal(index.size, 500)
  })

  for (const [kind, options] of [
    ['several threads', MANY_RUNS],
    ['this thread', {}],
  ] as const)
    it(`receives every record that ${kind} collected, before it ends`, async () => {
      const names: string[] = []
      const receive = async (slots: Uint32Array, records: { names: string[] }) => {
        // Keeping the last part takes longer here than the threads need to end.
        const turns = slots.includes(DOCUMENTS.length - 1) ? 50_000 : 1
        for (let turn = 0; turn < turns; turn++) await nextTurn()
        for (const [i, slot] of slots.entries()) names[slot] = records.names[i]!
      }
      await using _ = await build(DOCUMENTS, options, { receive })
      assert.deepEqual(
        names,
        DOCUMENTS.map(({ nameKey }) => nameKey),
      )
    })

  it('gives batches to the threads that are free while another is slow', async t => {
    const path = testFolder(t, 'builder')
    const done = JSON.stringify(join(path, 'done'))
    const module = analyserModule(`document => {
        const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs')
        const giveUpMs = Date.now() + 30_000
        const [word] = document.fields[1]
        if (word === 'only499') writeFileSync(${done}, '')
        if (word === 'only0') while (!existsSync(${done})) if (Date.now() > giveUpMs) throw new Error('nothing goes on')
        return document
      }`)
    await using index = await build(DOCUMENTS, MANY_RUNS, { analyser: { ...AS_IT_IS, module } })
    assert.equal(index.size, 500)
  })

  it('fails when a document cannot be analysed', async () => {
    const module = analyserModule('() => { throw new Error("no words") }')
    await assert.rejects(build(DOCUMENTS, MANY_RUNS, { analyser: { ...AS_IT_IS, module } }), /no words/)
  })

  it('fails when a thread ends without an error', async () => {
    const module = analyserModule('() => process.exit(0)')
    await assert.rejects(
      build(DOCUMENTS, MANY_RUNS, { analyser: { ...AS_IT_IS, module } }),
      /ended with code 0/,
    )
  })

  it('fails when records cannot be received', async () => {
    const receive = () => Promise.reject(new Error('no room'))
    await assert.rejects(build(DOCUMENTS, MANY_RUNS, { receive }), /no room/)
  })
})
