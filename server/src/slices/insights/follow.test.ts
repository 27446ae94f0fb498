import assert from 'node:assert/strict'
import { it } from 'node:test'
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

it('the histories write a day once that is read in several batches', async t => {
  const histories = new Histories()
  const fill = t.mock.method(histories, 'fill')
  const store: InsightsReader = {
    activity: { bounds: async () => ({ firstSeq: 0, lastSeq: 0 }), after: async () => [] },
    earlier: { readAll: async function* () {}, of: async () => [] },
    readDays: async function* () {
      yield batch(TODAY - 1, [1, 2])
      yield batch(TODAY - 1, [3])
      yield batch(TODAY, [2, 4])
    },
    countsOn: async () => [],
    siteDays: async () => [],
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
