import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordLog } from '../../../tests/support/record-log.ts'
import { Metrics } from '../metrics.ts'
import { Overload, type OverloadLevel } from './overload.ts'

function overload(lagMs = 100) {
  const metrics = new Metrics()
  const { log, lines } = recordLog()
  const watched = new Overload({ lagMs, log, metrics, random: () => 0.999 })
  const levelAfter = (lagMs: number): OverloadLevel => {
    watched.note(lagMs)
    return watched.level
  }
  const events = () => lines.map(line => (JSON.parse(line) as { event: string }).event)
  return { watched, metrics, levelAfter, events }
}

describe('overload', () => {
  it('refuses more the longer the event loop lags', () => {
    const { levelAfter } = overload()
    assert.deepEqual([0, 99, 100, 199, 200, 399, 400, 9000].map(levelAfter), [0, 0, 1, 1, 2, 2, 3, 3])
  })

  it('ends a level at half of the lag that began it', () => {
    const { levelAfter } = overload()
    assert.deepEqual([400, 201, 199, 101, 99, 51, 49, 99].map(levelAfter), [3, 3, 2, 2, 1, 1, 0, 0])
  })

  it('refuses nothing without a bound', () => {
    const { levelAfter } = overload(0)
    assert.deepEqual([0, 60_000].map(levelAfter), [0, 0])
  })

  it('tells clients when to come back, counts them, and never refuses what may not be refused', async () => {
    const { watched, metrics } = overload()
    assert.equal(watched.refusalOf(1), null)
    watched.note(250)
    const refusals = ([1, 2, 3, 0] as const).map(from => watched.refusalOf(from))
    assert.deepEqual(
      refusals.map(refusal => refusal?.code ?? null),
      ['overloaded', 'overloaded', null, null],
    )
    assert.deepEqual(refusals[0]!.headers, { 'Retry-After': '10' })
    assert.match(await metrics.text(), /^avatary_rate_limit_refusals_total\{group="overload"\} 2$/m)
    assert.match(await metrics.text(), /^avatary_overload_level 2$/m)
  })

  it('logs its beginning and its end, once', () => {
    const { levelAfter, events } = overload()
    for (const lagMs of [150, 300, 20, 10]) levelAfter(lagMs)
    assert.deepEqual(events(), ['overload-began', 'overload-ended'])
  })
})
