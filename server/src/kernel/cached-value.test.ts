import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../tests/support/manual-clock.ts'
import { CachedValue } from './cached-value.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

function setUp() {
  const clock = new ManualClock()
  const asked = { times: 0, fails: false, error: new Error('down') }
  const ask = async () => {
    asked.times++
    if (asked.fails) throw asked.error
    return asked.times
  }
  return { clock, asked, fresh: new CachedValue({ clock, freshMs: 10_000, ask }) }
}

describe('a cached value', () => {
  it('is loaded once for callers that come at the same time', async () => {
    const { fresh } = setUp()
    assert.deepEqual(await Promise.all([fresh.get(), fresh.get(), fresh.get()]), [1, 1, 1])
  })

  it('is loaded again when it is too old', async () => {
    const { fresh, clock } = setUp()
    await fresh.get()
    clock.advance(9_999)
    assert.equal(await fresh.get(), 1)
    clock.advance(1)
    assert.equal(await fresh.get(), 2)
  })

  it('is loaded again when the clock is set back', async () => {
    const { fresh, clock } = setUp()
    await fresh.get()
    clock.advance(-1)
    assert.equal(await fresh.get(), 2)
  })

  it('is loaded again after a failure', async () => {
    const { fresh, asked } = setUp()
    asked.fails = true
    await assert.rejects(fresh.get(), /down/)
    asked.fails = false
    assert.equal(await fresh.get(), 2)
  })

  it('is the last one while the database is away', async () => {
    const { fresh, asked, clock } = setUp()
    asked.error = new DatabaseUnavailableError('unreachable', 'nobody there')
    asked.fails = true
    await assert.rejects(fresh.get(), /nobody there/)
    asked.fails = false
    assert.equal(await fresh.get(), 2)
    clock.advance(10_000)
    asked.fails = true
    assert.deepEqual([await fresh.get(), await fresh.get()], [2, 2])
    assert.equal(asked.times, 3)
    clock.advance(10_000)
    asked.fails = false
    assert.equal(await fresh.get(), 4)
  })
})
