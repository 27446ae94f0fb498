import type { CountedGroup } from '@avatary/contract/limits'
import type { Clock } from '../../kernel/clock.ts'
import type { Meter } from '../../kernel/meter.ts'
import { RedisAwayError, type RedisConnection } from '../redis/connection.ts'
import type { ClientNetwork } from './client-network.ts'
import type { Consumption, Limiter, Limits } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'
import { limitsOfShare } from './share.ts'
import { SharedWindows, type SharedWindowsDeps } from './shared-windows.ts'

/** A process that has not been heard of for so long does not count. */
const LIVES_MS = 15_000
/** Whoever shares limits has at least one other beside it. */
const UNKNOWN_PROCESSES = 2

export interface SharedLimiterDeps extends Pick<SharedWindowsDeps, 'prefix' | 'room'> {
  connection: RedisConnection
  limits: Limits
  clock: Clock
  metrics: Meter
  /** Tells this process from the others. */
  id: string
  /** For tests: windows by `clock`, instead of by the server's. */
  usesOwnClock?: boolean
}

/**
 * Limits that are one across processes. While the server is away, this process counts alone, by its share: the limits
 * divided by the number of processes that there were at last.
 */
export class SharedLimiter implements Limiter {
  readonly #deps: SharedLimiterDeps
  readonly #windows: SharedWindows
  readonly #countAlone: () => void
  #processes = UNKNOWN_PROCESSES
  /** Kept while the server is there, so that one which comes and goes does not reset it. */
  #alone: MemoryLimiter

  constructor(deps: SharedLimiterDeps) {
    const { clock, metrics, usesOwnClock = false, ...rest } = deps
    this.#deps = deps
    this.#alone = this.#newShare()
    this.#windows = new SharedWindows({ ...rest, ...(usesOwnClock && { clock }) })
    const count = metrics.events('avatary_limits_alone_total', 'Charges decided by this process alone', [])
    this.#countAlone = () => count({})
    metrics.gauge('avatary_redis_available', '1 while limits are shared', () =>
      Number(deps.connection.isAvailable),
    )
  }

  consume(group: CountedGroup, client: ClientNetwork, cost: number): Consumption | Promise<Consumption> {
    return this.#charge(group, client, cost, true)
  }

  peek(group: CountedGroup, client: ClientNetwork): Consumption | Promise<Consumption> {
    return this.#charge(group, client, 1, false)
  }

  /** Notes that this process lives, and learns how many do; connects again when the server was away. */
  async check(): Promise<void> {
    const { connection, prefix = 'avatary:', id } = this.#deps
    await connection.check(async client => {
      const living = await client.beat(`${prefix}processes`, id, String(LIVES_MS))
      if (!Number.isSafeInteger(living)) throw new RedisAwayError('Redis answers something else')
      if (living === this.#processes) return
      this.#processes = Math.max(1, living as number)
      this.#alone = this.#newShare()
    })
  }

  #charge(
    group: CountedGroup,
    client: ClientNetwork,
    cost: number,
    isTaken: boolean,
  ): Consumption | Promise<Consumption> {
    if (!this.#deps.connection.isAvailable) return this.#chargeAlone(group, client, cost, isTaken)
    const charged = this.#windows.charge(group, client, cost, isTaken)
    if (!(charged instanceof Promise)) return charged
    return charged.catch(error => {
      if (error instanceof RedisAwayError) return this.#chargeAlone(group, client, cost, isTaken)
      throw error
    })
  }

  #chargeAlone(group: CountedGroup, client: ClientNetwork, cost: number, isTaken: boolean): Consumption {
    this.#countAlone()
    return isTaken ? this.#alone.consume(group, client, cost) : this.#alone.peek(group, client)
  }

  #newShare(): MemoryLimiter {
    const { limits, clock } = this.#deps
    return new MemoryLimiter({ limits: limitsOfShare(limits, this.#processes), clock })
  }
}
