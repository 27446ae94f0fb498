import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type CountedGroup, LIMIT_GROUPS, LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import fc from 'fast-check'
import { skipSuiteWithout } from '../../../tests/support/engines.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { hasRedis } from '../../../tests/support/redis.ts'
import { openSharedLimiter } from '../../../tests/support/shared-limiter.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { clientNetwork } from './client-network.ts'
import { type Limiter, type Limits, UNLIMITED, WINDOW_MS } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'

const ANN = clientNetwork('192.0.2.1')
const BOB = clientNetwork('192.0.2.2')

type Create = (t: TestContext, limits?: Partial<Limits>) => Promise<{ clock: ManualClock; limiter: Limiter }>

/** Runs a suite against the limiter of one process and against the one that processes share. */
function forEachLimiter(suite: (create: Create) => void): void {
  describe('the limiter in memory', () => {
    suite(async (_, limits = {}) => {
      const clock = new ManualClock()
      return {
        clock,
        limiter: new MemoryLimiter({
          limits: { ...LIMITS_PER_MINUTE, ...limits },
          clock,
          random: () => 0,
          capacity: 48,
        }),
      }
    })
  })
  describe('the limiter over Redis', () => {
    if (!hasRedis) return skipSuiteWithout('redis')
    suite(async (t, limits) => {
      const clock = new ManualClock()
      return { clock, limiter: await openSharedLimiter(t, { limits, clock, usesOwnClock: true }) }
    })
  })
}

