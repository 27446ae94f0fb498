import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { Channel } from './channel.ts'

describe('a channel that is closed', () => {
  it('answers a question at once', async () => {
    const channel = new Channel(
      { connected: false, on() {} },
      {
        clock: new ManualClock(),
        metrics: async () => '',
      },
    )
    const pendingAnswers = Promise.all([channel.askForMetrics(), channel.awaitArrivals()])
    assert.deepEqual(await Promise.race([pendingAnswers, setImmediate('it waits')]), [null, false])
  })
})
