import type { CountedGroup, LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import type { ClientNetwork } from './client-network.ts'

/** Every window lasts a minute and begins with the first request that it counts. */
export const WINDOW_MS = 60_000

/** The limit in the headers when neither the group nor the backstop has one. */
export const UNLIMITED = 1_000_000_000

/** Requests (for submissions: items) per minute; 0 sets no limit. */
export type Limits = Readonly<Record<keyof typeof LIMITS_PER_MINUTE, number>>

/**
 * The state after a charge of the tighter window of group and backstop: the one that refused the charge, else the one
 * with less remaining.
 */
export interface Consumption {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until `remaining` equals `limit` again. */
  readonly resetSeconds: number
  /**
   * Whole seconds after which the same charge would pass if nothing else is charged meanwhile; 0 when it was allowed. A
   * charge larger than the limit never passes: compare it with `limit`.
   */
  readonly retryAfterSeconds: number
}

/** Header values where no limit applies. */
export const NOT_LIMITED: Consumption = {
  allowed: true,
  limit: UNLIMITED,
  remaining: UNLIMITED,
  resetSeconds: WINDOW_MS / 1000,
  retryAfterSeconds: 0,
}

/**
 * Counts requests by group and client. A charge takes `cost` from the group, and one request from the backstop that
 * spans all groups but `files`. When either has too little left, the charge is refused and takes nothing. Never throws:
 * an implementation over the network handles the network's failures.
 */
export interface Limiter {
  consume(group: CountedGroup, client: ClientNetwork, cost: number): Promise<Consumption>
  /** Like `consume`, but at once; null, and nothing is charged, if that takes a call over the network. */
  consumeNow(group: CountedGroup, client: ClientNetwork, cost: number): Consumption | null
  /** The outcome that a charge of 1 would have; charges nothing. */
  peek(group: CountedGroup, client: ClientNetwork): Promise<Consumption>
}
