import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { type ClientNetwork, clientNetwork } from './client-network.ts'
import { type Limits, WINDOW_MS } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'

const ANN = clientNetwork('192.0.2.1')

function create(limits: Partial<Limits> = {}, capacity = 48) {
  const clock = new ManualClock()
  const limiter = new MemoryLimiter({
    limits: { ...LIMITS_PER_MINUTE, ...limits },
    clock,
    random: () => 0,
    capacity,
  })
  return { clock, limiter }
}

/** The address number `at` of a series in which no two share a /16. */
function stranger(at: number): ClientNetwork {
  return clientNetwork(`2001:${(at & 0xffff).toString(16)}:${(at >>> 16).toString(16)}::1`)
}

describe('the limiter under a flood of addresses', () => {
  it('keeps its counters when a table is full', async () => {
    const { limiter } = create({ read: 1 }, 48)
    await limiter.consume('read', ANN, 1)
    for (let at = 0; at < 10_000; at++) await limiter.consume('read', stranger(at), 1)
    assert.ok(!(await limiter.consume('read', ANN, 1)).allowed)
  })

  it('lets newcomers share a counter with their wider network, and forgets that after a minute', async () => {
    const { limiter, clock } = create({ read: 3, global: 0 }, 48)
    for (let at = 0; at < 100; at++) await limiter.consume('read', stranger(at), 1)
    const neighbours = ['198.51.100.1', '198.51.100.2', '198.51.7.3', '198.51.8.4'].map(clientNetwork)
    const allowed: boolean[] = []
    for (const client of neighbours) allowed.push((await limiter.consume('read', client, 1)).allowed)
    assert.deepEqual(allowed, [true, true, true, false])
    clock.advance(WINDOW_MS)
    assert.ok((await limiter.consume('read', neighbours[3]!, 1)).allowed)
  })

  it('takes little memory for few addresses', async () => {
    const before = process.memoryUsage().arrayBuffers
    const limiter = new MemoryLimiter({
      limits: LIMITS_PER_MINUTE,
      clock: new ManualClock(),
      random: () => 0,
    })
    for (let at = 0; at < 5000; at++) await limiter.consume('read', stranger(at), 1)
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 20)
  })

  it('counts each of many addresses alone', async () => {
    const { limiter } = create({ read: 2, global: 0 }, 20_000)
    for (const remaining of [1, 0])
      for (let at = 0; at < 20_000; at++)
        assert.equal((await limiter.consume('read', stranger(at), 1)).remaining, remaining)
    for (let at = 0; at < 20_000; at++) assert.ok(!(await limiter.consume('read', stranger(at), 1)).allowed)
  })

  it('takes no memory beyond its tables for two million addresses', async () => {
    const clock = new ManualClock()
    const limiter = new MemoryLimiter({ limits: LIMITS_PER_MINUTE, clock, random: () => 0 })
    const before = process.memoryUsage()
    const client = { text: '', high: 0, low: 0, isV4: false }
    for (let at = 0; at < 2_000_000; at++) {
      client.high = 0x2001_0000 + (at & 0xffff)
      client.low = at
      await limiter.consume('read', client, 1)
    }
    const after = process.memoryUsage()
    assert.ok(after.arrayBuffers - before.arrayBuffers < 42 * 2 ** 20, `${after.arrayBuffers}`)
    assert.ok(after.heapUsed - before.heapUsed < 64 * 2 ** 20, `${after.heapUsed}`)
  })
})
