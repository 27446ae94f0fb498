import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { FLUSH_INTERVAL_MS, writerOver } from '../../../tests/support/count-writer.ts'
import { FakeView } from '../../../tests/support/fake-view.ts'
import type { WrittenDay } from '../../avatars/index.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { MAX_PART_ROWS } from './order-rows.ts'
import type { Visit } from './pending-counts.ts'
import type { Flush } from './store.ts'

/** A visit with two buckets and a term. */
const FOX: Visit = { site: null, device: 'vr', country: null, surface: null, platform: null, term: 'fox' }

/** A store that sums what it is given, and fails before or after writing when a test says so. */
class FakeStore {
  readonly saved: Flush[] = []
  readonly tried: Flush[] = []
  failing: 'before' | 'after' | null = null
  writers = 0
  #last = 0

  async openWriter(): Promise<number> {
    return ++this.writers
  }

  async save(flush: Flush): Promise<WrittenDay[]> {
    this.tried.push(flush)
    if (this.failing === 'before') throw new Error('database is locked')
    const isNew = flush.number > this.#last
    if (isNew) this.saved.push(flush)
    this.#last = flush.number
    if (this.failing === 'after') throw new Error('connection lost')
    return isNew ? [{ seq: flush.number, day: 0, atMs: 0, counts: new Float64Array(1) }] : []
  }

  views(key: number): number {
    return this.saved
      .flatMap(({ counters }) => counters)
      .reduce((sum, counter) => sum + (counter.key === key ? counter.views! : 0), 0)
  }
}

function setUp(size = 10) {
  return writerOver(new FakeStore(), { view: new FakeView(size) })
}

