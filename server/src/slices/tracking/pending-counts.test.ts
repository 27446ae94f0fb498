import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { DAY_MS, utcDay } from '../../kernel/days.ts'
import { runSync } from '../../kernel/run-in-turns.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { dimensionOf, hourCell, TERM_CELL } from './cells.ts'
import { PendingCounts, type PendingDay, type Visit } from './pending-counts.ts'

const NOBODY: Visit = { site: null, device: null, country: null, surface: null, platform: null, term: '' }
const SOMEBODY: Visit = {
  site: 'vrchat.com',
  device: 'vr',
  country: 'DE',
  surface: 'search',
  platform: 'quest',
  term: 'fox',
}

/** Removes and returns all counts, by day. */
function countAndTake(pending: PendingCounts): PendingDay[] {
  runSync(pending.countLists())
  return pending.take()
}

/** Rows of `[slot, views, outbound, impressions, wears]`. */
function totals({ totals }: PendingDay): number[][] {
  return Array.from({ length: totals.length / 5 }, (_, i) => [...totals.subarray(i * 5, i * 5 + 5)])
}

/** Rows of `[slot, cell, views, outbound]`. */
function cells({ cells }: PendingDay): number[][] {
  return Array.from({ length: cells.length / 4 }, (_, i) => [...cells.subarray(i * 4, i * 4 + 4)])
}

