import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import fc from 'fast-check'
import { type Counts, isNothing, NET, sum } from './counts.ts'
import {
  addDays,
  columnOf,
  DAYS_KEPT,
  daysUntil,
  type History,
  historyLength,
  mergeDays,
  NO_HISTORY,
  packHistory,
  setDay,
  setLastDay,
  sumAt,
  totalsBefore,
  unpackHistory,
} from './packed-history.ts'

const TODAY = 20_778
const count = (isNet: boolean) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: isNet ? -3 : 0, max: 5 }),
    fc.integer({ min: isNet ? -300 : 0, max: 70_000 }),
  )
const counts = fc.tuple(...NET.map(count))
const events = fc.array(fc.record({ day: fc.integer({ min: TODAY - 400, max: TODAY }), counts }), {
  maxLength: 60,
})

/** The same as a plain map. */
function plain(events: readonly { day: number; counts: Counts }[]): Map<number, Counts> {
  const days = new Map<number, Counts>()
  for (const { day, counts } of events) days.set(day, sum(days.get(day) ?? COUNTERS.map(() => 0), counts))
  return new Map([...days].filter(([, counts]) => !isNothing(counts)).sort(([a], [b]) => a - b))
}

function historyOf(events: readonly { day: number; counts: Counts }[]): History {
  return addDays(NO_HISTORY, events)
}

function sumOfDays(days: Map<number, Counts>, counter: number, from: number, to: number): number {
  return [...days].reduce(
    (total, [day, counts]) => total + (day >= from && day <= to ? counts[counter]! : 0),
    0,
  )
}

/** Totals, and the days that any window can reach. */
function windows(bytes: Uint8Array): object {
  const { before, days } = unpackHistory(bytes)
  return {
    total: days.reduce((total, { counts }) => sum(total, counts), before.counts),
    recent: days.filter(({ day }) => day > (days.at(-1)?.day ?? 0) - DAYS_KEPT),
  }
}

describe('a packed history', () => {
  it('gives the sum of any window by two look-ups', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 0, max: DAYS_KEPT }), fc.nat(90), (events, back, length) => {
        const bytes = packHistory(historyOf(events))
        const days = plain(events)
        const last = [...days.keys()].at(-1) ?? TODAY
        const from = Math.max(last - back, last - DAYS_KEPT + 1)
        const to = from + length
        for (const counter of COUNTERS.keys()) {
          const column = columnOf(bytes, 0, counter)
          const at = (day: number) => sumAt(bytes, 0, column, counter, daysUntil(bytes, 0, day))
          assert.equal(at(to) - at(from - 1), sumOfDays(days, counter, from, to))
        }
      }),
    )
  })

  it('loses no total and no active day to what it folds', () => {
    fc.assert(
      fc.property(events, events, (some, others) => {
        const once = unpackHistory(packHistory(historyOf(some)))
        const bytes = packHistory(addDays(once, others))
        const { before, days } = unpackHistory(bytes)
        const all = plain([...some, ...others])
        const total = days.reduce((total, { counts }) => sum(total, counts), before.counts)
        const expected = COUNTERS.map((_, counter) => sumOfDays(all, counter, 0, TODAY))
        assert.deepEqual(total, expected)
        assert.deepEqual(totalsBefore(bytes, 0), [...before.counts])
        assert.equal(historyLength(bytes, 0), bytes.length)
      }),
    )
  })

  it('knows the first day and how many there were, however many it folded', () => {
    const days = Array.from({ length: 500 }, (_, i) => ({ day: TODAY - 499 + i, counts: [1, 1, 0, 0, 0, 0] }))
    const { before, days: kept } = unpackHistory(packHistory(historyOf(days)))
    assert.equal(kept.length, DAYS_KEPT)
    assert.deepEqual(before, { counts: [300, 300, 0, 0, 0, 0], days: 300, firstDay: TODAY - 499 })
  })

  it('takes the last day, and days after it, in place as if it were packed anew', () => {
    const steps = fc.array(fc.record({ ahead: fc.nat(3), counts }), { maxLength: 20 })
    fc.assert(
      fc.property(events, steps, (events, steps) => {
        let history = historyOf(events)
        let bytes = packHistory(history, 8)
        let day = history.days.at(-1)?.day ?? TODAY
        for (const step of steps) {
          day += step.ahead
          history = setDay(history, day, step.counts)
          if (!setLastDay(bytes, 0, day, step.counts)) bytes = packHistory(history, 8)
          else assert.ok(!isNothing(step.counts))
          const recent = ({ days }: History) => days.filter(one => one.day > day - DAYS_KEPT)
          assert.deepEqual(recent(unpackHistory(bytes)), recent(history))
        }
      }),
    )
  })

  it('takes more days as if all had come at once, wherever they fall', () => {
    fc.assert(
      fc.property(events, events, fc.nat(8), (some, others, spare) => {
        const days = others.toSorted((a, b) => a.day - b.day)
        const bytes = mergeDays(packHistory(historyOf(some), spare), days, spare)
        assert.deepEqual(windows(bytes), windows(packHistory(historyOf([...some, ...others]))))
        assert.equal(historyLength(bytes, 0), bytes.length)
        assert.deepEqual(windows(mergeDays(null, days, spare)), windows(packHistory(historyOf(others))))
      }),
    )
  })

  it('refuses bytes of a format that it does not know', () => {
    assert.throws(() => unpackHistory(Uint8Array.of(9, 0, 0)), /format 9/)
  })

  it('takes 9 bytes a day of an avatar that is looked at often, and 35 beside them', () => {
    const days = Array.from({ length: 180 }, (_, i) => ({ day: TODAY - i, counts: [40, 8, 1, 1, 0, 1] }))
    assert.equal(packHistory(historyOf(days), 0).length, 35 + 180 * (1 + 2 + 2 + 1 + 1 + 0 + 2))
  })
})
