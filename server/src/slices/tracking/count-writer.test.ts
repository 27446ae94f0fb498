import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { CountWriter } from './count-writer.ts'
import type { Flush } from './store.ts'
import { Tally, type Visit } from './tally.ts'

const FOX: Visit = { site: null, device: 'vr', country: null, surface: null, platform: null, term: 'fox' }
const DAY_MS = 86_400_000

/** A store that adds up what it is given, and fails as a test tells it: before it wrote, or after. */
class FakeStore {
  readonly saved: Flush[] = []
  readonly tried: Flush[] = []
  failing: 'before' | 'after' | null = null
  writers = 0
  #last = 0

  async openWriter(): Promise<number> {
    return ++this.writers
  }

  async save(flush: Flush): Promise<void> {
    this.tried.push(flush)
    if (this.failing === 'before') throw new Error('database is locked')
    if (flush.number > this.#last) this.saved.push(flush)
    this.#last = flush.number
    if (this.failing === 'after') throw new Error('connection lost')
  }

  views(key: number): number {
    return this.saved
      .flatMap(({ counters }) => counters)
      .reduce((sum, counter) => sum + (counter.key === key ? counter.views! : 0), 0)
  }
}

function setUp(size = 10) {
  const clock = new ManualClock()
  const tally = new Tally({ clock })
  const store = new FakeStore()
  const view = new FakeView(size)
  return { clock, tally, store, view, writer: new CountWriter({ tally, store, view, clock }) }
}

describe('writing what was counted', () => {
  it('writes nothing when nothing was counted, not even that it is there', async () => {
    const { store, writer } = setUp()
    await writer.flush()
    assert.deepEqual([store.tried.length, store.writers], [0, 0])
  })

  it('writes counters and buckets of all avatars in one go, in order', async () => {
    const { tally, store, writer, clock } = setUp()
    const day = Math.floor(clock.now() / DAY_MS)
    tally.track(3, 'view', FOX)
    tally.track(1, 'outbound', FOX)
    tally.countImpressions([1])
    await writer.flush()
    const [{ cells, ...flush }] = store.saved as [Flush]
    assert.deepEqual(flush, {
      writer: 1,
      number: 1,
      counters: [
        { key: 3, day, views: 1, outbound: 0, impressions: 0, wears: 0 },
        { key: 1, day, views: 0, outbound: 1, impressions: 1, wears: 0 },
      ],
    })
    assert.deepEqual(
      cells.map(({ key, term, views, outbound }) => [key, term, views, outbound]),
      [
        [1, '', 0, 1],
        [1, '', 0, 1],
        [1, 'fox', 0, 1],
        [3, '', 1, 0],
        [3, '', 1, 0],
        [3, 'fox', 1, 0],
      ],
    )
  })

  it('tries what failed again as it was, before what was counted since', async () => {
    const { tally, store, writer } = setUp()
    tally.track(1, 'view', FOX)
    store.failing = 'before'
    for (let i = 0; i < 3; i++) await assert.rejects(writer.flush(), /locked/)
    tally.track(1, 'view', FOX)
    await assert.rejects(writer.flush())
    store.failing = null
    tally.track(2, 'view', FOX)
    await writer.flush()
    assert.ok(store.tried.slice(0, 5).every(flush => flush === store.tried[0]))
    assert.deepEqual([store.views(1), store.views(2)], [2, 1])
    assert.deepEqual(
      store.saved.map(({ number }) => number),
      [1, 2],
    )
  })

  it('counts nothing twice that was written but not acknowledged', async () => {
    const { tally, store, writer } = setUp()
    tally.track(1, 'view', FOX)
    store.failing = 'after'
    await assert.rejects(writer.flush(), /lost/)
    store.failing = null
    await writer.flush()
    await writer.flush()
    assert.equal(store.views(1), 1)
  })

  it('cuts much into transactions', async () => {
    const size = 23_000
    const { tally, store, writer } = setUp(size)
    for (let slot = 0; slot < size; slot++) tally.track(slot, 'view', FOX)
    await writer.flush()
    assert.ok(store.saved.every(({ counters, cells }) => counters.length <= 2000 && cells.length <= 2000))
    assert.equal(store.saved.flatMap(({ counters }) => counters).length, size)
    assert.equal(store.saved.flatMap(({ cells }) => cells).length, size * 3)
  })

  it('goes on in the middle after a failure', async () => {
    const { tally, store, writer } = setUp(12_000)
    for (let slot = 0; slot < 12_000; slot++) tally.countImpressions([slot])
    const { save } = store
    let left = 1
    store.save = async flush => {
      if (left-- === 0) throw new Error('database is locked')
      await save.call(store, flush)
    }
    await assert.rejects(writer.flush())
    await writer.flush()
    const keys = store.saved.flatMap(({ counters }) => counters.map(({ key }) => key))
    assert.deepEqual([keys.length, new Set(keys).size], [12_000, 12_000])
  })

  it('keeps the days apart and leaves out what the catalog forgot', async () => {
    const { tally, store, writer, clock } = setUp(2)
    tally.countImpressions([0, 1, 5])
    clock.advance(DAY_MS)
    tally.track(1, 'view', FOX)
    await writer.flush()
    const rows = store.saved.flatMap(({ counters }) => counters).map(({ key, day }) => [key, day])
    const today = Math.floor(clock.now() / DAY_MS)
    assert.deepEqual(rows, [
      [0, today - 1],
      [1, today - 1],
      [1, today],
    ])
    tally.countImpressions([7])
    await writer.flush()
  })

  it('runs once for all who ask at the same time', async () => {
    const { tally, store, writer } = setUp()
    tally.track(1, 'view', FOX)
    await Promise.all([writer.flush(), writer.flush()])
    assert.equal(store.tried.length, 1)
  })
})
