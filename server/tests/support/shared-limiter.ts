import type { TestContext } from 'node:test'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import type { Log } from '../../src/kernel/log.ts'
import type { Limits } from '../../src/platform/limits/limiter.ts'
import { SharedLimiter, type SharedLimiterDeps } from '../../src/platform/limits/shared-limiter.ts'
import { silentLog } from '../../src/platform/log.ts'
import { Metrics } from '../../src/platform/metrics.ts'
import { RedisConnection } from '../../src/platform/redis/connection.ts'
import { afterwards } from './cleanup.ts'
import { ManualClock } from './manual-clock.ts'
import { redisSocket } from './redis.ts'

let prefixes = 0

/** A key prefix that no other test of this process uses. */
export function newPrefix(): string {
  return `test:${++prefixes}:`
}

export interface SharedLimiterOptions extends Partial<Omit<SharedLimiterDeps, 'limits' | 'connection'>> {
  limits?: Partial<Limits> | undefined
  /** Default: the temporary server of this process, with long timeouts because the machine may be busy. */
  url?: string
  log?: Log
}

/** A limiter as in one of several processes, connected unless nothing listens at the URL; closed after the test. */
export async function openSharedLimiter(
  t: TestContext,
  { limits, url, log = silentLog, ...options }: SharedLimiterOptions = {},
): Promise<SharedLimiter> {
  const answerMs = url === undefined ? 60_000 : 500
  const connection = new RedisConnection({ url: url ?? `unix:${await redisSocket()}`, log, answerMs })
  afterwards(t, async () => connection.close())
  const limiter = new SharedLimiter({
    clock: new ManualClock(),
    metrics: new Metrics(),
    random: () => 0,
    id: `process ${Math.random()}`,
    prefix: newPrefix(),
    ...options,
    connection,
    limits: { ...LIMITS_PER_MINUTE, ...limits },
  })
  await limiter.check()
  return limiter
}
