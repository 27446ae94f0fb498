import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { TrendingRanking } from './trending.ts'

function setUp(ranked: () => number[]) {
  const view = new FakeView(6)
  const clock = new ManualClock(Date.UTC(1970, 0, 11))
  const requests: number[] = []
  const mostViewed = async (days: number) => {
    requests.push(days)
    return ranked()
  }
  return { view, clock, asked: requests, trending: new TrendingRanking({ mostViewed, view, clock }) }
}

describe('trending avatars', () => {
  it('are ranked by the last seven days, today included', async () => {
    const { trending, asked } = setUp(() => [])
    await trending.top(1)
    assert.deepEqual(asked, [7])
  })

  it('are the most viewed of the week, followed by those with the most lifetime views', async () => {
    const { trending } = setUp(() => [1, 3])
    assert.deepEqual(await trending.top(4), [1, 3, 5, 4])
  })

  it('do not include hidden avatars', async () => {
    const { trending, view } = setUp(() => [1, 3])
    view.hide(1, 5)
    assert.deepEqual(await trending.top(3), [3, 4, 2])
  })

  it('are ranked at most every two seconds', async () => {
    const { trending, clock, asked } = setUp(() => [1])
    await trending.top(1)
    clock.advance(1999)
    await trending.top(1)
    assert.equal(asked.length, 1)
    clock.advance(1)
    await trending.top(1)
    assert.equal(asked.length, 2)
  })

  it('are ranked again after a failure', async () => {
    let fails = true
    const { trending } = setUp(() => {
      if (fails) throw new Error('down')
      return [2]
    })
    await assert.rejects(trending.top(1), /down/)
    fails = false
    assert.deepEqual(await trending.top(1), [2])
  })
})
