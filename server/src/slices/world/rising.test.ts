import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { RisingAvatars } from './rising.ts'

function setUp(ranked: readonly number[], size = 6) {
  const view = new FakeView(size)
  const clock = new ManualClock(Date.UTC(1970, 0, 21))
  const asked: number[][] = []
  const fastestRising = async (...days: number[]) => {
    asked.push(days)
    return ranked
  }
  return { view, clock, asked, rising: new RisingAvatars({ fastestRising, view, clock }) }
}

describe('rising avatars', () => {
  it('are ranked by the last seven days including today, against the seven before', async () => {
    const { rising, asked } = setUp([3, 1])
    assert.deepEqual(await rising.slots(), [3, 1])
    assert.deepEqual(asked, [[7, 600]])
  })

  it('are ranked at most every ten seconds', async () => {
    const { rising, asked, clock } = setUp([3])
    await rising.slots()
    clock.advance(9999)
    await rising.slots()
    assert.equal(asked.length, 1)
    clock.advance(1)
    await rising.slots()
    assert.equal(asked.length, 2)
  })

  it('omit avatars hidden since, and fill at most the longest page', async () => {
    const ranked = Array.from({ length: 600 }, (_, key) => key)
    const { rising, view } = setUp(ranked, 600)
    view.hide(0)
    const slots = await rising.slots()
    assert.deepEqual([slots[0], slots.length], [1, 500])
  })
})
