import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { catalogQuery, indexDocument } from '../../../tests/support/search/index-document.ts'
import { BaseSegment } from './base-segment.ts'
import { createLiveIndex, type IndexSections, type LiveIndex, loadLiveIndex } from './live-index.ts'
import type { FinishedMerge } from './live-index-options.ts'
import { OrderList } from './order-list.ts'

const ALL = catalogQuery()
const FREED_BASE_PROCESS = join(import.meta.dirname, '../../../tests/support/search/freed-base-process.ts')

function fill(index: LiveIndex, from: number, to: number): void {
  for (let slot = from; slot < to; slot++) {
    index.put(
      slot,
      indexDocument(slot, { fields: [['fox', `w${slot}`]], tags: [`t${slot}`], addedAtMs: slot }),
    )
  }
}

/** Number of words in the sections' dictionary. */
function wordCount(sections: IndexSections): number {
  return sections['words.offsets']!.length - 1
}

/** Captures the index; true when it did not have to wait for a running merge. */
async function capturesAtOnce(index: LiveIndex): Promise<boolean> {
  let isCaptured = false
  const captured = index.capture(() => {
    isCaptured = true
  })
  await Promise.resolve()
  const atOnce = isCaptured
  await captured
  return atOnce
}

test('a tail that reaches its size is merged in the background', async () => {
  await using index = createLiveIndex({ tailSize: 10 })
  index.search(ALL)
  fill(index, 0, 10)
  assert.equal(await capturesAtOnce(index), false, 'a merge runs already')
})

test('a merge tells how many documents were put before it', async () => {
  const merges: FinishedMerge[] = []
  await using index = createLiveIndex({ tailSize: 10, onMerged: merge => merges.push(merge) })
  fill(index, 0, 7)
  await index.mergeAll()
  fill(index, 5, 15)
  await index.waitForMerge()
  await index.capture(() => {})
  assert.deepEqual(
    merges.map(({ documentCount: documents }) => documents),
    [7, 10],
  )
  assert.ok(merges.every(({ seconds }) => seconds > 0))
})

test('what waits for the same merge begins one after the other, and loses no change', async () => {
  const merged: number[] = []
  const options = {
    tailSize: 10,
    bulkSize: 10,
    onMerged: ({ documentCount: documents }: FinishedMerge) => merged.push(documents),
  }
  await using index = createLiveIndex(options)
  fill(index, 0, 15)
  const settled = Promise.all([index.capture(() => {}), index.capture(() => {}), index.mergeAll()])
  while (merged.length === 0) await nextTurn()
  index.setListed(0, false)
  await settled
  index.setCounters(1, 7, 0)
  assert.deepEqual(merged, [10, 5, 0])
  assert.deepEqual([...index.listedSlots('popular')].slice(0, 2), [1, 14])
  assert.equal(index.search(ALL).total, 14)
})

test('many puts before the first search need one merge', async () => {
  await using index = createLiveIndex({ tailSize: 10, bulkSize: 1000 })
  fill(index, 0, 500)
  assert.equal(await capturesAtOnce(index), true, 'no merge ran')
  assert.equal(index.search(ALL).total, 500)
})

test('many puts can wait for the merge that those before them need', async () => {
  await using index = createLiveIndex({ bulkSize: 200 })
  fill(index, 0, 400)
  await index.waitForMerge()
  assert.equal(await capturesAtOnce(index), true, 'a merge runs still')
  assert.equal(index.search(ALL).total, 400)
})

test('a capture after a merge needs no other one until something changes', async () => {
  await using index = createLiveIndex()
  fill(index, 0, 50)
  await index.mergeAll()
  const first = await index.capture(() => {})
  assert.equal(await index.capture(() => {}).then(({ slots }) => slots), first.slots)
  index.setCounters(7, 3, 0)
  const second = await index.capture(() => {})
  assert.notEqual(second.slots, first.slots)
  await using loaded = await loadLiveIndex(second)
  assert.deepEqual(loaded.search(catalogQuery({ sort: 'popular', limit: 1 })).slots, [7])
})

for (const [what, change] of [
  ['a put', (index: LiveIndex) => fill(index, 50, 51)],
  ['a counter', (index: LiveIndex) => index.setCounters(7, 3, 0)],
  ['a listing state', (index: LiveIndex) => index.setListed(7, false)],
] as const) {
  test(`a capture has ${what} that changed while a merge ran`, async () => {
    await using index = createLiveIndex({ maxDocumentsWithoutWorker: 0 })
    fill(index, 0, 50)
    const merged = index.mergeAll()
    await Promise.resolve()
    change(index)
    await merged
    await using loaded = await loadLiveIndex(await index.capture(() => {}))
    const popular = catalogQuery({ sort: 'popular' })
    assert.deepEqual(loaded.search(popular), index.search(popular))
  })
}

for (const how of ['loaded', 'built']) {
  test(`an index that was ${how} merges puts before the first search, too`, async () => {
    const options = { tailSize: 10, bulkSize: 1000 }
    await using source = createLiveIndex(options)
    fill(source, 0, 5)
    await source.mergeAll()
    await using loaded = await loadLiveIndex(await source.capture(() => {}), options)
    const index = how === 'built' ? source : loaded
    fill(index, 5, 15)
    assert.equal(await capturesAtOnce(index), false, 'a merge runs already')
    assert.equal(index.search(ALL).total, 15)
  })
}

