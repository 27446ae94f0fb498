import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import { runSync } from '../../kernel/run-in-turns.ts'
import { NO_COUNTS } from './counts.ts'
import { Histories } from './histories.ts'

const TODAY = 20_778

function stepsOf(work: Iterator<void, unknown>): number {
  let steps = 0
  while (!work.next().done) steps++
  return steps
}

describe('the histories in memory', () => {
  it('prepare sums in steps of at most one day', () => {
    const histories = new Histories()
    histories.dropBefore(TODAY - 63)
    for (let back = 0; back < 64; back++) histories.set(1, TODAY - back, [0, 1, 0, 0, 0, 0])
    const takenCount = stepsOf(histories.prepareSums())
    // Two columns of 32 days are prepared for each of the six counters, except for days after the last one.
    assert.ok(takenCount > 6 * 32, `${takenCount} steps`)
    assert.equal(histories.sumsSince(1, TODAY - 40)[0], 41)
  })

  it('fill a day in steps of some thousand avatars, then of one counter', () => {
    const histories = new Histories()
    const keys = Array.from({ length: 50_000 }, (_, i) => i + 1)
    const takenCount = stepsOf(
      histories.fill(
        TODAY,
        keys,
        COUNTERS.map((_, counter) => keys.map(key => (key * counter) % 9)),
      ),
    )
    assert.ok(takenCount >= 5 + COUNTERS.length, `${takenCount} steps`)
    assert.deepEqual(
      histories.totalsOf(histories.placeOf(8001)),
      [0, 0, 0, 0, 0, 0].map((_, i) => (8001 * i) % 9),
    )
  })

  it('merge a day when more than a quarter of its avatars changed', () => {
    const histories = new Histories()
    const keys = Array.from({ length: 4096 }, (_, i) => i + 1)
    const columns = NO_COUNTS.map(() => keys.map(() => 1))
    runSync(histories.fill(TODAY, keys, columns))
    runSync(histories.mergeChanges())
    const few = keys.slice(0, 2048)
    histories.add(TODAY, few, new Float64Array(few.length * COUNTERS.length).fill(1))
    assert.equal(stepsOf(histories.mergeChanges()), 0)
    histories.add(TODAY, [4000], new Float64Array(COUNTERS.length).fill(1))
    assert.ok(stepsOf(histories.mergeChanges()) > 0)
    assert.equal(stepsOf(histories.mergeChanges()), 0)
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
    for (let key = 3; key < 180_000; key += 4) histories.set(key, TODAY, changed(key))
    const capture = histories.capture()
    for (let key = 3; key < 180_000; key += 400) histories.set(key, TODAY, NO_COUNTS)
    const merged = stepsOf(histories.mergeChanges())
    assert.ok(merged > 35, `${merged} steps`)
    const restored = new Histories()
    restored.restore(runSync(capture))
    for (let key = 1; key < 180_000; key += 3) {
      const isChanged = key % 4 === 3
      const expected = isChanged
        ? changed(key)
        : key <= 150_000
          ? COUNTERS.map((_, i) => countOf(key, i))
          : null
      const place = restored.placeOf(key)
      if (expected === null) assert.equal(place, -1)
      else assert.deepEqual(restored.totalsOf(place), expected)
      if (expected !== null) assert.deepEqual(restored.countsOf(place, TODAY, TODAY), expected)
      if (isChanged && key % 400 === 3) assert.equal(histories.countOn(histories.placeOf(key), 1, TODAY), 0)
    }
  })
})