describe('writing pending counts', () => {
  it('writes nothing, and registers no writer, without counts', async () => {
    const { store, writer } = setUp()
    await writer.flush()
    assert.deepEqual([store.tried.length, store.writers], [0, 0])
  })

  it('writes visits in every run, and impressions in every second one', async () => {
    const { pending, store, writer } = setUp()
    const list = [1, 2]
    for (let turn = 0; turn < 4; turn++) {
      pending.track(3, 'view', FOX)
      pending.countImpressions(list)
      await writer.flushByTurns()
    }
    const written = store.saved.map(({ counters }) =>
      counters.map(({ key, views, impressions }) => [key, views, impressions]),
    )
    const visit = [3, 1, 0]
    assert.deepEqual(written, [
      [[1, 0, 1], [2, 0, 1], visit],
      [visit],
      [[1, 0, 2], [2, 0, 2], visit],
      [visit],
    ])
    await writer.flush()
    assert.deepEqual(
      store.saved.at(-1)!.counters.map(({ impressions }) => impressions),
      [1, 1],
    )
  })

  it('writes counters and buckets of all avatars in one flush, sorted', async () => {
    const { pending, store, writer, clock } = setUp()
    const day = Math.floor(clock.now() / DAY_MS)
    pending.track(3, 'view', FOX)
    pending.track(1, 'outbound', FOX)
    pending.countImpressions([1])
    await writer.flush()
    const [{ cells, ...flush }] = store.saved as [Flush]
    assert.deepEqual(flush, {
      writer: 1,
      number: 1,
      counters: [
        { key: 1, day, views: 0, outbound: 1, impressions: 1, wears: 0 },
        { key: 3, day, views: 1, outbound: 0, impressions: 0, wears: 0 },
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

  it('retries a failed flush unchanged before newer counts', async () => {
    const { pending, store, writer } = setUp()
    pending.track(1, 'view', FOX)
    store.failing = 'before'
    for (let i = 0; i < 3; i++) await assert.rejects(writer.flush(), /locked/)
    pending.track(1, 'view', FOX)
    await assert.rejects(writer.flush())
    store.failing = null
    pending.track(2, 'view', FOX)
    await writer.flush()
    assert.ok(store.tried.slice(0, 5).every(flush => flush === store.tried[0]))
    assert.deepEqual([store.views(1), store.views(2)], [2, 1])
    assert.deepEqual(
      store.saved.map(({ number }) => number),
      [1, 2],
    )
  })

  it('counts nothing twice when the commit was not acknowledged', async () => {
    const { pending, store, written, writer } = setUp()
    pending.track(1, 'view', FOX)
    store.failing = 'after'
    await assert.rejects(writer.flush(), /lost/)
    store.failing = null
    await writer.flush()
    await writer.flush()
    assert.equal(store.views(1), 1)
    assert.equal(written.take({ seq: 1, atMs: 0 }), null)
    pending.track(1, 'view', FOX)
    await writer.flush()
    assert.notEqual(written.take({ seq: 2, atMs: 0 }), null)
  })

  it('splits many rows into several transactions', async () => {
    const size = 23_000
    const { pending, store, writer } = setUp(size)
    for (let slot = 0; slot < size; slot++) pending.track(slot, 'view', FOX)
    await writer.flush()
    assert.ok(store.saved.every(({ counters, cells }) => counters.length <= 2000 && cells.length <= 2000))
    assert.equal(store.saved.flatMap(({ counters }) => counters).length, size)
    assert.equal(store.saved.flatMap(({ cells }) => cells).length, size * 3)
  })

  it('orders rows by avatar before it splits them', async () => {
    const size = 5000
    const { pending, store, writer } = setUp(size)
    for (let i = 0; i < size; i++) pending.track((i * 7) % size, 'view', FOX)
    await writer.flush()
    for (const rows of [
      store.saved.flatMap(({ counters }) => counters),
      store.saved.flatMap(({ cells }) => cells),
    ]) {
      const keys = rows.map(({ key }) => key)
      assert.deepEqual(
        keys,
        keys.toSorted((a, b) => a - b),
      )
    }
  })

  it('takes the counts of many avatars in parts, and writes all that were counted before the call', async () => {
    const size = 2 * MAX_PART_ROWS + 100
    const { pending, store, writer } = setUp(size)
    const list = Array.from({ length: size }, (_, slot) => slot)
    for (let start = 0; start < size; start += 1000) pending.countImpressions(list.slice(start, start + 1000))
    pending.track(size - 1, 'view', FOX)
    const { save } = store
    store.save = async flush => {
      // Counts of the time of writing.
      if (store.saved.length === 0) for (let i = 0; i < 10; i++) pending.track(i, 'view', FOX)
      return await save.call(store, flush)
    }
    await writer.flush()
    const impressions = new Map<number, number>()
    for (const { key, impressions: shown } of store.saved.flatMap(({ counters }) => counters))
      impressions.set(key, (impressions.get(key) ?? 0) + shown!)
    assert.equal(impressions.size, size)
    assert.ok([...impressions.values()].every(shown => shown === 1))
    assert.equal(store.views(size - 1), 1)
    await writer.flush()
    assert.deepEqual([store.views(0), store.views(9)], [1, 1])
    assert.equal(writer.lagMs, 0)
  })

  it('continues with the parts that were not taken after a failure', async () => {
    const size = MAX_PART_ROWS + 100
    const { pending, store, writer } = setUp(size)
    for (let slot = 0; slot < size; slot++) pending.track(slot, 'view', FOX)
    store.failing = 'before'
    await assert.rejects(writer.flush(), /locked/)
    store.failing = null
    await writer.flush()
    const keys = store.saved.flatMap(({ counters }) => counters.map(({ key }) => key))
    assert.deepEqual([keys.length, new Set(keys).size], [size, size])
  })

  it('continues with the failed batch after a failure', async () => {
    const { pending, store, writer } = setUp(12_000)
    for (let slot = 0; slot < 12_000; slot++) pending.countImpressions([slot])
    const { save } = store
    let leftCount = 1
    store.save = async flush => {
      if (leftCount-- === 0) throw new Error('database is locked')
      return await save.call(store, flush)
    }
    await assert.rejects(writer.flush())
    await writer.flush()
    const keys = store.saved.flatMap(({ counters }) => counters.map(({ key }) => key))
    assert.deepEqual([keys.length, new Set(keys).size], [12_000, 12_000])
  })

  it('separates days, and omits avatars that the catalog does not have', async () => {
    const { pending, store, writer, clock } = setUp(2)
    pending.countImpressions([0, 1, 5])
    clock.advance(DAY_MS)
    pending.track(1, 'view', FOX)
    await writer.flush()
    const rows = store.saved.flatMap(({ counters }) => counters).map(({ key, day }) => [key, day])
    const today = Math.floor(clock.now() / DAY_MS)
    assert.deepEqual(rows, [
      [0, today - 1],
      [1, today - 1],
      [1, today],
    ])
    pending.countImpressions([7])
    await writer.flush()
  })

  it('runs once for concurrent calls', async () => {
    const { pending, store, writer } = setUp()
    pending.track(1, 'view', FOX)
    await Promise.all([writer.flush(), writer.flush()])
    assert.equal(store.tried.length, 1)
  })
})

describe('acknowledging visits', () => {
  it('is behind when the oldest acknowledged visit is an interval old, even while it is being written', async () => {
    const { pending, store, writer, clock } = setUp()
    const written = Promise.withResolvers<void>()
    pending.track(1, 'view', FOX)
    clock.advance(10 * FLUSH_INTERVAL_MS)
    assert.equal(writer.lagMs, 0, 'nobody was told that it counts')
    writer.acknowledge()
    clock.advance(FLUSH_INTERVAL_MS - 1)
    assert.deepEqual([writer.lagMs, writer.isBehind], [FLUSH_INTERVAL_MS - 1, false])
    const { save } = store
    store.save = async flush => {
      await written.promise
      return await save.call(store, flush)
    }
    const flushed = writer.flush()
    clock.advance(1)
    assert.equal(writer.isBehind, true)
    written.resolve()
    await flushed
    assert.deepEqual([writer.lagMs, writer.isBehind], [0, false])
  })

  it('catches up by writing, and returns false when writing fails', async () => {
    const { pending, store, writer, clock } = setUp()
    pending.track(1, 'view', FOX)
    writer.acknowledge()
    assert.equal(await writer.writeOverdue(), true)
    assert.equal(store.tried.length, 0, 'it was not behind')
    clock.advance(FLUSH_INTERVAL_MS)
    store.failing = 'before'
    assert.equal(await writer.writeOverdue(), false)
    store.failing = null
    assert.equal(await writer.writeOverdue(), true)
    assert.deepEqual([store.views(1), writer.isBehind], [1, false])
  })

  it('stops acknowledging when unwritten visits span an interval, however long writing takes', async () => {
    const STEP = 50
    const check = async (writes: number[], isRegular: boolean) => {
      const { pending, store, writer, clock } = setUp(1000)
      const { save } = store
      let leftMs = 0
      let isWritten = Promise.withResolvers<void>()
      store.save = async flush => {
        leftMs = writes[store.saved.length % writes.length]!
        isWritten = Promise.withResolvers<void>()
        if (leftMs > 0) await isWritten.promise
        return await save.call(store, flush)
      }
      const acknowledgedAt = new Map<number, number>()
      for (let at = 0; at < 200; at++) {
        clock.advance(STEP)
        leftMs -= STEP
        if (leftMs <= 0) isWritten.resolve()
        await nextTurn()
        for (const { counters } of store.saved) for (const { key } of counters) acknowledgedAt.delete(key)
        if (isRegular ? at % 10 === 0 : at % 37 === 0) void writer.flush()
        if (writer.isBehind) continue
        pending.track(at, 'view', FOX)
        writer.acknowledge()
        acknowledgedAt.set(at, clock.now())
        assert.ok(clock.now() - Math.min(...acknowledgedAt.values()) < FLUSH_INTERVAL_MS)
      }
      return acknowledgedAt.size
    }
    const durations = fc.array(fc.integer({ min: 0, max: 4 * FLUSH_INTERVAL_MS }), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(durations, fc.boolean(), async (writes, isRegular) => {
        await check(writes, isRegular)
      }),
      { numRuns: 40 },
    )
  })
})
