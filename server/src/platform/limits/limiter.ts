import type { CountedGroup } from '@avatary/contract/limits'
import type { ClientNetwork } from './client-network.ts'

/** Every window lasts a minute and begins with the first request that it counts. */
export const WINDOW_MS = 60_000

/** What stands in the headers when neither the group nor the backstop is limited: a number nobody reaches. */
export const UNLIMITED = 1_000_000_000

/** Requests (submissions: items) a minute; 0 is no limit. */
export type Limits = Readonly<Record<Exclude<CountedGroup, 'none'> | 'global', number>>

/**
 * The state of the tighter of the two windows, group and backstop, after a charge: of the one that refused it, or
 * else of the one with less remaining.
 */
export interface Consumption {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until `remaining` is `limit` again. */
  readonly resetSeconds: number
  /**
   * Whole seconds after which the same charge passes, if nothing else is charged meanwhile; 0 when it was allowed.
   * A charge larger than the limit itself never passes: compare it with `limit`.
   */
  readonly retryAfterSeconds: number
}

/** The headers' values where no limit applies. */
export const NOT_LIMITED: Consumption = {
  allowed: true,
  limit: UNLIMITED,
  remaining: UNLIMITED,
  resetSeconds: WINDOW_MS / 1000,
  retryAfterSeconds: 0,
}

/**
 * Counts requests by group and client. A charge takes `cost` from the group and one request from the backstop over
 * everything, or, when either has less left, is refused and takes nothing from both. Never fails: one that asks
 * another machine has its own answer for when that machine does not.
 */
export interface Limiter {
  consume(group: CountedGroup, client: ClientNetwork, cost: number): Consumption | Promise<Consumption>
  /** Whether one more request would be allowed, charging nothing. */
  peek(group: CountedGroup, client: ClientNetwork): Consumption | Promise<Consumption>
}