forEachLimiter(create => {
  it('allows as many requests a minute as the group has, and then no more', async t => {
    const { limiter } = await create(t, { read: 3 })
    const answers = []
    for (let at = 0; at < 5; at++) answers.push(await limiter.consume('read', ANN, 1))
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

  it('counts each client and each group by itself', async t => {
    const { limiter } = await create(t, { read: 1, bulk: 1 })
    assert.ok((await limiter.consume('read', ANN, 1)).allowed)
    assert.ok(!(await limiter.consume('read', ANN, 1)).allowed)
    assert.ok((await limiter.consume('bulk', ANN, 1)).allowed)
    assert.ok((await limiter.consume('read', BOB, 1)).allowed)
  })

  it('counts every request in the backstop too, whatever its group, but files', async t => {
    const groups = LIMIT_GROUPS.filter(group => group !== 'files')
    const { limiter } = await create(t, { global: groups.length })
    for (const group of groups) assert.ok((await limiter.consume(group, ANN, 1)).allowed, group)
    for (const group of groups) assert.ok(!(await limiter.consume(group, ANN, 1)).allowed, group)
  })

  it('counts files by themselves: they take nothing from others, and others nothing from them', async t => {
    const { limiter } = await create(t, { files: 3, global: 2 })
    for (const remaining of [2, 1, 0]) {
      const { allowed, limit, ...rest } = await limiter.consume('files', ANN, 1)
      assert.deepEqual([allowed, limit, rest.remaining], [true, 3, remaining])
    }
    assert.ok(!(await limiter.consume('files', ANN, 1)).allowed)
    assert.ok((await limiter.consume('none', ANN, 1)).allowed)
    assert.equal((await limiter.consume('read', ANN, 1)).remaining, 0)
    await limiter.consume('read', BOB, 2)
    await limiter.consume('none', BOB, 1)
    assert.equal((await limiter.consume('files', BOB, 1)).remaining, 2)
  })

  it('counts a request once in the backstop, however much it costs its group', async t => {
    const { limiter } = await create(t, { submissions: 100, global: 3 })
    assert.ok((await limiter.consume('submissions', ANN, 50)).allowed)
    assert.equal((await limiter.peek('none', ANN)).remaining, 2)
  })

  it('returns the window with less remaining', async t => {
    const { limiter } = await create(t, { read: 10, bulk: 2, global: 5 })
    assert.equal((await limiter.consume('read', ANN, 1)).limit, 5)
    assert.equal((await limiter.consume('bulk', ANN, 1)).limit, 2)
    assert.equal((await limiter.consume('none', ANN, 1)).limit, 5)
  })

  it('returns the window that refused, even if the other has less remaining', async t => {
    const { limiter } = await create(t, { submissions: 100, global: 4 })
    await limiter.consume('submissions', ANN, 90)
    const refusal = await limiter.consume('submissions', ANN, 11)
    assert.deepEqual([refusal.allowed, refusal.limit, refusal.remaining], [false, 100, 10])
  })

  it('refuses a charge larger than what remains as a whole, and takes nothing for it', async t => {
    const { limiter } = await create(t, { submissions: 100, global: 10 })
    await limiter.consume('submissions', ANN, 60)
    const refusal = await limiter.consume('submissions', ANN, 41)
    assert.deepEqual([refusal.allowed, refusal.remaining], [false, 40])
    assert.equal((await limiter.peek('none', ANN)).remaining, 9)
    assert.ok((await limiter.consume('submissions', ANN, 40)).allowed)
  })

  it('never allows a charge larger than the limit itself', async t => {
    const { limiter } = await create(t, { submissions: 100 })
    assert.ok(!(await limiter.consume('submissions', ANN, 101)).allowed)
  })

  it('takes nothing from the group when the backstop refuses', async t => {
    const { limiter, clock } = await create(t, { read: 5, global: 2 })
    await limiter.consume('read', ANN, 1)
    clock.advance(30_000)
    await limiter.consume('read', BOB, 1)
    await limiter.consume('none', ANN, 1)
    assert.ok(!(await limiter.consume('read', ANN, 1)).allowed)
    clock.advance(29_999)
    assert.ok(!(await limiter.consume('read', ANN, 1)).allowed)
    clock.advance(1)
    assert.ok((await limiter.consume('read', ANN, 1)).allowed)
  })

  it('peeks without charging', async t => {
    const { limiter } = await create(t, { read: 2 })
    for (let at = 0; at < 5; at++) assert.deepEqual((await limiter.peek('read', ANN)).remaining, 2)
    await limiter.consume('read', ANN, 2)
    assert.ok(!(await limiter.peek('read', ANN)).allowed)
  })

  it('begins a minute with the first request and ends it to the millisecond', async t => {
    const { limiter, clock } = await create(t, { read: 1 })
    clock.advance(12_345)
    await limiter.consume('read', ANN, 1)
    clock.advance(WINDOW_MS - 1)
    assert.ok(!(await limiter.consume('read', ANN, 1)).allowed)
    clock.advance(1)
    assert.ok((await limiter.consume('read', ANN, 1)).allowed)
  })

  it('returns the seconds until the window ends, rounded up', async t => {
    const { limiter, clock } = await create(t, { read: 1 })
    assert.equal((await limiter.consume('read', ANN, 1)).resetSeconds, 60)
    clock.advance(58_999)
    const refusal = await limiter.consume('read', ANN, 1)
    assert.deepEqual([refusal.resetSeconds, refusal.retryAfterSeconds], [2, 2])
    clock.advance(1000)
    assert.equal((await limiter.consume('read', ANN, 1)).retryAfterSeconds, 1)
  })

  it('lets a client that waits for Retry-After pass, whichever window refused', async t => {
    const { limiter, clock } = await create(t, { read: 2, global: 3 })
    await limiter.consume('none', ANN, 1)
    clock.advance(20_000)
    await limiter.consume('read', ANN, 1)
    await limiter.consume('read', ANN, 1)
    const refusal = await limiter.consume('read', ANN, 1)
    assert.equal(refusal.retryAfterSeconds, 60)
    clock.advance(refusal.retryAfterSeconds * 1000)
    assert.ok((await limiter.consume('read', ANN, 1)).allowed)
  })

  it('returns 0 for Retry-After when a charge passes', async t => {
    const { limiter } = await create(t, { read: 1 })
    assert.equal((await limiter.consume('read', ANN, 1)).retryAfterSeconds, 0)
  })

  it('does not count a group whose limit is 0', async t => {
    const { limiter } = await create(t, { read: 0, global: 1000 })
    for (let at = 0; at < 900; at++) assert.ok((await limiter.consume('read', ANN, 1)).allowed)
    assert.deepEqual(
      [(await limiter.peek('read', ANN)).limit, (await limiter.peek('read', ANN)).remaining],
      [1000, 100],
    )
  })

  it('returns the largest limit when nothing is limited', async t => {
    const { limiter } = await create(t, { read: 0, global: 0 })
    const { allowed, limit, remaining } = await limiter.consume('read', ANN, 1)
    assert.deepEqual([allowed, limit, remaining], [true, UNLIMITED, UNLIMITED])
  })

  it('begins new windows when the clock is set back', async t => {
    const { limiter, clock } = await create(t, { read: 1 })
    await limiter.consume('read', ANN, 1)
    clock.advance(-HOUR_MS)
    assert.ok((await limiter.consume('read', ANN, 1)).allowed)
    assert.ok(!(await limiter.consume('read', ANN, 1)).allowed)
  })

  it('behaves like a map of windows', async t => {
    const groups: readonly CountedGroup[] = ['read', 'submissions', 'none']
    const step = fc.record({
      group: fc.constantFrom(...groups),
      client: fc.constantFrom(ANN, BOB, clientNetwork('2001:db8::1')),
      cost: fc.integer({ min: 1, max: 4 }),
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
        const limits = { read: 5, submissions: 7, global: 9 }
        const { limiter, clock } = await create(t, limits)
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
          assert.equal((await limiter.consume(group, client, cost)).allowed, isAllowed)
          if (isAllowed) {
            mine.used += cost
            all.used += 1
          } else {
            if (mine.used === 0) reference.delete(`${group} ${client.text}`)
            if (all.used === 0) reference.delete(client.text)
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
