import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { Activity } from '../../avatars/index.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { WrittenCounts } from '../tracking/index.ts'
import { HistoryFollower } from './follow.ts'
import { Histories } from './histories.ts'
import type { InsightsReader } from './store.sql.ts'

const TODAY = 20_778

function countedDay(day: number, keys: number[]) {
  const ofEach = (count: number) => keys.map(() => count)
  return { day, keys, counts: [ofEach(9), ofEach(1), ofEach(0), ofEach(0), ofEach(0), ofEach(0)] }
}

function followerOver(histories: Histories, store: InsightsReader, writtenCounts = new WrittenCounts()) {
  return new HistoryFollower({
    histories,
    store,
    written: writtenCounts,
    clock: new ManualClock(TODAY * DAY_MS),
  })
}

function logOf(rows: () => readonly Activity[]): InsightsReader['activity'] {
  return {
    bounds: async () => ({ firstSeq: 0, lastSeq: rows().at(-1)?.seq ?? 0 }),
    rowAt: async seq => {
      const found = rows().find(row => row.seq === seq)
      return found === undefined ? null : { day: found.day, atMs: found.atMs }
    },
    after: async after => rows().filter(({ seq }) => seq > after),
  }
}

const NO_ROWS: InsightsReader = {
  activity: logOf(() => []),
  earlier: { readAll: async function* () {}, sumsOf: async () => [] },
  readDays: async function* () {},
  countsOn: async () => [],
  siteDays: async () => [],
}

it('the histories add what this process wrote without reading it, but read what a read may contain', async () => {
  const log = [1, 2, 3, 4, 5].map(seq => ({ seq, day: TODAY, atMs: 0, keys: [seq, 9] }))
  const reads: (readonly number[])[] = []
  let lastSeq = 0
  const store: InsightsReader = {
    ...NO_ROWS,
    activity: logOf(() => log.slice(0, lastSeq)),
    countsOn: async (_, keys) => {
      reads.push(keys)
      return []
    },
  }
  const histories = new Histories()
  const writtenCounts = new WrittenCounts()
  const follower = followerOver(histories, store, writtenCounts)
  await follower.load()
  const follow = async (to: number, own: readonly number[]) => {
    lastSeq = to
    for (const seq of own)
      writtenCounts.add([
        { seq, day: TODAY, atMs: 0, counts: Float64Array.of(8, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0) },
      ])
    await follower.follow()
  }
  await follow(1, [1])
  assert.deepEqual(reads, [[1, 9]], 'the load may have read it')
  await follow(3, [2, 3])
  assert.equal(reads.length, 1)
  const totalsOf = (key: number) => histories.totalsOf(histories.placeOf(key))
  assert.deepEqual([2, 3, 9].map(totalsOf), [
    [8, 1, 0, 0, 0, 0],
    [8, 1, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0],
  ])
  await follow(5, [5])
  assert.deepEqual(reads.slice(1), [[4, 9]])
  assert.equal(writtenCounts.take({ seq: 5, atMs: 0 }), null)
})

it('the histories read a row that has the number of a commit which the database lost', async () => {
  const log: Activity[] = []
  const store: InsightsReader = {
    ...NO_ROWS,
    activity: logOf(() => log),
    countsOn: async (_, keys) => keys.map(key => ({ key, counts: [5, 0, 0, 0, 0, 0] })),
  }
  const histories = new Histories()
  const writtenCounts = new WrittenCounts()
  const follower = followerOver(histories, store, writtenCounts)
  await follower.load()
  log.push({ seq: 1, day: TODAY, atMs: 1000, keys: [1] })
  await follower.follow()
  writtenCounts.add([{ seq: 2, day: TODAY, atMs: 2000, counts: Float64Array.of(8, 0, 0, 0, 0, 0) }])
  log.push({ seq: 2, day: TODAY, atMs: 2300, keys: [7, 8] })
  await follower.follow()
  assert.deepEqual(
    [7, 8].map(key => histories.totalsOf(histories.placeOf(key))[0]),
    [5, 5],
  )
})

/** Counts the turns of the event loop. @returns a function that says how many there were. */
function countTurns(t: TestContext): () => number {
  let turns = 0
  let immediate = setImmediate(function count() {
    turns++
    immediate = setImmediate(count)
  })
  t.after(() => clearImmediate(immediate))
  return () => turns
}

it('the histories are filled and merged one step per turn of the event loop', async t => {
  const keys = Array.from({ length: 2000 }, (_, i) => i + 1)
  const turn = countTurns(t)
  const turns: number[] = []
  function* watched(steps: Iterable<void>) {
    for (const _ of steps) {
      turns.push(turn())
      yield
    }
  }
  class WatchedHistories extends Histories {
    override fill = (...args: Parameters<Histories['fill']>) => watched(super.fill(...args))
    override mergeChanges = () => watched(super.mergeChanges())
  }
  const histories = new WatchedHistories()
  const store: InsightsReader = {
    ...NO_ROWS,
    activity: {
      ...logOf(() => []),
      after: async after => (after === 0 ? [{ seq: 1, day: TODAY, atMs: 0, keys }] : []),
    },
    readDays: async function* () {
      yield countedDay(TODAY - 1, keys)
    },
    countsOn: async (_, keys) => keys.map(key => ({ key, counts: [9, 1, 0, 0, 0, 0] })),
  }
  await followerOver(histories, store).load()
  assert.equal(histories.totalsOf(0)[1], 2)
  assert.ok(turns.length >= 2 * COUNTERS.length, `${turns.length} steps`)
  assert.equal(new Set(turns).size, turns.length)
})

it('the histories add what this process wrote a few avatars per turn of the event loop', async t => {
  const keys = Array.from({ length: 600 }, (_, i) => i + 1)
  const log: Activity[] = [{ seq: 1, day: TODAY, atMs: 0, keys: [] }]
  const store: InsightsReader = {
    ...NO_ROWS,
    activity: logOf(() => log),
  }
  const histories = new Histories()
  const writtenCounts = new WrittenCounts()
  const follower = followerOver(histories, store, writtenCounts)
  await follower.load()
  log.push({ seq: 2, day: TODAY, atMs: 0, keys: [1] })
  await follower.follow()
  const turn = countTurns(t)
  const turns: number[] = []
  const { add } = Histories.prototype
  const watched = t.mock.method(histories, 'add', (...args: Parameters<Histories['add']>) => {
    turns.push(turn())
    add.apply(histories, args)
  })
  const row = { seq: 3, day: TODAY, atMs: 0 }
  writtenCounts.add([{ ...row, counts: Float64Array.from(keys.flatMap(key => [key, 0, 0, 0, 0, 0])) }])
  log.push({ ...row, keys })
  await follower.follow()
  assert.ok(watched.mock.calls.every(({ arguments: [, some] }) => some.length <= 250))
  assert.equal(new Set(turns).size, 3)
  assert.deepEqual(
    keys.map(key => histories.totalsOf(histories.placeOf(key))[0]),
    keys,
  )
})