describe('pending counts', () => {
  it('contain each event in the total and in one bucket of every dimension', () => {
    const clock = new ManualClock()
    const pending = new PendingCounts({ clock })
    pending.track(7, 'view', SOMEBODY)
    pending.track(7, 'view', SOMEBODY)
    pending.track(7, 'outbound', { ...SOMEBODY, term: 'wolf' })
    pending.countImpressions([7, 8])
    pending.countWear(8)
    const [counted, ...others] = countAndTake(pending)
    assert.equal(others.length, 0)
    assert.equal(counted!.day, utcDay(clock.now()))
    assert.deepEqual(totals(counted!), [
      [7, 2, 1, 1, 0],
      [8, 0, 0, 1, 1],
    ])
    const rows = cells(counted!).map(([slot, cell, views, outbound]) => [
      slot,
      dimensionOf(cell!),
      views,
      outbound,
    ])
    assert.deepEqual(rows.sort(), [
      [7, 'countries', 2, 1],
      [7, 'devices', 2, 1],
      [7, 'hours', 2, 1],
      [7, 'platforms', 2, 1],
      [7, 'referrers', 2, 1],
      [7, 'surfaces', 2, 1],
      [7, 'terms', 0, 1],
      [7, 'terms', 2, 0],
    ])
    assert.deepEqual(counted!.terms, ['fox', 'wolf'])
    assert.deepEqual(countAndTake(pending), [])
  })

  it('contain every impression of lists shown repeatedly, even of more lists than are counted as lists', () => {
    const pending = new PendingCounts({ clock: new ManualClock() })
    const lists = Array.from({ length: 300 }, (_, first) => Array.from({ length: 500 }, (_, i) => first + i))
    for (let round = 0; round < 3; round++) for (const list of lists) pending.countImpressions(list)
    assert.equal(pending.countAvatars(), 799)
    for (const list of lists) pending.countImpressions(list)
    const counted = new Map(
      totals(countAndTake(pending)[0]!).map(([slot, , , impressions]) => [slot, impressions]),
    )
    const expected = Array.from({ length: 799 }, (_, slot) => 4 * Math.min(slot + 1, 799 - slot, 300))
    assert.deepEqual(
      expected.map((_, slot) => counted.get(slot)),
      expected,
    )
    assert.deepEqual(countAndTake(pending), [])
  })

  it('are taken in parts, those of the oldest counts first', () => {
    const pending = new PendingCounts({ clock: new ManualClock() })
    for (const slot of [5, 3, 9, 3, 1]) pending.track(slot, 'view', NOBODY)
    const take = () => pending.take(2).flatMap(totals)
    assert.deepEqual(take(), [
      [5, 1, 0, 0, 0],
      [3, 2, 0, 0, 0],
    ])
    pending.track(5, 'view', NOBODY)
    assert.deepEqual(take(), [
      [9, 1, 0, 0, 0],
      [1, 1, 0, 0, 0],
    ])
    assert.deepEqual(take(), [[5, 1, 0, 0, 0]])
    assert.deepEqual(take(), [])
  })

  it('count long lists by avatar in several steps, including those shown before the first of them', () => {
    const pending = new PendingCounts({ clock: new ManualClock() })
    const lists = Array.from({ length: 40 }, (_, n) => Array.from({ length: 1000 }, (_, i) => n * 1000 + i))
    for (const list of lists) pending.countImpressions(list)
    let steps = 0
    for (const _ of pending.countLists()) {
      steps++
      pending.countImpressions([40_000 + steps])
    }
    assert.ok(steps >= 4, `${steps} steps`)
    assert.ok(pending.avatarsCounted >= 40_000, `${pending.avatarsCounted} counted`)
    assert.equal(pending.countAvatars(), 40_000 + steps)
  })

  it('contain impressions on the day on which lists were shown', () => {
    const clock = new ManualClock()
    const pending = new PendingCounts({ clock })
    const list = [1, 2]
    pending.countImpressions(list)
    pending.countImpressions(list)
    clock.advance(DAY_MS)
    pending.countImpressions(list)
    assert.deepEqual(
      countAndTake(pending).map(pendingDay => totals(pendingDay).map(row => row[3])),
      [
        [2, 2],
        [1, 1],
      ],
    )
  })

  it('contain no bucket for unknown values', () => {
    const pending = new PendingCounts({ clock: new ManualClock() })
    pending.track(0, 'view', NOBODY)
    const [counted] = countAndTake(pending)
    assert.deepEqual(cells(counted!), [[0, hourCell(12 * HOUR_MS), 1, 0]])
  })

  it('are separate per day', () => {
    const clock = new ManualClock()
    const pending = new PendingCounts({ clock })
    pending.countImpressions([1])
    clock.advance(DAY_MS)
    pending.track(1, 'view', SOMEBODY)
    clock.advance(2 * DAY_MS)
    pending.countWear(2)
    const days = countAndTake(pending).map(pendingDay => [
      pendingDay.day - utcDay(clock.now()),
      ...totals(pendingDay).flat(),
    ])
    assert.deepEqual(days, [
      [-3, 1, 0, 0, 1, 0],
      [-2, 1, 1, 0, 0, 0],
      [0, 2, 0, 0, 0, 1],
    ])
  })

  it('count later days as the last one if too many days pass without a flush', () => {
    const clock = new ManualClock()
    const pending = new PendingCounts({ clock })
    for (let day = 0; day < 30; day++, clock.advance(DAY_MS)) pending.track(1, 'view', SOMEBODY)
    const pendingDays = countAndTake(pending)
    assert.ok(pendingDays.length <= 9)
    const views = pendingDays.flatMap(totals).reduce((sum, [, views]) => sum + views!, 0)
    assert.equal(views, 30)
    pending.track(1, 'view', SOMEBODY)
    assert.equal(countAndTake(pending)[0]!.day, utcDay(clock.now()))
  })

  it('only count in the totals when the buckets are full', () => {
    const pending = new PendingCounts({ clock: new ManualClock(), maxCells: 12 })
    for (let slot = 0; slot < 5000; slot++) pending.track(slot, 'view', SOMEBODY)
    const [counted] = countAndTake(pending)
    assert.equal(totals(counted!).length, 5000)
    assert.equal(cells(counted!).length, 12)
    assert.equal(pending.eventsWithoutCell, 5000 * 7 - 12)
  })

  it('keep ten thousand different terms, and still count visits with others', () => {
    const pending = new PendingCounts({ clock: new ManualClock() })
    for (let i = 0; i < 10_100; i++) pending.track(1, 'view', { ...NOBODY, term: `t${i}` })
    pending.track(1, 'view', { ...NOBODY, term: 't5' })
    const [counted] = countAndTake(pending)
    assert.equal(counted!.terms.length, 10_000)
    assert.equal(pending.eventsWithoutCell, 100)
    assert.deepEqual(totals(counted!), [[1, 10_101, 0, 0, 0]])
    assert.ok(cells(counted!).some(([, cell, views]) => cell === TERM_CELL + 5 && views === 2))
  })

  it('add up in any order of events', () => {
    const event = fc.record({
      slot: fc.nat(3000),
      isView: fc.boolean(),
      drains: fc.integer({ min: 0, max: 20 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), events => {
        const pending = new PendingCounts({ clock: new ManualClock() })
        const sums = new Map<string, number>()
        const add = (name: string, count: number) => sums.set(name, (sums.get(name) ?? 0) + count)
        const drain = () => {
          for (const pendingDay of countAndTake(pending)) {
            for (const [slot, views, outbound] of totals(pendingDay)) {
              add(`${slot} view`, -views!)
              add(`${slot} outbound`, -outbound!)
            }
            for (const [slot, , views, outbound] of cells(pendingDay)) {
              add(`${slot} view cells`, -views!)
              add(`${slot} outbound cells`, -outbound!)
            }
          }
        }
        for (const { slot, isView, drains } of events) {
          const name = isView ? 'view' : 'outbound'
          pending.track(slot, name, SOMEBODY)
          add(`${slot} ${name}`, 1)
          add(`${slot} ${name} cells`, 7)
          if (drains === 0) drain()
        }
        drain()
        assert.ok([...sums.values()].every(sum => sum === 0))
      }),
    )
  })
})
