import type { CountedGroup } from '@avatary/contract/limits'
import type { ClientNetwork } from './client-network.ts'

/** Every window lasts a minute and begins with the first request that it counts. */
export const WINDOW_MS = 60_000

/** The limit in the headers when neither the group nor the backstop is limited. */
export const UNLIMITED = 1_000_000_000

/** Requests (submissions: items) a minute; 0 sets no limit. */
export type Limits = Readonly<Record<Exclude<CountedGroup, 'none'> | 'global', number>>

/**
 * The state after a charge of the tighter window of group and backstop: the one that refused it, or else the one with
 * less remaining.
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

/** The values of the headers where no limit applies. */
export const NOT_LIMITED: Consumption = {
  allowed: true,
  limit: UNLIMITED,
  remaining: UNLIMITED,
  resetSeconds: WINDOW_MS / 1000,
  retryAfterSeconds: 0,
}

/**
 * Counts requests by group and client. A charge takes `cost` from the group and one request from the backstop over all
 * groups but `files`. When either has less left, it is refused and takes nothing. Never throws: an implementation over the network
 * handles failures of that network.
 */
export interface Limiter {
  consume(group: CountedGroup, client: ClientNetwork, cost: number): Promise<Consumption>
  /** The result of a charge of 1, without charging it. */
  peek(group: CountedGroup, client: ClientNetwork): Promise<Consumption>
}
