import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import fc from 'fast-check'
import { ByteArena } from '../../platform/read-model/byte-arena.ts'
import { NET } from './counts.ts'
import { Histories } from './histories.ts'
import { NO_HISTORY, packHistory, setDay, unpackHistory } from './packed-history.ts'

const TODAY = 20_778
const key = fc.integer({ min: 1, max: 12 })
const counts = fc.tuple(...NET.map(isNet => fc.integer({ min: isNet ? -200 : 0, max: 90_000 })))
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), key, back: fc.nat(30), counts }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), counter: fc.nat(5), days: fc.nat(40) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), key, counts }) },
)

function window(histories: Histories, counter: number, from: number): Int32Array {
  const before = histories.sumsUntil(counter, from - 1)
  return histories.sumsUntil(counter, TODAY).map((sum, place) => sum - before[place]!)
}

describe('histories in memory', () => {
  it('agree with a plain table after any changes, windows asked for before them included', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), steps => {
        const histories = new Histories(new ByteArena())
        const table = new Map<number, Map<number, readonly number[]>>()
        const asked: { counter: number; from: number }[] = []
        for (const one of steps) {
          if (one.kind === 'ask') {
            asked.push({ counter: one.counter, from: TODAY - one.days })
            for (const day of [TODAY, TODAY - one.days - 1]) histories.sumsUntil(one.counter, day)
          } else if (one.kind === 'compact') histories.compact(3)
          else if (one.kind === 'replace') {
            table.set(one.key, new Map([[TODAY - 2, one.counts]]))
            histories.replace(one.key, packHistory(setDay(NO_HISTORY, TODAY - 2, one.counts)))
          } else {
            const days = table.get(one.key) ?? new Map()
            table.set(one.key, days.set(TODAY - one.back, one.counts))
            histories.set(one.key, TODAY - one.back, one.counts)
          }
        }
        const expected = (key: number, counter: number, from: number) =>
          [...table.get(key)!].reduce((sum, [day, counts]) => sum + (day >= from ? counts[counter]! : 0), 0)
        for (const key of table.keys()) {
          const place = histories.placeOf(key)
          for (const { counter, from } of asked)
            assert.equal(window(histories, counter, from)[place], expected(key, counter, from))
          const totals = COUNTERS.map((_, counter) => expected(key, counter, 0))
          assert.deepEqual(histories.totalsOf(place), totals)
          assert.deepEqual(histories.countsOf(place, 0, TODAY), totals)
          const isActive = [...table.get(key)!.values()].some(counts => counts.some(count => count !== 0))
          assert.equal(histories.isActive(place), isActive)
        }
      }),
    )
  })

  it('answer any day, however many were asked for before', () => {
    const histories = new Histories(new ByteArena())
    for (let back = 0; back < 100; back++) histories.set(1, TODAY - 99 + back, [0, 1, 0, 0, 0, 0])
    for (let round = 0; round < 2; round++)
      for (let back = 0; back < 100; back++) assert.equal(histories.sumsUntil(1, TODAY - back)[0], 100 - back)
  })

  it('gives back the memory of what was replaced, and keeps the rest', () => {
    const histories = new Histories(new ByteArena())
    const bulky = Array.from({ length: 199 }, (_, i) => i).reduce(
      (history, i) => setDay(history, TODAY - i, [70_000, 70_000, 70_000, 70_000, 70_000, 70_000]),
      NO_HISTORY,
    )
    const bytes = packHistory(bulky)
    for (let round = 0; round < 4; round++)
      for (let key = 1; key <= 2000; key++) histories.replace(key, bytes)
    const before = histories.byteLength
    while (histories.compact(100)) {}
    assert.ok(histories.byteLength < before / 2, `${histories.byteLength} of ${before}`)
    assert.deepEqual(histories.historyOf(histories.placeOf(7)), unpackHistory(bytes))
  })
})
