import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import fc from 'fast-check'
import { runSync } from '../../kernel/in-turns.ts'
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

function stepsOf(work: Iterator<void, unknown>): number {
  let steps = 0
  while (!work.next().done) steps++
  return steps
}

describe('the histories in memory', () => {
  it('agree with a model of plain maps after any sequence of changes and reads', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), steps => {
        let histories = new Histories()
        const model = new Model()
        const asked: Asked[] = []
        let captures: Capture[] = []
        histories.keepFrom(model.firstKept)
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
            histories.keepFrom(model.firstKept)
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
      histories.keepFrom(today - KEPT + 1)
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
    histories.keepFrom(TODAY + 1)
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

  it('take no more memory when the same avatars are counted again', () => {
    const histories = new Histories()
    const setAll = (views: number) => {
      for (let key = 1; key <= 3000; key++) histories.set(key, TODAY, [0, views, 0, 0, 0, 0])
      runSync(histories.mergeChanges())
    }
    setAll(9)
    const before = histories.byteLength
    for (let views = 1; views < 10; views++) setAll(views)
    assert.equal(histories.byteLength, before)
    assert.deepEqual(histories.totalsOf(histories.placeOf(7)), [0, 9, 0, 0, 0, 0])
  })

  it('take few bits per avatar and day, including the index of its row', () => {
    const histories = new Histories()
    const keys = Array.from({ length: 1024 }, (_, i) => i + 1)
    for (const key of keys) histories.set(key, TODAY - 1, [40, 8, 1, 1, 0, 1])
    runSync(histories.capture())
    const before = histories.byteLength
    for (const key of keys) histories.set(key, TODAY, [40, 8, 1, 1, 0, 1])
    runSync(histories.capture())
    const widths = [8, 4, 2, 2, 1, 2]
    const rowBits = widths.reduce((bits, width) => bits + width, 0)
    assert.equal(histories.byteLength - before, (1024 * rowBits) / 8 + widths.length * 4 + (1024 / 32) * 8)
  })

  it('grow by an eighth and keep their sums', () => {
    const histories = new Histories()
    for (let key = 1; key <= 9000; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    runSync(histories.capture())
    for (let back = 0; back < 20; back++) histories.sumsSince(1, TODAY - back)
    let before = histories.byteLength
    for (let key = 9001; key <= 20_000; key++) {
      histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
      const after = histories.byteLength
      assert.ok(after >= before && after < before * 1.15, `${before} bytes became ${after}`)
      before = after
    }
    assert.equal(histories.sumsSince(1, TODAY - 5)[19_999], 1)
  })

  it('make room for more avatars in steps of one column, and answer between them', () => {
    const histories = new Histories()
    const days = 40
    for (let back = 0; back < days; back++) histories.set(1, TODAY - back, [0, 1, 0, 0, 0, 0])
    for (let key = 2; key <= 992; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    runSync(histories.mergeChanges())
    for (let back = 0; back < 24; back++) histories.sumsSince(1, TODAY - back)
    const before = histories.byteLength
    histories.set(1001, TODAY, [0, 1, 0, 0, 0, 0])
    let steps = 0
    for (const _ of histories.mergeChanges()) {
      const back = (steps++ * 7) % days
      histories.set(1001 + steps * 10, TODAY, [0, steps, 0, 0, 0, 0])
      const sums = histories.sumsSince(1, TODAY - back)
      assert.deepEqual([sums[0], sums[histories.placeOf(1001 + steps * 10)]], [back + 1, steps])
    }
    assert.ok(steps >= 24, `${steps} steps`)
    assert.ok(histories.byteLength > before * 1.1)
    for (let back = 0; back < days; back++) assert.equal(histories.sumsSince(1, TODAY - back)[0], back + 1)
    const grown = histories.byteLength
    for (let key = 5000; key < 5080; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    assert.equal(histories.byteLength, grown)
  })

  it('prepare sums in steps of at most one day', () => {
    const histories = new Histories()
    histories.keepFrom(TODAY - 63)
    for (let back = 0; back < 64; back++) histories.set(1, TODAY - back, [0, 1, 0, 0, 0, 0])
    const taken = stepsOf(histories.prepareSums())
    // Two columns of 32 days are prepared for each of the six counters, except for days after the last one.
    assert.ok(taken > 6 * 32, `${taken} steps`)
    assert.equal(histories.sumsSince(1, TODAY - 40)[0], 41)
  })

  it('fill a day in steps of some thousand avatars, then of one counter', () => {
    const histories = new Histories()
    const keys = Array.from({ length: 50_000 }, (_, i) => i + 1)
    const taken = stepsOf(
      histories.fill(
        TODAY,
        keys,
        COUNTERS.map((_, counter) => keys.map(key => (key * counter) % 9)),
      ),
    )
    assert.ok(taken >= 5 + COUNTERS.length, `${taken} steps`)
    assert.deepEqual(
      histories.totalsOf(histories.placeOf(8001)),
      [0, 0, 0, 0, 0, 0].map((_, i) => (8001 * i) % 9),
    )
  })

  it('merge and capture a day in steps of one counter, and answer between them', () => {
    const histories = new Histories()
    const count = () => histories.totalsOf(0)[1]
    for (let key = 1; key <= 3000; key++) histories.set(key, TODAY, [0, 1, 0, 0, 0, 0])
    const capture = histories.capture()
    const merge = histories.mergeChanges()
    for (let step = 0; step < COUNTERS.length; step++) {
      assert.equal(merge.next().done, false)
      assert.equal(capture.next().done, false)
      histories.set(1, TODAY, [0, step + 2, 0, 0, 0, 0])
      assert.deepEqual([count(), histories.countOn(0, 1, TODAY)], [step + 2, step + 2])
    }
    const [merged, captured] = [merge.next(), capture.next()]
    assert.ok(merged.done && captured.done)
    assert.deepEqual([count(), histories.countOn(0, 1, TODAY)], [7, 7])
    const restored = new Histories()
    restored.restore(captured.value)
    assert.equal(restored.countOn(0, 1, TODAY), 1)
  })

  it('fill, merge and capture a day of very many avatars in many steps', () => {
    const histories = new Histories()
    const keys = Array.from({ length: 150_000 }, (_, i) => i + 1)
    /** One in a thousand views is too large for a code, and likes may be negative. */
    const countOf = (key: number, counter: number) =>
      counter === 1 && key % 1000 === 0
        ? 100_000 + key
        : ((key * (counter + 3)) % 7) - (counter === 4 ? 3 : 0)
    const columns = COUNTERS.map((_, counter) => keys.map(key => countOf(key, counter)))
    const filled = stepsOf(histories.fill(TODAY, keys, columns))
    assert.ok(filled > 60, `${filled} steps`)
    const changed = (key: number) => COUNTERS.map((_, counter) => countOf(key + 500, counter))
    for (let key = 7; key < 180_000; key += 13) histories.set(key, TODAY, changed(key))
    const capture = histories.capture()
    for (let key = 7; key < 180_000; key += 1300) histories.set(key, TODAY, NO_COUNTS)
    const merged = stepsOf(histories.mergeChanges())
    assert.ok(merged > 35, `${merged} steps`)
    const restored = new Histories()
    restored.restore(runSync(capture))
    for (let key = 1; key < 180_000; key += 3) {
      const isChanged = key % 13 === 7
      const expected = isChanged
        ? changed(key)
        : key <= 150_000
          ? COUNTERS.map((_, i) => countOf(key, i))
          : null
      const place = restored.placeOf(key)
      if (expected === null) assert.equal(place, -1)
      else assert.deepEqual(restored.totalsOf(place), expected)
      if (expected !== null) assert.deepEqual(restored.countsOf(place, TODAY, TODAY), expected)
      if (isChanged && key % 1300 === 7) assert.equal(histories.countOn(histories.placeOf(key), 1, TODAY), 0)
    }
  })

  it('keep changes that another merge wrote while histories were captured', () => {
    const histories = new Histories()
    histories.set(1, TODAY, [0, 1, 0, 0, 0, 0])
    const capture = histories.capture()
    capture.next()
    histories.set(1, TODAY, [0, 2, 0, 0, 0, 0])
    runSync(histories.capture())
    runSync(capture)
    assert.equal(histories.countOn(0, 1, TODAY), 2)
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
    histories.keepFrom(TODAY + 1)
    assert.deepEqual(activeDays(), [1, 0, 1])
  })

  it('refuse a day before the first kept day', () => {
    const histories = new Histories()
    histories.keepFrom(TODAY)
    assert.throws(() => histories.set(1, TODAY - 1, [1, 1, 0, 0, 0, 0]), RangeError)
    assert.throws(() => runSync(histories.fill(TODAY - 1, [1], [[1], [1], [0], [0], [0], [0]])), RangeError)
  })

  it('do not change captured histories', () => {
    const histories = new Histories()
    for (let key = 1; key <= 40; key++) histories.set(key, TODAY, [key, 1, 0, 0, 0, 0])
    const captured = runSync(histories.capture())
    for (let key = 1; key <= 80; key++) histories.set(key, TODAY, [0, 7, 0, 0, 0, 0])
    runSync(histories.capture())
    const restored = new Histories()
    restored.restore(captured)
    assert.equal(restored.size, 40)
    for (let key = 1; key <= 40; key++)
      assert.deepEqual(restored.totalsOf(restored.placeOf(key)), [key, 1, 0, 0, 0, 0])
  })
})
