import type { Config } from '../config/config.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import type { Limiter, Limits } from '../platform/limits/limiter.ts'
import { MemoryLimiter } from '../platform/limits/memory-limiter.ts'
import { limitsOfShare } from '../platform/limits/share.ts'
import { SharedLimiter } from '../platform/limits/shared-limiter.ts'
import type { Part } from '../platform/process/part.ts'
import { RedisConnection } from '../platform/redis/connection.ts'

/** Milliseconds between reports to Redis that this process is alive; they also reconnect. */
const REDIS_CHECK_MS = 1000

export interface LimiterDeps
  extends Pick<SystemDeps, 'clock' | 'log' | 'metrics' | 'random' | 'randomToken'> {
  config: { readonly limits: Limits; readonly data: Pick<Config['data'], 'redisUrl'> }
}

/** The configuration with the limits that one process enforces: without `REDIS_URL`, its share of them. */
export function configOfProcess(config: Config): Config & { readonly limits: Limits } {
  const { limits, data, processes } = config
  return { ...config, limits: data.redisUrl === null ? limitsOfShare(limits, processes) : limits }
}

/**
 * Makes the rate limiter of this process. With `REDIS_URL` all processes share the limits, and the part owns the
 * connection.
 */
export function openLimiter(deps: LimiterDeps): { limiter: Limiter; part: Part } {
  const { limits, data } = deps.config
  if (data.redisUrl === null) return { limiter: new MemoryLimiter({ ...deps, limits }), part: {} }
  const connection = new RedisConnection({ url: data.redisUrl, log: deps.log })
  const limiter = new SharedLimiter({ ...deps, limits, connection, id: deps.randomToken(9) })
  return { limiter, part: partOfSharedLimiter(limiter, connection) }
}

function partOfSharedLimiter(limiter: SharedLimiter, connection: RedisConnection): Part {
  const check = () => limiter.check()
  return {
    open: check,
    jobs: [{ name: 'share-limits', everyMs: REDIS_CHECK_MS, on: 'api', run: check }],
    close: async () => connection.close(),
  }
}
