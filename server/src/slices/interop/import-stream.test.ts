import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOf } from '../../../tests/store/fixtures.ts'
import { collectGarbage } from '../../../tests/support/collect-garbage.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { alteredStore, contentsOf, sqliteCatalog } from '../../../tests/support/sqlite-catalog.ts'
import { type ImportOptions, type ImportProgress, importStream } from './import-stream.ts'

const clock = new ManualClock()

function ndjson(...records: unknown[]): string {
  return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
}

/** Splits the text into chunks of a few lines, so that there are several batches. */
async function* bytes(text: string, size = 100): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.from(text)
  for (let at = 0; at < buffer.length; at += size) yield buffer.subarray(at, at + size)
}

const OPTIONS: ImportOptions = { addedAt: 'kept', batchSize: 3 }

test('a first import adds, a second one finds nothing new, and a third one finds changes', async t => {
  const { store } = await sqliteCatalog(t)
  const all = Array.from({ length: 20 }, (_, i) => ({ id: idOf(i), name: `Fox ${i}` }))
  const counts = async (records: object[]) =>
    (await importStream(bytes(ndjson(...records)), { store, clock }, OPTIONS)).counts
  const none = { added: 0, updated: 0, unchanged: 0, skipped: 0, skippedBy: {} }
  assert.deepEqual(await counts(all), { ...none, added: 20 })
  assert.deepEqual(await counts(all), { ...none, unchanged: 20 })
  const edited = all.map((record, i) => (i < 5 ? { ...record, description: 'red' } : record))
  assert.deepEqual(await counts(edited), { ...none, updated: 5, unchanged: 15 })
  assert.equal((await contentsOf(store)).size, 20)
})

test('a skipped record is reported with its line and reason, and does not stop the import', async t => {
  const { store } = await sqliteCatalog(t)
  const skips: unknown[] = []
  const file = ndjson(
    { _: 'avatary-export', version: 1, terms: 'be kind' },
    { id: idOf(1), name: 'Fox' },
    'nonsense',
    '',
    { id: idOf(2) },
    { id: 'b_1', name: 'Old' },
    [],
    7,
    { id: idOf(3), releaseStatus: 'private', name: 'Secret' },
    { id: idOf(4), description: 'no name' },
    { id: idOf(5), name: 'Last' },
  )
  const onSaved = (progress: ImportProgress) => void skips.push(...progress.skips)
  const { isComplete, counts } = await importStream(
    bytes(file, 10_000),
    { store, clock },
    { ...OPTIONS, onSaved },
  )
  assert.equal(isComplete, true)
  assert.deepEqual(skips, [
    { line: 3, reason: 'not_json' },
    { line: 5, reason: 'id_only' },
    { line: 6, reason: 'invalid_id' },
    { line: 8, reason: 'not_an_object' },
    { line: 9, reason: 'not_public', id: idOf(3) },
    { line: 10, reason: 'no_name', id: idOf(4) },
  ])
  assert.deepEqual(counts, {
    added: 2,
    updated: 0,
    unchanged: 0,
    skipped: 6,
    skippedBy: { not_json: 1, id_only: 1, invalid_id: 1, not_an_object: 1, not_public: 1, no_name: 1 },
  })
})

test('a known avatar that is no longer public is hidden, also if the same batch added it', async t => {
  const { store } = await sqliteCatalog(t)
  await importStream(
    bytes(ndjson({ id: idOf(1), name: 'Fox', releaseStatus: 'public' })),
    { store, clock },
    OPTIONS,
  )
  const later = ndjson(
    { id: idOf(1), name: 'Fox', releaseStatus: 'private' },
    { id: idOf(2), name: 'Cat', releaseStatus: 'public' },
    { id: idOf(2), name: 'Cat', releaseStatus: 'hidden' },
  )
  const { counts } = await importStream(bytes(later, 10_000), { store, clock }, OPTIONS)
  assert.deepEqual([counts.added, counts.updated, counts.skipped], [1, 2, 0])
  const contents = await contentsOf(store)
  assert.deepEqual(
    [idOf(1), idOf(2)].map(known => contents.get(known)?.isListed),
    [false, false],
  )
  assert.equal(contents.get(idOf(1))?.name, 'Fox')
})

test('an avatar that is hidden elsewhere is added hidden, and a known one keeps its state', async t => {
  const { store } = await sqliteCatalog(t)
  const own = { addedAt: '2024-01-01T00:00:00.000Z', isListed: false }
  await store.saveMany([{ id: idOf(1), name: 'Fox' }], clock.now())
  const file = ndjson({ id: idOf(1), name: 'Fox', ...own }, { id: idOf(2), name: 'Cat', ...own })
  await importStream(bytes(file), { store, clock }, OPTIONS)
  const contents = await contentsOf(store)
  assert.deepEqual([contents.get(idOf(1))?.isListed, contents.get(idOf(2))?.isListed], [true, false])
})

