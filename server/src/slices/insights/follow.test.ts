import assert from 'node:assert/strict'
import { it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { HistoryFollower } from './follow.ts'
import { Histories } from './histories.ts'
import type { InsightsReader } from './store.sql.ts'

const TODAY = 20_778

function batch(day: number, keys: readonly number[]) {
  const ofEach = (count: number) => keys.map(() => count)
  return { day, keys, counts: [ofEach(9), ofEach(1), ofEach(0), ofEach(0), ofEach(0), ofEach(0)] }
}

const NO_ROWS: InsightsReader = {
  activity: { bounds: async () => ({ firstSeq: 0, lastSeq: 0 }), after: async () => [] },
  earlier: { readAll: async function* () {}, of: async () => [] },
  readDays: async function* () {},
  countsOn: async () => [],
  siteDays: async () => [],
}

it('the histories write a day only once when it is read in several batches', async t => {
  const histories = new Histories()
  const fill = t.mock.method(histories, 'fill')
  const store: InsightsReader = {
    ...NO_ROWS,
    readDays: async function* () {
      yield batch(TODAY - 1, [1, 2])
      yield batch(TODAY - 1, [3])
      yield batch(TODAY, [2, 4])
    },
  }
  await new HistoryFollower({ histories, store, clock: new ManualClock(TODAY * DAY_MS) }).load()
  assert.deepEqual(
    fill.mock.calls.map(({ arguments: [day, keys] }) => [day, keys]),
    [
      [TODAY - 1, [1, 2, 3]],
      [TODAY, [2, 4]],
    ],
  )
  const viewsOf = (key: number) => histories.totalsOf(histories.placeOf(key))[1]
  assert.deepEqual([1, 2, 3, 4].map(viewsOf), [1, 2, 1, 1])
})

it('the histories are filled and merged one step per turn of the event loop', async t => {
  const keys = Array.from({ length: 2000 }, (_, i) => i + 1)
  let turn = 0
  let immediate = setImmediate(function count() {
    turn++
    immediate = setImmediate(count)
  })
  t.after(() => clearImmediate(immediate))
  const turns: number[] = []
  function* watched(steps: Iterable<void>) {
    for (const _ of steps) {
      turns.push(turn)
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
      bounds: async () => ({ firstSeq: 0, lastSeq: 0 }),
      after: async after => (after === 0 ? [{ seq: 1, day: TODAY, atMs: 0, keys }] : []),
    },
    readDays: async function* () {
      yield batch(TODAY - 1, keys)
    },
    countsOn: async (_, keys) => keys.map(key => ({ key, counts: [9, 1, 0, 0, 0, 0] })),
  }
  await new HistoryFollower({ histories, store, clock: new ManualClock(TODAY * DAY_MS) }).load()
  assert.equal(histories.totalsOf(0)[1], 2)
  assert.ok(turns.length >= 2 * COUNTERS.length, `${turns.length} steps`)
  assert.equal(new Set(turns).size, turns.length)
})
