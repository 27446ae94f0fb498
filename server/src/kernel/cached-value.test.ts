import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../tests/support/manual-clock.ts'
import { CachedValue } from './cached-value.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

function setUp() {
  const clock = new ManualClock()
  const source = { times: 0, fails: false, error: new Error('down') }
  const load = async () => {
    source.times++
    if (source.fails) throw source.error
    return source.times
  }
  return { clock, source, value: new CachedValue({ clock, freshMs: 10_000, load }) }
}

describe('a cached value', () => {
  it('is loaded once for simultaneous callers', async () => {
    const { value } = setUp()
    assert.deepEqual(await Promise.all([value.get(), value.get(), value.get()]), [1, 1, 1])
  })

  it('is loaded again when it is too old', async () => {
    const { value, clock } = setUp()
    await value.get()
    clock.advance(9_999)
    assert.equal(await value.get(), 1)
    clock.advance(1)
    assert.equal(await value.get(), 2)
  })

  it('is loaded again when the clock is set back', async () => {
    const { value, clock } = setUp()
    await value.get()
    clock.advance(-1)
    assert.equal(await value.get(), 2)
  })

  it('is loaded again after a failure', async () => {
    const { value, source } = setUp()
    source.fails = true
    await assert.rejects(value.get(), /down/)
    source.fails = false
    assert.equal(await value.get(), 2)
  })

  it('is the last one while the database is away', async () => {
    const { value, source, clock } = setUp()
    source.error = new DatabaseUnavailableError('unreachable', 'nobody there')
    source.fails = true
    await assert.rejects(value.get(), /nobody there/)
    source.fails = false
    assert.equal(await value.get(), 2)
    clock.advance(10_000)
    source.fails = true
    assert.deepEqual([await value.get(), await value.get()], [2, 2])
    assert.equal(source.times, 3)
    clock.advance(10_000)
    source.fails = false
    assert.equal(await value.get(), 4)
  })
})
