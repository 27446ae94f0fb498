import type { AvatarPatch } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Budget, LookupFailure, RestReason } from './budget.ts'
import type { BegunLookup } from './pace.ts'

/** Why an avatar is looked up, most urgent first. */
export const ORIGINS = ['submission', 'find', 'refresh'] as const
export type Origin = (typeof ORIGINS)[number]

/** A lookup that was granted: this process alone has it, until its lease ends. */
export interface Claim {
  readonly id: AvatarId
  readonly origin: Origin
  /** Lookups of it before that came to nothing. */
  readonly tries: number
  readonly leaseId: number
}

export type TakeOutcome =
  | { kind: 'claim'; claim: Claim }
  | { kind: 'wait'; untilMs: number; restReason: RestReason | null }
  /** Nothing waits to be looked up. */
  | { kind: 'idle' }

/** What a lookup decided. */
export type Verdict =
  | { kind: 'public'; patch: AvatarPatch }
  | { kind: 'not_public'; reason: 'not_public' | 'not_found' }

/** What became of the avatar: as the verdict says, or `blocked`; `lost` when the lease had ended before. */
export type Decision = 'indexed' | 'rejected' | 'blocked' | 'lost'

/** What came of a lookup that decided nothing. */
export interface Postponement {
  readonly failure: LookupFailure
  /** From 0 to below 1. */
  readonly random: number
  /** Stands for the account that asked, so that another one is not taken for refused. */
  readonly account: string
}

/** Lookups in the system of record: what waits for one, who has which, and their budget. */
export interface LookupStore {
  /**
   * Grants the next lookup there is, most urgent first, if the budget of all processes has one; in one transaction,
   * so that whatever happens afterwards is paid for. What is blocked is decided on the way, without a lookup.
   *
   * @param options.spacingMs until the next grant
   * @param options.refreshBeforeMs avatars verified later than this are fresh
   */
  take(
    options: { perMinute: number; spacingMs: number; leaseMs: number; refreshBeforeMs: number },
    nowMs: number,
  ): Promise<TakeOutcome>
  /** Writes a verdict: avatar, outcome and end of the wait become true together. */
  decide(claim: Claim, verdict: Verdict, nowMs: number): Promise<Decision>
  /** Gives a claim back, to be looked up later, and lets all lookups rest as the failure demands; never drops it. */
  postpone(claim: Claim, postponement: Postponement, nowMs: number): Promise<void>
  /** Gives back at once a claim that was not looked up. */
  release(claim: Claim): Promise<void>
  /**
   * Queues avatars that an external index told of, behind submissions; those not verified yet, as far as there is room.
   * The others are reached by re-verification. How many were queued.
   */
  enqueueFinds(ids: readonly AvatarId[], nowMs: number): Promise<number>
  budget(): Promise<Budget>
  /** Grants since then. */
  lookupsSince(ms: number): Promise<BegunLookup[]>
  /** Ends the rest after a refusal when it was another account that was refused. Whether it did. */
  endRefusalRest(account: string): Promise<boolean>
}
