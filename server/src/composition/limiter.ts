import type { Config } from '../config/config.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import { MemoryLimiter } from '../platform/limits/memory-limiter.ts'
import { limitsOfShare } from '../platform/limits/share.ts'
import { SharedLimiter } from '../platform/limits/shared-limiter.ts'
import type { Part } from '../platform/process/part.ts'
import { RedisConnection } from '../platform/redis/connection.ts'

const CHECK_MS = 1000

export interface LimiterDeps
  extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'random' | 'randomToken'> {
  config: Pick<Config, 'limits' | 'data' | 'processes'>
}

/**
 * Makes the rate limiter of this process. With `REDIS_URL` all processes share the limits, and the part owns the
 * connection; without it each process enforces its share of them.
 */
export function openLimiter(deps: LimiterDeps): { limiter: Limiter; part: Part } {
  const { limits, data, processes } = deps.config
  const share = limitsOfShare(limits, processes)
  if (data.redisUrl === null) return { limiter: new MemoryLimiter({ ...deps, limits: share }), part: {} }
  const connection = new RedisConnection({ url: data.redisUrl, log: deps.log })
  const limiter = new SharedLimiter({ ...deps, limits, connection, id: deps.randomToken(9) })
  return { limiter, part: sharedLimits(limiter, connection) }
}

function sharedLimits(limiter: SharedLimiter, connection: RedisConnection): Part {
  const check = () => limiter.check()
  return {
    open: check,
    jobs: [{ name: 'share-limits', everyMs: CHECK_MS, on: 'api', run: check }],
    close: async () => connection.close(),
  }
}
