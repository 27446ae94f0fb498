import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import fc from 'fast-check'
import { runSync } from '../../kernel/run-in-turns.ts'
import {
  type ActiveDay,
  addEarlier,
  type Counts,
  type EarlierCounts,
  isZero,
  NO_COUNTS,
  NO_EARLIER_COUNTS,
  sum,
} from './counts.ts'
import { type CapturedHistories, Histories, type History, NO_HISTORY } from './histories.ts'

/** True for the counters that can also decrease, because likes and saves can be undone. */
const NET = COUNTERS.map(counter => counter === 'likes' || counter === 'favorites')
const TODAY = 20_778
const KEPT = 60
/** More places than one word of a day's index covers. */
const MAX_KEYS = 70

const key = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 31, max: 34 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: MAX_KEYS }) },
)
const count = (isNet: boolean) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: isNet ? -3 : 0, max: 5 }) },
    { weight: 2, arbitrary: fc.integer({ min: isNet ? -300 : 0, max: 70_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: isNet ? -(2 ** 40) : 0, max: 2 ** 40 }) },
  )
const counts = fc.oneof(
  { weight: 1, arbitrary: fc.constant(NO_COUNTS) },
  { weight: 6, arbitrary: fc.tuple(...NET.map(count)) },
)
const back = fc.oneof({ weight: 1, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(KEPT - 1) })
/** Columns that are only read at the end. */
const LATE = [0, 2, 7, 31, KEPT - 1].flatMap(back => [0, 1, 4].map(counter => ({ counter, back })))
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('set' as const), key, back, counts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set all' as const), back, counts }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), keys: fc.array(key), back, counts }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fill' as const), back, rows: fc.array(counts) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), counter: fc.nat(5), back }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('capture' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.nat(KEPT + 5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('earlier' as const), key, counts, activeDays: fc.nat(9) }),
  },
)

type Asked = { counter: number; back: number }

/** A reference implementation with plain maps. */
class Model {
  today = TODAY
  readonly #days = new Map<number, Map<number, Counts>>()
  readonly #earlier = new Map<number, EarlierCounts>()

  get firstKept(): number {
    return this.today - KEPT + 1
  }

  set(key: number, day: number, counts: Counts): void {
    const days = this.#days.get(key) ?? new Map<number, Counts>()
    this.#days.set(key, days)
    if (isZero(counts)) days.delete(day)
    else days.set(day, counts)
  }

