import type { CountedGroup } from '@avatary/contract/limits'
import type { Clock } from '../../kernel/clock.ts'
import { type RedisConnection, RedisUnavailableError } from '../redis/connection.ts'
import { type ClientNetwork, widerNetwork } from './client-network.ts'
import { toConsumption, unusedWindow, type WindowState } from './consumption.ts'
import { type Consumption, type Limits, WINDOW_MS } from './limiter.ts'

/** Maximum keys in the database, about 230 MB. Beyond it new clients share windows with their wider network. */
const MAX_KEYS = 1_000_000
const SHARED_KEYS = 2 ** 16
/** Arguments of the script that allow any number of keys, and use the server's own clock. */
const ANY_NUMBER = '-1'
const SERVERS_TIME = '-1'

export interface SharedWindowsDeps {
  connection: Pick<RedisConnection, 'ask'>
  limits: Limits
  /** Prefix of every key; for tests. */
  prefix?: string
  /** Absent to use the server's clock; for tests. */
  clock?: Clock | undefined
  /** Maximum keys in the database; for tests. */
  maxKeys?: number
}

/**
 * Windows in Valkey or Redis that all processes charge. A client is one key, which expires with its last window. Live
 * windows are never evicted, or a flood of addresses could reset them.
 */
export class SharedWindows {
  readonly #deps: SharedWindowsDeps
  readonly #prefix: string
  readonly #maxKeys: string

  constructor(deps: SharedWindowsDeps) {
    this.#deps = deps
    this.#prefix = `${deps.prefix ?? 'avatary:'}limits:`
    this.#maxKeys = String(deps.maxKeys ?? MAX_KEYS)
  }

  /**
   * @param isCharged false reads without charging.
   * @throws RedisUnavailableError when Redis cannot answer.
   */
  async charge(
    group: CountedGroup,
    client: ClientNetwork,
    cost: number,
    isCharged: boolean,
  ): Promise<Consumption> {
    const { limits } = this.#deps
    const limit = group === 'none' ? 0 : limits[group]
    const backstop = group === 'files' ? 0 : limits.global
    if (limit === 0 && backstop === 0) return toConsumption(unusedWindow(0), unusedWindow(0))
    return this.#ask({ group, limit, backstop, cost, isCharged }, client)
  }

  async #ask(charge: Charge, client: ClientNetwork): Promise<Consumption> {
    const ownConsumption = await this.#run(charge, client.text, this.#maxKeys)
    const sharedKey = `shared:${widerNetwork(client) % SHARED_KEYS}`
    const consumption = ownConsumption ?? (await this.#run(charge, sharedKey, ANY_NUMBER))
    if (consumption === null) throw new RedisUnavailableError('Redis gave an unexpected reply')
    return consumption
  }

  /** @returns null when there are `maxKeys` already and this key would be a new one. */
  async #run(charge: Charge, name: string, maxKeys: string): Promise<Consumption | null> {
    const { connection, clock } = this.#deps
    const { group, limit, backstop, cost, isCharged } = charge
    const nowMs = clock === undefined ? SERVERS_TIME : String(clock.now())
    const key = this.#prefix + name
    const args = [String(cost), group, String(limit), String(backstop), isCharged ? '1' : '0', maxKeys]
    return await connection.ask(async client => {
      const reply = await client.charge(key, nowMs, String(WINDOW_MS), ...args)
      return consumptionOf(charge, reply)
    })
  }
}

interface Charge {
  group: CountedGroup
  limit: number
  backstop: number
  cost: number
  isCharged: boolean
}

/** @throws for a reply of an unexpected form. */
function consumptionOf(charge: Charge, reply: unknown): Consumption | null {
  if (!Array.isArray(reply) || !reply.every(Number.isSafeInteger))
    throw new Error('Redis returned values that are not numbers')
  if (reply.length === 0) return null
  if (reply.length !== 4) throw new Error('Redis returned an unexpected number of values')
  const [used, resetMs, backstopUsed, backstopResetMs] = reply as [number, number, number, number]
  const group = windowOf(charge.limit, used, resetMs, charge.cost)
  const backstop = windowOf(charge.backstop, backstopUsed, backstopResetMs, 1)
  if (charge.isCharged && group.allowed && backstop.allowed) {
    group.remaining -= charge.cost
    backstop.remaining -= 1
  }
  return toConsumption(group, charge.group === 'files' ? group : backstop)
}

function windowOf(limit: number, usedCost: number, resetMs: number, cost: number): WindowState {
  const unused = unusedWindow(limit)
  if (limit === 0) return unused
  const remaining = Math.max(0, limit - usedCost)
  return { ...unused, remaining, resetMs, allowed: cost <= remaining }
}