test('a line with a whole page of avatars is unpacked', async t => {
  const { store } = await sqliteCatalog(t)
  const page = (...numbers: number[]) => numbers.map(n => ({ id: idOf(n), name: 'Fox' }))
  const file = ndjson({ total: 2, nextOffset: null, avatars: page(1, 2) }, page(3, 4))
  const { counts } = await importStream(bytes(file), { store, clock }, OPTIONS)
  assert.equal(counts.added, 4)
})

test('counted records are committed, and a stopped import resumes where it stopped', async t => {
  const { store } = await sqliteCatalog(t)
  const records = Array.from({ length: 40 }, (_, i) =>
    i % 7 === 3 ? 'broken' : { id: idOf(i), name: `Fox ${i}` },
  )
  const file = Buffer.from(ndjson(...records))
  const stopping = new AbortController()
  let last: ImportProgress | undefined
  const onSaved = async (progress: ImportProgress) => {
    const { counts } = progress
    assert.equal((await store.countRows()).indexed, counts.added)
    last = structuredClone(progress)
    if (counts.added > 10) stopping.abort()
  }
  const deps = { store, clock }
  const first = await importStream(bytes(file.toString()), deps, {
    ...OPTIONS,
    onSaved,
    signal: stopping.signal,
  })
  assert.equal(first.isComplete, false)
  assert.ok(first.counts.added > 10 && first.counts.added < 30)

  const from = { position: last!.position, counts: last!.counts }
  const rest = file.subarray(from.position.offset).toString()
  const second = await importStream(bytes(rest), deps, { ...OPTIONS, from })
  const broken = records.filter(record => record === 'broken').length
  assert.equal(second.isComplete, true)
  assert.deepEqual(second.counts, {
    added: 40 - broken,
    updated: 0,
    unchanged: 0,
    skipped: broken,
    skippedBy: { not_json: broken },
  })
  assert.equal((await contentsOf(store)).size, 40 - broken)
})

test('an import can be stopped while it waits for input', async t => {
  const { store } = await sqliteCatalog(t)
  const stopping = new AbortController()
  const waiting = Promise.withResolvers<void>()
  async function* input(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(ndjson({ id: idOf(1), name: 'Fox' }))
    waiting.resolve()
    await new Promise(() => {})
  }
  const result = importStream(input(), { store, clock }, { ...OPTIONS, signal: stopping.signal })
  await waiting.promise
  stopping.abort()
  assert.equal((await result).isComplete, false)
})

test('a failing store ends the import with its error', async t => {
  const { store } = await sqliteCatalog(t)
  const failing = alteredStore(store, { saveMany: () => Promise.reject(new Error('disk full')) })
  const file = ndjson({ id: idOf(1), name: 'Fox' }, { id: idOf(2), name: 'Fox' })
  await assert.rejects(importStream(bytes(file, 10), { store: failing, clock }, OPTIONS), /disk full/)
})

test('avatars are added now, unless our own shape has the time or the time of creation is asked for', async t => {
  const addedAt = async (record: object, option: ImportOptions['addedAt']) => {
    const { store } = await sqliteCatalog(t)
    const file = ndjson({ id: idOf(1), name: 'Fox', ...record })
    await importStream(bytes(file), { store, clock }, { ...OPTIONS, addedAt: option })
    return (await contentsOf(store)).get(idOf(1))?.addedAtMs
  }
  const created_at = '2022-02-02T00:00:00.000Z'
  assert.equal(await addedAt({ created_at }, 'kept'), clock.now())
  assert.equal(await addedAt({ created_at }, 'created'), Date.parse(created_at))
  assert.equal(await addedAt({ addedAt: created_at }, 'kept'), Date.parse(created_at))
})

test('an import keeps no saved batch in memory', async () => {
  const store = {
    saveMany: async (patches: readonly unknown[]) => patches.map(() => 'added' as const),
    byIds: async () => [],
  }
  const description = 'x'.repeat(1000)
  async function* file() {
    for (let n = 0; n < 20_000; n++) yield Buffer.from(ndjson({ id: idOf(n), name: `Fox ${n}`, description }))
  }
  const heaps: number[] = []
  const onSaved = ({ counts }: ImportProgress) => {
    if (counts.added % 5000 > 0) return
    collectGarbage()
    heaps.push(process.memoryUsage().heapUsed)
  }
  const { signal } = new AbortController()
  await importStream(file(), { store, clock }, { addedAt: 'kept', batchSize: 100, onSaved, signal })
  assert.equal(heaps.length, 4)
  const grown = Math.max(...heaps) - heaps[0]!
  assert.ok(grown < 5_000_000, `${grown} bytes more`)
})
