import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { NO_COUNTS } from './counts.ts'
import { Histories } from './histories.ts'
import { TrackedAvatars } from './tracked-avatars.ts'

const TODAY = 20_778
const VIEWED = [0, 1, 0, 0, 0, 0]

/** A catalog in which each key has the slot 10 × key, and which counts how many slots are looked up. */
class View {
  matchesVersion = 0
  slotsLost = 0
  lookUps = 0
  readonly slots = new Map<number, number>()

  add(key: number, slot = key * 10): void {
    this.slots.set(key, slot)
    this.matchesVersion++
  }

  slotOfKey(key: number): number {
    this.lookUps++
    return this.slots.get(key) ?? -1
  }
}

function setUp(keys: readonly number[]) {
  const view = new View()
  const histories = new Histories()
  for (const key of keys) {
    view.add(key)
    histories.set(key, TODAY, VIEWED)
  }
  const avatars = new TrackedAvatars({ histories, view })
  const tracked = () => {
    const { slots, places } = avatars.current()
    return { slots: [...slots], keys: Array.from(places, place => histories.keys[place]) }
  }
  return { view, histories, avatars, tracked }
}

describe('the avatars with activity', () => {
  it('have no slot looked up again when avatars are added or another one has activity', () => {
    const { view, histories, tracked } = setUp([1, 2, 3])
    assert.deepEqual(tracked(), { slots: [10, 20, 30], keys: [1, 2, 3] })
    assert.equal(view.lookUps, 3)
    view.add(4)
    assert.deepEqual(tracked().keys, [1, 2, 3])
    histories.set(4, TODAY, VIEWED)
    assert.deepEqual(tracked(), { slots: [10, 20, 30, 40], keys: [1, 2, 3, 4] })
    assert.equal(view.lookUps, 4)
  })

  it('keep their order while avatars with new activity are added at the end', () => {
    const { view, histories, avatars } = setUp([1, 2])
    const first = avatars.current()
    view.add(3)
    histories.set(3, TODAY, VIEWED)
    const second = avatars.current()
    assert.equal(second.version, first.version)
    assert.deepEqual([...second.slots], [...first.slots, 30])
    histories.set(1, TODAY, NO_COUNTS)
    view.add(4)
    histories.set(4, TODAY, VIEWED)
    assert.notEqual(avatars.current().version, first.version)
  })

  it('are those of a new collection after any changes', () => {
    const change = fc.record({
      kind: fc.constantFrom('view', 'view', 'view', 'undo', 'add', 'add', 'lose', 'clear'),
      key: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 }), rounds => {
        const { view, histories, avatars } = setUp([])
        let before = avatars.current()
        for (const changes of rounds) {
          for (const { kind, key } of changes) {
            if (kind === 'view') histories.set(key, TODAY, VIEWED)
            else if (kind === 'undo') histories.set(key, TODAY, NO_COUNTS)
            else if (kind === 'add') view.add(key)
            else if (kind === 'clear') histories.clear()
            else if (view.slots.delete(key)) view.slotsLost++
          }
          const now = avatars.current()
          const { slots, places } = new TrackedAvatars({ histories, view }).current()
          assert.deepEqual([now.slots, now.places], [slots, places])
          if (now.version === before.version)
            assert.deepEqual(now.slots.subarray(0, before.slots.length), before.slots)
          before = now
        }
      }),
    )
  })

  it('exclude those whose counts were undone, and those that the catalog does not have yet', () => {
    const { view, histories, tracked } = setUp([1, 2])
    histories.set(5, TODAY, VIEWED)
    assert.deepEqual(tracked().keys, [1, 2])
    view.add(5)
    assert.deepEqual(tracked().keys, [1, 2, 5])
    histories.set(1, TODAY, NO_COUNTS)
    assert.deepEqual(tracked().keys, [2, 5])
  })

  it('have their slots looked up again when one was lost, and when the histories were loaded again', () => {
    const { view, histories, tracked } = setUp([1, 2])
    tracked()
    view.slots.delete(1)
    view.slotsLost++
    assert.deepEqual(tracked(), { slots: [20], keys: [2] })
    histories.clear()
    view.add(3)
    histories.set(3, TODAY, VIEWED)
    histories.set(2, TODAY, VIEWED)
    assert.deepEqual(tracked(), { slots: [30, 20], keys: [3, 2] })
  })
})
