import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runSync } from '../../kernel/run-in-turns.ts'
import { NO_COUNTS } from './counts.ts'
import { Histories, NO_HISTORY } from './histories.ts'

const TODAY = 20_778
const KEPT = 60

describe('the histories in memory', () => {
  it('answer any day after more days were read than columns are kept', () => {
    const histories = new Histories()
    for (let back = 0; back < 100; back++) histories.set(1, TODAY - 99 + back, [0, 1, 0, 0, 0, 0])
    for (let round = 0; round < 2; round++)
      for (let back = 0; back < 100; back++) assert.equal(histories.sumsSince(1, TODAY - back)[0], back + 1)
  })

  it('answer any day while old days are dropped', () => {
    const histories = new Histories()
    for (let today = TODAY; today < TODAY + 3 * KEPT; today++) {
      histories.set(1, today, [0, 1, 0, 0, 0, 0])
      histories.dropBefore(today - KEPT + 1)
      const back = KEPT - 1 - (today % 5)
      const views = Math.min(back, today - TODAY) + 1
      assert.deepEqual(histories.countsOf(0, today - back, today), [0, views, 0, 0, 0, 0])
      assert.equal(histories.sumsSince(1, today - back)[0], views)
    }
  })

  it('do not count a day on which every event was undone', () => {
    const histories = new Histories()
    histories.set(1, TODAY, [0, 0, 0, 0, 1, 0])
    runSync(histories.capture())
    histories.set(1, TODAY, NO_COUNTS)
    runSync(histories.capture())
    assert.deepEqual(histories.historyOf(0), NO_HISTORY)
    histories.dropBefore(TODAY + 1)
    assert.deepEqual(histories.historyOf(0), NO_HISTORY)
    assert.equal(histories.isActive(0), false)
  })

  it('answer the same windows after many avatars are added', () => {
    const histories = new Histories()
    for (let key = 1; key <= 5000; key++) {
      histories.set(key, TODAY - (key % 3), [0, key, 0, 0, 0, 0])
      if (key % 1000 === 1) histories.sumsSince(1, TODAY - 1)
    }
    const sums = histories.sumsSince(1, TODAY - 1)
    for (let key = 1; key <= 5000; key++) assert.equal(sums[histories.placeOf(key)], key % 3 === 2 ? 0 : key)
  })

  it('drop a day with unmerged changes', () => {
    const histories = new Histories()
    const activeDays = () => [1, 2, 3].map(key => histories.historyOf(histories.placeOf(key)).activeDays)
    for (const key of [1, 2]) histories.set(key, TODAY, [0, 0, 0, 0, key, 0])
    runSync(histories.capture())
    histories.set(1, TODAY, [0, 0, 0, 0, 3, 0])
    histories.set(2, TODAY, NO_COUNTS)
    histories.set(3, TODAY, [0, 0, 0, 0, 1, 0])
    assert.deepEqual(activeDays(), [1, 0, 1])
    histories.dropBefore(TODAY + 1)
    assert.deepEqual(activeDays(), [1, 0, 1])
  })

  it('refuse a day before the first kept day', () => {
    const histories = new Histories()
    histories.dropBefore(TODAY)
    assert.throws(() => histories.set(1, TODAY - 1, [1, 1, 0, 0, 0, 0]), RangeError)
    assert.throws(() => runSync(histories.fill(TODAY - 1, [1], [[1], [1], [0], [0], [0], [0]])), RangeError)
  })
})
