import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { RandomAvatars } from './random-avatars.ts'

/** Mulberry32, which gives the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A view of `size` slots of which every `step`th is listed; it records how many avatars it was asked for. */
class SparseView extends FakeView {
  readonly asked: number[] = []

  constructor(size: number, step: number) {
    super(size)
    this.hide(...Array.from({ length: size }, (_, slot) => slot).filter(slot => slot % step !== 0))
  }

  override search(query: { offset: number; limit: number }) {
    this.asked.push(query.limit)
    return super.search(query)
  }
}

const CASES = [
  { name: 'drawn from all slots', size: 120, step: 3, limit: 5 },
  { name: 'where few can be shown', size: 1000, step: 50, limit: 5 },
  { name: 'where most can be shown at once', size: 16, step: 2, limit: 5 },
]

describe('random avatars', () => {
  for (const { name, size, step, limit } of CASES) {
    it(`are equally likely at every position, ${name}`, () => {
      const random = new RandomAvatars({ view: new SparseView(size, step), random: seeded(7) })
      const listed = Math.ceil(size / step)
      const rounds = 400 * listed
      const times = Array.from({ length: limit }, () => new Map<number, number>())
      for (let round = 0; round < rounds; round++) {
        const slots = random.pick(limit, null)
        assert.equal(new Set(slots).size, limit)
        for (const [place, slot] of slots.entries())
          times[place]!.set(slot, (times[place]!.get(slot) ?? 0) + 1)
      }
      for (const counts of times) {
        assert.equal(counts.size, listed)
        for (const [slot, count] of counts) {
          assert.equal(slot % step, 0)
          assert.ok(Math.abs(count - 400) < 100, `slot ${slot}: ${count} times, not some 400`)
        }
      }
    })
  }

  it('are all avatars in any order when more are requested', () => {
    const random = new RandomAvatars({ view: new FakeView(30), random: seeded(1) })
    const [first, second] = [random.pick(500, 'pc'), random.pick(500, 'pc')]
    const all = Array.from({ length: 30 }, (_, slot) => slot)
    const inOrder = (slots: readonly number[]) => slots.toSorted((a, b) => a - b)
    assert.deepEqual([inOrder(first), inOrder(second)], [all, all])
    assert.notDeepEqual(first, second)
    assert.deepEqual(new RandomAvatars({ view: new FakeView(0), random: seeded(1) }).pick(5, null), [])
  })

  it('cost in proportion to the answer, whatever the size of the catalog', () => {
    const view = new SparseView(20_000, 4)
    let drawn = 0
    const next = seeded(3)
    const random = new RandomAvatars({ view, random: () => ++drawn && next() })
    random.pick(50, null)
    assert.ok(drawn < 50 * 8, `${drawn} numbers drawn`)
    assert.deepEqual(view.asked, [0])
  })

  it('of a platform are drawn from those that are listed on it', () => {
    const view = new FakeView(4000)
    view.isListed = (slot, platform) => platform === 'quest' && slot % 3 === 0
    const slots = new RandomAvatars({ view, random: seeded(5) }).pick(100, 'quest')
    assert.equal(slots.length, 100)
    assert.ok(slots.every(slot => slot % 3 === 0))
  })

  it('of a rare platform are listed once per version of the catalog', () => {
    const view = new SparseView(4000, 100)
    const random = new RandomAvatars({ view, random: seeded(3) })
    random.pick(5, 'ios')
    random.pick(5, 'ios')
    assert.deepEqual(view.asked, [0, 40, 0])
    view.hide(0)
    for (let n = 0; n < 200; n++) assert.ok(!random.pick(5, 'ios').includes(0))
  })
})
