import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CountedGroup, LIMIT_GROUPS, LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import fc from 'fast-check'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { type ClientNetwork, clientNetwork } from './client-network.ts'
import { type Limits, UNLIMITED, WINDOW_MS } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'

const ANN = clientNetwork('192.0.2.1')
const BOB = clientNetwork('192.0.2.2')

function create(limits: Partial<Limits> = {}, room = 48) {
  const clock = new ManualClock()
  const limiter = new MemoryLimiter({ limits: { ...LIMITS_PER_MINUTE, ...limits }, clock, room })
  return { clock, limiter }
}

/** The `at`th of many addresses, no two in one /16. */
function stranger(at: number): ClientNetwork {
  return clientNetwork(`2001:${(at & 0xffff).toString(16)}:${(at >>> 16).toString(16)}::1`)
}

describe('the limiter', () => {
  it('allows as many requests a minute as the group has, and then no more', () => {
    const { limiter } = create({ read: 3 })
    const answers = Array.from({ length: 5 }, () => limiter.consume('read', ANN, 1))
    assert.deepEqual(
      answers.map(answer => [answer.allowed, answer.limit, answer.remaining]),
      [
        [true, 3, 2],
        [true, 3, 1],
        [true, 3, 0],
        [false, 3, 0],
        [false, 3, 0],
      ],
    )
  })

  it('counts each client and each group by itself', () => {
    const { limiter } = create({ read: 1, bulk: 1 })
    assert.ok(limiter.consume('read', ANN, 1).allowed)
    assert.ok(!limiter.consume('read', ANN, 1).allowed)
    assert.ok(limiter.consume('bulk', ANN, 1).allowed)
    assert.ok(limiter.consume('read', BOB, 1).allowed)
  })

  it('counts every request in the backstop too, whatever its group, but files', () => {
    const groups = LIMIT_GROUPS.filter(group => group !== 'files')
    const { limiter } = create({ global: groups.length })
    for (const group of groups) assert.ok(limiter.consume(group, ANN, 1).allowed, group)
    for (const group of groups) assert.ok(!limiter.consume(group, ANN, 1).allowed, group)
  })

  it('counts files by themselves: they take nothing from others, and others nothing from them', () => {
    const { limiter } = create({ files: 3, global: 2 })
    for (const remaining of [2, 1, 0]) {
      const { allowed, limit, ...rest } = limiter.consume('files', ANN, 1)
      assert.deepEqual([allowed, limit, rest.remaining], [true, 3, remaining])
    }
    assert.ok(!limiter.consume('files', ANN, 1).allowed)
    assert.ok(limiter.consume('none', ANN, 1).allowed)
    assert.equal(limiter.consume('read', ANN, 1).remaining, 0)
    limiter.consume('read', BOB, 2)
    limiter.consume('none', BOB, 1)
    assert.equal(limiter.consume('files', BOB, 1).remaining, 2)
  })

  it('counts a request once in the backstop, however much it costs its group', () => {
    const { limiter } = create({ submissions: 100, global: 3 })
    assert.ok(limiter.consume('submissions', ANN, 50).allowed)
    assert.equal(limiter.peek('none', ANN).remaining, 2)
  })

  it('returns the window with less remaining', () => {
    const { limiter } = create({ read: 10, bulk: 2, global: 5 })
    assert.equal(limiter.consume('read', ANN, 1).limit, 5)
    assert.equal(limiter.consume('bulk', ANN, 1).limit, 2)
    assert.equal(limiter.consume('none', ANN, 1).limit, 5)
  })

  it('returns the window that refused, even if the other has less remaining', () => {
    const { limiter } = create({ submissions: 100, global: 4 })
    limiter.consume('submissions', ANN, 90)
    const refused = limiter.consume('submissions', ANN, 11)
    assert.deepEqual([refused.allowed, refused.limit, refused.remaining], [false, 100, 10])
  })

  it('refuses a charge larger than what remains as a whole, and takes nothing for it', () => {
    const { limiter } = create({ submissions: 100, global: 10 })
    limiter.consume('submissions', ANN, 60)
    const refused = limiter.consume('submissions', ANN, 41)
    assert.deepEqual([refused.allowed, refused.remaining], [false, 40])
    assert.equal(limiter.peek('none', ANN).remaining, 9)
    assert.ok(limiter.consume('submissions', ANN, 40).allowed)
  })

  it('never allows a charge larger than the limit itself', () => {
    const { limiter } = create({ submissions: 100 })
    assert.ok(!limiter.consume('submissions', ANN, 101).allowed)
  })

  it('takes nothing from the group when the backstop refuses', () => {
    const { limiter, clock } = create({ read: 5, global: 2 })
    limiter.consume('read', ANN, 1)
    clock.advance(30_000)
    limiter.consume('read', BOB, 1)
    limiter.consume('none', ANN, 1)
    assert.ok(!limiter.consume('read', ANN, 1).allowed)
    clock.advance(29_999)
    assert.ok(!limiter.consume('read', ANN, 1).allowed)
    clock.advance(1)
    assert.ok(limiter.consume('read', ANN, 1).allowed)
  })

  it('peeks without charging', () => {
    const { limiter } = create({ read: 2 })
    for (let at = 0; at < 5; at++) assert.deepEqual(limiter.peek('read', ANN).remaining, 2)
    limiter.consume('read', ANN, 2)
    assert.ok(!limiter.peek('read', ANN).allowed)
  })

  it('begins a minute with the first request and ends it to the millisecond', () => {
    const { limiter, clock } = create({ read: 1 })
    clock.advance(12_345)
    limiter.consume('read', ANN, 1)
    clock.advance(WINDOW_MS - 1)
    assert.ok(!limiter.consume('read', ANN, 1).allowed)
    clock.advance(1)
    assert.ok(limiter.consume('read', ANN, 1).allowed)
  })

  it('returns the seconds until the window ends, rounded up', () => {
    const { limiter, clock } = create({ read: 1 })
    assert.equal(limiter.consume('read', ANN, 1).resetSeconds, 60)
    clock.advance(58_999)
    const refused = limiter.consume('read', ANN, 1)
    assert.deepEqual([refused.resetSeconds, refused.retryAfterSeconds], [2, 2])
    clock.advance(1000)
    assert.equal(limiter.consume('read', ANN, 1).retryAfterSeconds, 1)
  })

  it('lets a client that waits for Retry-After pass, whichever window refused', () => {
    const { limiter, clock } = create({ read: 2, global: 3 })
    limiter.consume('none', ANN, 1)
    clock.advance(20_000)
    limiter.consume('read', ANN, 1)
    limiter.consume('read', ANN, 1)
    const refused = limiter.consume('read', ANN, 1)
    assert.equal(refused.retryAfterSeconds, 60)
    clock.advance(refused.retryAfterSeconds * 1000)
    assert.ok(limiter.consume('read', ANN, 1).allowed)
  })

  it('returns 0 for Retry-After when a charge passes', () => {
    const { limiter } = create({ read: 1 })
    assert.equal(limiter.consume('read', ANN, 1).retryAfterSeconds, 0)
  })

  it('does not count a group whose limit is 0', () => {
    const { limiter } = create({ read: 0, global: 1000 })
    for (let at = 0; at < 900; at++) assert.ok(limiter.consume('read', ANN, 1).allowed)
    assert.deepEqual([limiter.peek('read', ANN).limit, limiter.peek('read', ANN).remaining], [1000, 100])
  })

  it('returns the largest limit when nothing is limited', () => {
    const { limiter } = create({ read: 0, global: 0 })
    const { allowed, limit, remaining } = limiter.consume('read', ANN, 1)
    assert.deepEqual([allowed, limit, remaining], [true, UNLIMITED, UNLIMITED])
  })

  it('begins new windows when the clock is set back', () => {
    const { limiter, clock } = create({ read: 1 })
    limiter.consume('read', ANN, 1)
    clock.advance(-3_600_000)
    assert.ok(limiter.consume('read', ANN, 1).allowed)
    assert.ok(!limiter.consume('read', ANN, 1).allowed)
  })

  it('behaves like a map of windows', () => {
    const groups: readonly CountedGroup[] = ['read', 'submissions', 'none']
    const step = fc.record({
      group: fc.constantFrom(...groups),
      client: fc.constantFrom(ANN, BOB, clientNetwork('2001:db8::1')),
      cost: fc.integer({ min: 1, max: 4 }),
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const limits = { read: 5, submissions: 7, global: 9 }
        const { limiter, clock } = create(limits)
        const reference = new Map<string, { startMs: number; used: number }>()
        for (const { group, client, cost, wait } of steps) {
          clock.advance(wait)
          const window = (name: string) => {
            const known = reference.get(name)
            const isLive = known !== undefined && clock.now() - known.startMs < WINDOW_MS
            const live = isLive ? known : { startMs: clock.now(), used: 0 }
            reference.set(name, live)
            return live
          }
          const mine = window(`${group} ${client.text}`)
          const all = window(client.text)
          const limit = group === 'none' ? Infinity : limits[group as 'read' | 'submissions']
          const isAllowed = mine.used + cost <= limit && all.used + 1 <= limits.global
          assert.equal(limiter.consume(group, client, cost).allowed, isAllowed)
          if (isAllowed) {
            mine.used += cost
            all.used += 1
          } else {
            if (mine.used === 0) reference.delete(`${group} ${client.text}`)
            if (all.used === 0) reference.delete(client.text)
          }
        }
      }),
    )
  })
})

