import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { skipSuiteWithout } from '../../../tests/support/engines.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { recordLog } from '../../../tests/support/record-log.ts'
import { hasRedis, RedisServer, redisSocket } from '../../../tests/support/redis.ts'
import { startRedisRelay } from '../../../tests/support/redis-relay.ts'
import {
  newPrefix,
  openSharedLimiter,
  type SharedLimiterOptions,
} from '../../../tests/support/shared-limiter.ts'
import { silentLog } from '../log.ts'
import { Metrics } from '../metrics.ts'
import { RedisConnection } from '../redis/connection.ts'
import { clientNetwork } from './client-network.ts'
import { WINDOW_MS } from './limiter.ts'
import type { SharedLimiter } from './shared-limiter.ts'

const ANN = clientNetwork('192.0.2.1')
const BOB = clientNetwork('192.0.2.2')

/** Sends `requests` at once and counts those that are allowed. */
async function allowedOf(requests: number, ...limiters: SharedLimiter[]): Promise<number> {
  const answers = Array.from({ length: requests }, (_, at) =>
    limiters[at % limiters.length]!.consume('read', ANN, 1),
  )
  return (await Promise.all(answers)).filter(({ allowed }) => allowed).length
}

/** The same for requests one after the other. */
async function allowedInTurn(requests: number, limiters: readonly SharedLimiter[]): Promise<number> {
  let allowed = 0
  for (let at = 0; at < requests; at++)
    if ((await limiters[at % limiters.length]!.consume('read', ANN, 1)).allowed) allowed++
  return allowed
}

/** True when a charge is decided without waiting for a socket. */
async function isDecidedAtOnce(charge: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([charge, setImmediate(null)])) !== null
}

describe('a limit that processes share', () => {
  if (!hasRedis) return skipSuiteWithout('redis')

  it('is one for all of them, to the request, also when their clocks differ by days', async t => {
    const options = { limits: { read: 50 }, prefix: newPrefix() }
    const ahead = new ManualClock(Date.now() + 172_800_000)
    const one = await openSharedLimiter(t, options)
    const other = await openSharedLimiter(t, { ...options, clock: ahead })
    assert.equal(await allowedOf(120, one, other), 50)
    assert.equal((await other.peek('read', ANN)).remaining, 0)
  })

  it('sends nothing to Redis where no limit applies', async t => {
    const relay = await startRedisRelay(t)
    const limiter = await openSharedLimiter(t, { limits: { read: 0, global: 0 }, url: relay.url })
    relay.mode = 'silent'
    assert.ok(await isDecidedAtOnce(limiter.consume('read', ANN, 1)))
  })

  it('leaves nothing in the database that does not end with its windows', async t => {
    const prefix = newPrefix()
    const limiter = await openSharedLimiter(t, { prefix })
    await limiter.consume('read', ANN, 1)
    const connection = new RedisConnection({
      url: `unix:${await redisSocket()}`,
      log: silentLog,
      answerMs: 60_000,
    })
    t.after(() => connection.close())
    await connection.check(async client => {
      const keys = await client.keys(`${prefix}*`)
      assert.deepEqual([...keys].sort(), [`${prefix}limits:${ANN.text}`, `${prefix}processes`])
      for (const key of keys) assert.ok((await client.pTTL(key)) > 0, key)
    })
    assert.ok(connection.isAvailable)
  })

  it('has newcomers share with their wider network when the database is full', async t => {
    const options = { limits: { read: 3 }, prefix: newPrefix() }
    const limiter = await openSharedLimiter(t, options)
    await limiter.consume('read', ANN, 1)
    const full = await openSharedLimiter(t, { ...options, maxKeys: 0 })
    assert.equal((await full.consume('read', ANN, 1)).remaining, 1)
    const neighbours = ['198.51.100.1', '198.51.100.2', '198.51.7.3', '198.51.8.4'].map(clientNetwork)
    const allowed: boolean[] = []
    for (const client of neighbours) allowed.push((await full.consume('read', client, 1)).allowed)
    assert.deepEqual(allowed, [true, true, true, false])
  })
})

