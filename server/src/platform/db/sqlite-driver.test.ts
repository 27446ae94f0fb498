import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { whileBusy } from './sqlite-driver.ts'

const busyError = () =>
  Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })

function setUp() {
  let nowMs = 0
  const busy = { deadlineMs: 15_000, now: () => nowMs, random: () => 0 }
  const period = { sinceMs: 0, lastBusyMs: Number.NEGATIVE_INFINITY }
  /** Runs a statement that finds the lock held `failures` times, for 400 ms each, before it succeeds. */
  const statement = async (failures: number) => {
    let leftCount = failures
    const attempt = () => {
      nowMs += 400
      if (leftCount-- > 0) throw busyError()
      return 'done'
    }
    return await whileBusy(busy, attempt, period)
  }
  return { statement }
}

describe('statements while another process writes', () => {
  it('succeed however often the lock was held before each of them', async () => {
    const { statement } = setUp()
    for (let n = 0; n < 100; n++) assert.equal(await statement(2), 'done')
  })

  it('have one deadline while none succeeds', async () => {
    const { statement } = setUp()
    assert.equal(await statement(30), 'done')
    await assert.rejects(statement(1000), /locked for 15000 ms/)
    await assert.rejects(statement(2), /locked for 15000 ms/)
  })
})
