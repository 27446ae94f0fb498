import type { AvatarPatch } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Budget, LookupFailure, RestReason } from './budget.ts'
import type { BegunLookup } from './pace.ts'

/** Why an avatar is looked up, most urgent first. */
export const ORIGINS = ['submission', 'find', 'refresh'] as const
export type Origin = (typeof ORIGINS)[number]

/** A lookup that this process alone makes until its lease ends. */
export interface LeasedLookup {
  readonly id: AvatarId
  readonly origin: Origin
  /** Failed lookups of it before. */
  readonly attempts: number
  readonly leaseId: number
}

export type TakeOutcome =
  | { kind: 'leased'; lookup: LeasedLookup }
  | { kind: 'wait'; untilMs: number; restReason: RestReason | null }
  /** Nothing waits to be looked up. */
  | { kind: 'idle' }

/** The result of a lookup that decided something. */
export type Verdict =
  | { kind: 'public'; patch: AvatarPatch }
  | { kind: 'not_public'; reason: 'not_public' | 'not_found' }

/** The effect of a verdict; `lost` when the lease had ended before. */
export type Decision = 'indexed' | 'rejected' | 'blocked' | 'lost'

/** The result of a lookup that decided nothing. */
export interface Postponement {
  readonly failure: LookupFailure
  /** Random number from 0 to below 1. */
  readonly random: number
  /** Fingerprint of the account that was used (`fingerprintOf`). */
  readonly account: string
}

/** Lookups in the database: what waits for one, who has which, and their budget. */
export interface LookupStore {
  /**
   * Leases the next lookup, most urgent first, if the budget of all processes has one left; in one transaction, so that
   * the budget counts it whatever happens afterwards. Blocked avatars are decided here, without a lookup.
   *
   * @param options.spacingMs until the next lookup may begin
   * @param options.refreshBeforeMs avatars verified later than this are fresh
   */
  take(
    options: { perMinute: number; spacingMs: number; leaseMs: number; refreshBeforeMs: number },
    nowMs: number,
  ): Promise<TakeOutcome>
  /** Stores avatar and outcome and removes it from the queue, in one transaction. */
  decide(lookup: LeasedLookup, verdict: Verdict, nowMs: number): Promise<Decision>
  /** Ends the lease, to be looked up later, and lets all lookups rest as the failure demands. */
  postpone(lookup: LeasedLookup, postponement: Postponement, nowMs: number): Promise<void>
  /** Ends the lease of a lookup that was not made. */
  release(lookup: LeasedLookup): Promise<void>
  /**
   * Queues avatars of an external index behind submissions, those not verified yet, as far as there is room.
   * Re-verification reaches the others. @returns number of queued avatars.
   */
  enqueueFinds(ids: readonly AvatarId[], nowMs: number): Promise<number>
  budget(): Promise<Budget>
  /** Lookups that began since then. */
  lookupsSince(ms: number): Promise<BegunLookup[]>
  /** Ends the rest after a refusal when it was another account that was refused. True when it did. */
  endRefusalRest(account: string): Promise<boolean>
}