describe('the limiter under a flood of addresses', () => {
  it('keeps its counters when a table is full', () => {
    const { limiter } = create({ read: 1 }, 48)
    limiter.consume('read', ANN, 1)
    for (let at = 0; at < 10_000; at++) limiter.consume('read', stranger(at), 1)
    assert.ok(!limiter.consume('read', ANN, 1).allowed)
  })

  it('lets newcomers share a counter with their wider network, and forgets that after a minute', () => {
    const { limiter, clock } = create({ read: 3, global: 0 }, 48)
    for (let at = 0; at < 100; at++) limiter.consume('read', stranger(at), 1)
    const neighbours = ['198.51.100.1', '198.51.100.2', '198.51.7.3', '198.51.8.4'].map(clientNetwork)
    assert.deepEqual(
      neighbours.map(client => limiter.consume('read', client, 1).allowed),
      [true, true, true, false],
    )
    clock.advance(WINDOW_MS)
    assert.ok(limiter.consume('read', neighbours[3]!, 1).allowed)
  })

  it('takes little memory for few addresses', () => {
    const before = process.memoryUsage().arrayBuffers
    const limiter = new MemoryLimiter({ limits: LIMITS_PER_MINUTE, clock: new ManualClock() })
    limiter.consume('read', ANN, 1)
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 20)
  })

  it('takes no memory beyond its tables for two million addresses', () => {
    const clock = new ManualClock()
    const limiter = new MemoryLimiter({ limits: LIMITS_PER_MINUTE, clock })
    const before = process.memoryUsage()
    const client = { text: '', high: 0, low: 0, isV4: false }
    for (let at = 0; at < 2_000_000; at++) {
      client.high = 0x2001_0000 + (at & 0xffff)
      client.low = at
      limiter.consume('read', client, 1)
    }
    const after = process.memoryUsage()
    assert.ok(after.arrayBuffers - before.arrayBuffers < 42 * 2 ** 20, `${after.arrayBuffers}`)
    assert.ok(after.heapUsed - before.heapUsed < 64 * 2 ** 20, `${after.heapUsed}`)
  })
})