  add(key: number, day: number, counts: Counts): void {
    this.set(key, day, sum(this.#days.get(key)?.get(day) ?? NO_COUNTS, counts))
  }

  setEarlier(key: number, earlier: EarlierCounts): void {
    this.#earlier.set(key, earlier)
  }

  pass(days: number): void {
    this.today += days
    for (const key of this.#days.keys())
      for (const { day, counts } of this.daysOf(key).filter(({ day }) => day < this.firstKept)) {
        const earlier = { counts, activeDays: 1, firstDay: day, lastDay: day }
        const known = this.#earlier.get(key) ?? NO_EARLIER_COUNTS
        this.#earlier.set(key, known.activeDays === 0 ? earlier : addEarlier(known, earlier))
        this.#days.get(key)!.delete(day)
      }
  }

  /** Keys without counts on a day, every third first, so that they are unordered. */
  keysWithout(day: number): number[] {
    const keys = Array.from({ length: MAX_KEYS }, (_, i) => ((i * 3) % MAX_KEYS) + 1)
    return keys.filter(key => !this.#days.get(key)?.has(day))
  }

  daysOf(key: number): ActiveDay[] {
    const days = Array.from(this.#days.get(key) ?? [], ([day, counts]) => ({ day, counts }))
    return days.sort((a, b) => a.day - b.day)
  }

  since(key: number, first: number): Counts {
    return this.daysOf(key).reduce<Counts>(
      (all, { day, counts }) => (day < first ? all : sum(all, counts)),
      NO_COUNTS,
    )
  }

  historyOf(key: number): History {
    const days = this.daysOf(key)
    const { counts, activeDays, firstDay, lastDay } = this.#earlier.get(key) ?? NO_EARLIER_COUNTS
    return {
      days,
      totals: sum(counts, this.since(key, 0)),
      activeDays: activeDays + days.length,
      firstDay: firstDay || (days[0]?.day ?? null),
      lastDay: days.at(-1)?.day ?? (lastDay || null),
    }
  }
}

function assertSame(histories: Histories, model: Model, asked: readonly Asked[]): void {
  for (let key = 1; key <= MAX_KEYS; key++) {
    const place = histories.placeOf(key)
    const expected = model.historyOf(key)
    if (place === -1) {
      assert.deepEqual(expected, NO_HISTORY)
      continue
    }
    assert.deepEqual(histories.historyOf(place), expected)
    assert.deepEqual(histories.totalsOf(place), expected.totals)
    assert.equal(histories.isActive(place), expected.activeDays > 0)
    for (const { counter, back } of asked) {
      const first = model.today - back
      const counts = model.since(key, first)
      assert.equal(histories.sumsSince(counter, first)[place], counts[counter])
      assert.deepEqual(histories.countsOf(place, first, model.today), counts)
      assert.equal(
        histories.countOn(place, counter, first),
        counts[counter]! - model.since(key, first + 1)[counter]!,
      )
    }
  }
}

/** A capture under way, and the histories that it must return. */
interface Capture {
  steps: Iterator<void, CapturedHistories>
  expected: readonly History[]
}

const KEYS = Array.from({ length: MAX_KEYS }, (_, i) => i + 1)

function historiesOf(model: Model): History[] {
  return KEYS.map(key => model.historyOf(key))
}

/** Takes one step of a capture, and after the last one compares the result. */
function isCaptured({ steps, expected }: Capture): boolean {
  const step = steps.next()
  if (!step.done) return false
  const restored = new Histories()
  restored.restore(step.value)
  const held = KEYS.map(key => {
    const place = restored.placeOf(key)
    return place === -1 ? NO_HISTORY : restored.historyOf(place)
  })
  assert.deepEqual(held, expected)
  return true
}

describe('the histories in memory', () => {
  it('agree with a model of plain maps after any sequence of changes and reads', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), steps => {
        let histories = new Histories()
        const model = new Model()
        const asked: Asked[] = []
        let captures: Capture[] = []
        histories.dropBefore(model.firstKept)
        const set = (key: number, back: number, counts: Counts) => {
          histories.set(key, model.today - back, counts)
          model.set(key, model.today - back, counts)
        }
        for (const one of steps) {
          captures = captures.filter(capture => !isCaptured(capture))
          if (one.kind === 'set') set(one.key, one.back, one.counts)
          else if (one.kind === 'set all')
            for (let key = 1; key <= MAX_KEYS; key++) set(key, one.back, one.counts)
          else if (one.kind === 'add') {
            const day = model.today - one.back
            histories.add(day, one.keys, Float64Array.from(one.keys.flatMap(() => one.counts)))
            for (const key of one.keys) model.add(key, day, one.counts)
          } else if (one.kind === 'fill') {
            const day = model.today - one.back
            const free = model.keysWithout(day).slice(0, one.rows.length)
            const rows = free.map((key, i) => [key, one.rows[i]!] as const)
            const columns = NO_COUNTS.map((_, counter) => rows.map(([, counts]) => counts[counter]!))
            runSync(histories.fill(day, free, columns))
            for (const [key, counts] of rows) model.set(key, day, counts)
          } else if (one.kind === 'ask') {
            asked.push(one)
            histories.sumsSince(one.counter, model.today - one.back)
          } else if (one.kind === 'merge') runSync(histories.capture())
          else if (one.kind === 'capture')
            captures.push({ steps: histories.capture(), expected: historiesOf(model) })
          else if (one.kind === 'restart') {
            const captured = runSync(histories.capture())
            histories = new Histories()
            histories.restore(captured)
          } else if (one.kind === 'pass') {
            model.pass(one.days)
            histories.dropBefore(model.firstKept)
          } else {
            const { counts, activeDays } = one
            const firstDay = activeDays === 0 ? 0 : model.firstKept - 30
            const earlier = {
              counts: activeDays === 0 ? NO_COUNTS : counts,
              activeDays,
              firstDay,
              lastDay: firstDay,
            }
            histories.setEarlier(one.key, earlier)
            model.setEarlier(one.key, earlier)
          }
        }
        while (captures.length > 0) captures = captures.filter(capture => !isCaptured(capture))
        assertSame(histories, model, [...asked, ...LATE])
      }),
    )
  })
})