describe('a limit while Redis is away', () => {
  if (!hasRedis) return skipSuiteWithout('redis')

  for (const mode of ['refusing', 'silent', 'talking nonsense'] as const) {
    it(`is divided by the processes that there were, when Redis is ${mode}, and shared again after`, async t => {
      const relay = await startRedisRelay(t)
      const options = { limits: { read: 30 }, prefix: newPrefix() }
      const { log, lines } = recordLog()
      const metrics = new Metrics()
      const limiter = await openSharedLimiter(t, { ...options, url: relay.url, log, metrics })
      for (let more = 0; more < 2; more++) await openSharedLimiter(t, options)
      await limiter.check()

      relay.mode = mode
      assert.equal(await allowedOf(20, limiter), 10)
      assert.ok(await isDecidedAtOnce(limiter.consume('read', BOB, 1)), 'no request waits from then on')
      await limiter.check()
      await limiter.check()
      assert.match(await metrics.text(), /^avatary_redis_available 0$/m)
      assert.match(await metrics.text(), /^avatary_limits_alone_total 21$/m)

      relay.mode = 'forwarding'
      await limiter.check()
      assert.match(await metrics.text(), /^avatary_redis_available 1$/m)
      assert.equal((await limiter.consume('read', BOB, 1)).limit, 30)
      const events = lines.map(line => (JSON.parse(line) as { event: string }).event)
      assert.deepEqual(events, ['redis-away', 'redis-back'])
    })
  }

  it('is half when it was never known how many there are', async t => {
    const { url } = await startRedisRelay(t, 'refusing')
    assert.equal(await allowedOf(20, await openSharedLimiter(t, { url, limits: { read: 10 } })), 5)
  })

  it('does not start over when Redis is lost repeatedly', async t => {
    const relay = await startRedisRelay(t)
    const limiter = await openSharedLimiter(t, { url: relay.url, limits: { read: 10 } })
    relay.mode = 'refusing'
    assert.equal(await allowedOf(20, limiter), 10)
    relay.mode = 'forwarding'
    await limiter.check()
    relay.mode = 'refusing'
    assert.equal(await allowedOf(20, limiter), 0)
  })

  it('is not granted again to a client that had used it up before Redis was lost', async t => {
    const relay = await startRedisRelay(t)
    const limiter = await openSharedLimiter(t, { url: relay.url, limits: { read: 10 } })
    assert.equal(await allowedOf(20, limiter), 10)
    relay.mode = 'refusing'
    assert.equal(await allowedOf(20, limiter), 0)
  })
})

describe('a limit after Redis lost its data', () => {
  if (!hasRedis) return skipSuiteWithout('redis')
  const limits = { read: 30, submissions: 30 }

  async function openThree(t: TestContext, clock: ManualClock, options: SharedLimiterOptions) {
    const three: SharedLimiter[] = []
    for (let at = 0; at < 3; at++)
      three.push(await openSharedLimiter(t, { ...options, limits, clock, prefix: 'test:' }))
    for (const limiter of three) await limiter.check()
    return three
  }

  it('is not given anew by one that was killed and started again, until its window ends', async t => {
    const redis = await RedisServer.start()
    const clock = new ManualClock()
    const three = await openThree(t, clock, { url: `unix:${redis.socket}` })
    assert.equal(await allowedInTurn(60, three), 30)
    await redis.end('SIGKILL')
    assert.equal(await allowedInTurn(60, three), 0)
    await redis.restart()
    for (const limiter of three) await limiter.check()
    assert.equal(await allowedInTurn(60, three), 0)
    clock.advance(WINDOW_MS)
    assert.equal(await allowedInTurn(60, three), 30)
  })

  it('is given at most anew but for one share, to whoever asked one process alone before', async t => {
    const redis = await RedisServer.start()
    const three = await openThree(t, new ManualClock(), { url: `unix:${redis.socket}` })
    assert.equal(await allowedInTurn(60, [three[0]!]), 30)
    await redis.end('SIGKILL')
    assert.equal(await allowedInTurn(60, three), 20)
    await redis.restart()
    for (const limiter of three) await limiter.check()
    assert.equal(await allowedInTurn(60, three), 0)
  })

  it('is not granted again even when no connection broke: the next check notices', async t => {
    const redis = await RedisServer.start()
    const url = `unix:${redis.socket}`
    const clock = new ManualClock()
    const three = await openThree(t, clock, { url })
    assert.ok((await three[0]!.consume('submissions', ANN, 25)).allowed)
    assert.equal(await allowedInTurn(60, three), 30)
    const connection = new RedisConnection({ url, log: silentLog, answerMs: 60_000 })
    t.after(() => connection.close())
    await connection.check(client => client.flushDb())
    for (const limiter of three) await limiter.check()
    assert.equal(await allowedInTurn(60, three), 0)
    assert.ok(!(await three[0]!.consume('submissions', ANN, 5)).allowed)
    assert.ok((await three[1]!.consume('submissions', ANN, 5)).allowed)
  })
})