test('changes of the time of a merge are applied to the new base in short turns', async t => {
  await using index = createLiveIndex()
  fill(index, 0, 250)
  await index.mergeAll()
  fill(index, 250, 251)
  const captureStarted = Promise.withResolvers<void>()
  const captured = index.capture(captureStarted.resolve)
  await captureStarted.promise
  for (let slot = 0; slot < 250; slot++) index.setCounters(slot, slot + 1, 0)
  let moved = 0
  const movedByTurn: number[] = []
  const endTurn = () => {
    movedByTurn.push(moved)
    moved = 0
  }
  const insert = OrderList.prototype.insert
  t.mock.method(OrderList.prototype, 'insert', function (this: OrderList, item: number) {
    if (moved === 0) setImmediate(endTurn)
    moved++
    insert.call(this, item)
  })
  await captured
  await nextTurn()
  assert.equal(
    movedByTurn.reduce((sum, count) => sum + count, 0),
    500,
    'each change moves its document in two orders',
  )
  assert.ok(
    movedByTurn.every(count => count <= 200),
    `${movedByTurn}`,
  )
  assert.deepEqual(index.search(catalogQuery({ sort: 'popular', limit: 1 })).slots, [249])
})

test('a merge drops the words and tags that only replaced documents had', async () => {
  await using index = createLiveIndex()
  fill(index, 0, 50)
  assert.equal(wordCount(await index.capture(() => {})), 51)
  for (let slot = 0; slot < 50; slot++) index.put(slot, indexDocument(slot, { fields: [['fox']] }))
  const sections = await index.capture(() => {})
  assert.equal(wordCount(sections), 1)
  assert.equal(sections.slots!.length, 50)
  assert.deepEqual(index.topTags(10), [])
})

test('a merge that fails leaves the index unchanged, and the next one succeeds', async () => {
  await using source = createLiveIndex()
  fill(source, 0, 100)
  const sections = await source.capture(() => {})
  await using index = await loadLiveIndex(sections)
  fill(index, 100, 110)
  const offsets = sections.forwardOffsets!
  const end = offsets[1]!
  offsets[1] = 0xfffffff0
  await assert.rejects(index.capture(() => {}))
  offsets[1] = end
  assert.equal(index.search(ALL).total, 110)
  fill(index, 110, 120)
  index.setCounters(105, 7, 0)
  await index.mergeAll()
  assert.equal(index.search(ALL).total, 120)
  assert.deepEqual(index.search(catalogQuery({ sort: 'popular', limit: 1 })).slots, [105])
})

test('a background merge that fails is reported', async () => {
  await using source = createLiveIndex()
  fill(source, 0, 100)
  const sections = await source.capture(() => {})
  const failed = Promise.withResolvers<unknown>()
  await using index = await loadLiveIndex(sections, { tailSize: 5, onMergeFailed: failed.resolve })
  sections.forwardOffsets![1] = 0xfffffff0
  fill(index, 100, 105)
  assert.ok((await failed.promise) instanceof Error)
  assert.equal(index.search(ALL).total, 105)
})

test('disposing the index stops its merge, and no other begins', async () => {
  const index = createLiveIndex({ maxDocumentsWithoutWorker: 0 })
  fill(index, 0, 50)
  const captureStarted = Promise.withResolvers<void>()
  const ended = assert.rejects(index.capture(captureStarted.resolve), /ended with code/)
  await captureStarted.promise
  await index[Symbol.asyncDispose]()
  await ended
  await assert.rejects(
    index.capture(() => {}),
    /is closed/,
  )
})

test('few documents are merged in the thread of the index', async () => {
  const index = createLiveIndex({ maxDocumentsWithoutWorker: 50 })
  fill(index, 0, 50)
  const { promise, resolve } = Promise.withResolvers<void>()
  const captured = index.capture(resolve)
  await promise
  await Promise.all([index[Symbol.asyncDispose](), captured])
  assert.equal(index.search(ALL).total, 50)
})

test('the base before a merge is freed soon, though nothing else makes the collector run', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [FREED_BASE_PROCESS])
  assert.equal(stdout, 'the old base\n')
})

test('an unused slot, a gap and a malformed id are errors', async () => {
  await using index = createLiveIndex()
  fill(index, 0, 2)
  assert.throws(() => index.setListed(2, true), /slot 2 is not in use/)
  assert.throws(() => index.setCounters(9, 1, 1), /slot 9 is not in use/)
  assert.throws(() => index.put(3, indexDocument(3)), /slot 3 leaves a gap: the next one is 2/)
  assert.throws(() => index.put(2, indexDocument(2, { id: 'avtr_x' })), /An avatar id is/)
  assert.equal(index.size, 2)
  assert.equal(index.isListed(2), false)
  assert.equal(index.slotOf('avtr_x'), -1)
})

test('documents put during a merge are taken over in several turns of the event loop', async () => {
  let turns = 0
  let turnsOfMerge = 0
  await using index = createLiveIndex({ tailSize: 10_000, onMerged: () => (turnsOfMerge = turns) })
  index.search(ALL)
  fill(index, 0, 10)
  const merged = index.mergeAll()
  await Promise.resolve()
  fill(index, 5, 5000)
  const countTurns = (): void => {
    turns++
    counting = setImmediate(countTurns)
  }
  let counting = setImmediate(countTurns)
  await merged
  clearImmediate(counting)
  assert.ok(turnsOfMerge >= 8, `one for at most 500 documents: ${turnsOfMerge}`)
  assert.equal(index.size, 5000)
  assert.equal(index.search(ALL).total, 5000)
})

test('authors of new documents are sought when these are put, and not by counting', async t => {
  await using index = createLiveIndex({ tailSize: 10_000 })
  fill(index, 0, 50)
  await index.mergeAll()
  fill(index, 40, 90)
  const sought = t.mock.method(BaseSegment.prototype, 'authorKey')
  index.counts()
  assert.equal(sought.mock.callCount(), 0)
})
