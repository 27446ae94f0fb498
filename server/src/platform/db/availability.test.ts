import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { Availability } from './availability.ts'

const DEADLINE_MS = 30_000
const isLate = (error: DatabaseUnavailableError) => error.fault === 'deadline'

/** Waits for an answer on timers that move only when the test moves them. */
function waitForAnswer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const availability = new Availability(async () => {}, { onFailedStatement() {}, onAway() {}, onBack() {} })
  t.after(() => availability.close())
  const { promise: work, resolve: answer } = Promise.withResolvers<string>()
  const answered = availability.waitFor(work, DEADLINE_MS)
  answered.catch(() => {})
  const run = (seconds: number) => {
    for (let second = 0; second < seconds; second++) t.mock.timers.tick(1000)
  }
  return { answer, answered, run, freeze: (ms: number) => t.mock.timers.tick(ms) }
}

describe('the deadline of a statement', () => {
  it('ends the wait for it', async t => {
    const { answered, run } = waitForAnswer(t)
    run(30)
    await assert.rejects(answered, isLate)
  })

  it('does not count the time for which the process was frozen', async t => {
    const { answer, answered, run, freeze } = waitForAnswer(t)
    run(10)
    freeze(75 * 60_000)
    run(18)
    await nextTurn()
    answer('saved')
    assert.equal(await answered, 'saved')
  })

  it('ends the wait after a freeze, too', async t => {
    const { answered, run, freeze } = waitForAnswer(t)
    run(10)
    freeze(75 * 60_000)
    run(19)
    await assert.rejects(answered, isLate)
  })
})
