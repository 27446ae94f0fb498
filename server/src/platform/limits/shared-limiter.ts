import type { CountedGroup } from '@avatary/contract/limits'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { type RedisConnection, RedisUnavailableError } from '../redis/connection.ts'
import type { ClientNetwork } from './client-network.ts'
import { type Consumption, type Limiter, type Limits, WINDOW_MS } from './limiter.ts'
import { MemoryLimiter } from './memory-limiter.ts'
import { limitsOfShare } from './share.ts'
import { SharedWindows, type SharedWindowsDeps } from './shared-windows.ts'

/** A process that has not called `check` for this long is not counted. */
const ALIVE_MS = 15_000
/** Assumed before the number of processes is known: limits are shared because there is at least one other. */
const ASSUMED_PROCESS_COUNT = 2

export interface SharedLimiterDeps
  extends Pick<SystemDeps, 'clock' | 'metrics' | 'random'>,
    Pick<SharedWindowsDeps, 'prefix' | 'maxKeys'> {
  connection: RedisConnection
  limits: Limits
  /** Unique to this process. */
  id: string
  /** For tests: windows follow `clock` instead of the server's clock. */
  usesOwnClock?: boolean
}

/**
 * Limits that are shared by all processes. While Redis is unavailable, this process counts alone by its share: the
 * limits divided by the last known number of processes, less what it had allowed before. When Redis lost its data, a
 * charge must fit both its windows and the share until one window has passed.
 */
export class SharedLimiter implements Limiter {
  readonly #deps: SharedLimiterDeps
  readonly #windows: SharedWindows
  readonly #countAlone: () => void
  #processCount = ASSUMED_PROCESS_COUNT
  /** Counts everything that this process allows. */
  readonly #ownLimiter: MemoryLimiter
  #isRegistered = false
  /** When the windows in Redis will again hold everything that was allowed, by the clock of this process. */
  #completeAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: SharedLimiterDeps) {
    const { clock, random, metrics, usesOwnClock = false, ...windowsDeps } = deps
    this.#deps = deps
    this.#ownLimiter = new MemoryLimiter({
      limits: limitsOfShare(deps.limits, this.#processCount),
      clock,
      random,
    })
    this.#windows = new SharedWindows({ ...windowsDeps, clock: usesOwnClock ? clock : undefined })
    const count = metrics.events('avatary_limits_alone_total', 'Charges decided by this process alone', [])
    this.#countAlone = () => count({})
    metrics.gauge('avatary_redis_available', '1 while limits are shared', () =>
      Number(deps.connection.isAvailable),
    )
  }

  consume(group: CountedGroup, client: ClientNetwork, cost: number): Promise<Consumption> {
    return this.#charge({ group, client, cost, isCharged: true })
  }

  consumeNow(): null {
    return null
  }

  peek(group: CountedGroup, client: ClientNetwork): Promise<Consumption> {
    return this.#charge({ group, client, cost: 1, isCharged: false })
  }

  /** Reports this process as alive and learns how many are; reconnects after a failure of Redis. */
  async check(): Promise<void> {
    const { connection, prefix = 'avatary:', id } = this.#deps
    await connection.check(async client => {
      const reply = await client.beat(`${prefix}processes`, id, String(ALIVE_MS))
      if (!Array.isArray(reply) || reply.length !== 2 || !reply.every(Number.isSafeInteger))
        throw new RedisUnavailableError('Redis gave an unexpected reply')
      const [livingCount, addedCount] = reply as [number, number]
      this.#setProcessCount(livingCount, addedCount === 1)
    })
  }

  /** @param isNew true when Redis did not know this process. */
  #setProcessCount(livingCount: number, isNew: boolean): void {
    const { clock, limits } = this.#deps
    if (isNew && this.#isRegistered) this.#completeAtMs = clock.now() + WINDOW_MS
    this.#isRegistered = true
    // After Redis lost its data, the processes register again one by one, so the number is too low at first.
    const processCount = this.#isIncomplete ? Math.max(livingCount, this.#processCount) : livingCount
    if (processCount === this.#processCount) return
    this.#processCount = processCount
    this.#ownLimiter.limits = limitsOfShare(limits, processCount)
  }

  get #isIncomplete(): boolean {
    const leftMs = this.#completeAtMs - this.#deps.clock.now()
    // More than a window is left only when the clock was set back.
    return leftMs > 0 && leftMs <= WINDOW_MS
  }

  async #charge(charge: Charge): Promise<Consumption> {
    if (!this.#deps.connection.isAvailable) return this.#decideAlone(charge)
    const ownConsumption = this.#isIncomplete ? await this.#chargeShare(charge) : null
    if (ownConsumption?.allowed === false) return ownConsumption
    const { group, client, cost, isCharged } = charge
    try {
      const sharedConsumption = await this.#windows.charge(group, client, cost, isCharged)
      if (ownConsumption !== null)
        return sharedConsumption.allowed && ownConsumption.remaining < sharedConsumption.remaining
          ? ownConsumption
          : sharedConsumption
      if (isCharged && sharedConsumption.allowed) this.#ownLimiter.count(group, client, cost)
      return sharedConsumption
    } catch (error) {
      if (error instanceof RedisUnavailableError) return this.#decideAlone(charge, ownConsumption)
      throw error
    }
  }

  /** @param consumption the outcome of charging the share, if that was already done. */
  async #decideAlone(charge: Charge, consumption: Consumption | null = null): Promise<Consumption> {
    this.#countAlone()
    return consumption ?? this.#chargeShare(charge)
  }

  #chargeShare({ group, client, cost, isCharged }: Charge): Promise<Consumption> {
    return isCharged ? this.#ownLimiter.consume(group, client, cost) : this.#ownLimiter.peek(group, client)
  }
}

interface Charge {
  readonly group: CountedGroup
  readonly client: ClientNetwork
  readonly cost: number
  readonly isCharged: boolean
}
