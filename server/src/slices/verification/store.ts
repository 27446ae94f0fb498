import type { AvatarPatch } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { LookupFailure, RestReason } from './budget.ts'
import type { PRIORITY } from './tables.sql.ts'

/** The reason to look an avatar up: a submission, a find of an external index, or a refresh. */
export type Origin = keyof typeof PRIORITY

/** A lookup that only this process makes until its lease ends. */
export interface LeasedLookup {
  readonly id: AvatarId
  readonly origin: Origin
  /** Number of earlier failed lookups of this avatar. */
  readonly failures: number
  readonly leaseId: number
}

export type LeaseOutcome =
  | { kind: 'leased'; lookup: LeasedLookup }
  /** `restReason` is null when the pace or the budget requires the wait. */
  | { kind: 'wait'; untilMs: number; restReason: RestReason | null }
  /** No avatar waits for a lookup. */
  | { kind: 'idle' }

/** The result of a lookup that decided something. */
export type Verdict =
  | { kind: 'public'; patch: AvatarPatch }
  | { kind: 'rejected'; reason: 'not_public' | 'not_found' }

/** The effect of a verdict; `lost` when the lease had already ended. */
export interface VerdictEffect {
  readonly kind: 'indexed' | 'rejected' | 'blocked' | 'lost'
}

/** The result of a lookup that decided nothing. */
export interface Postponement {
  readonly failure: LookupFailure
  /** Spreads the time of the next lookup; 0 <= random < 1. */
  readonly random: number
  /** Fingerprint of the account that looked up: another one need not wait for the end of a refusal. */
  readonly fingerprint: string
}

export interface LeaseOptions {
  readonly perMinute: number
  /** Milliseconds until the next lookup may start. */
  readonly spacingMs: number
  readonly leaseMs: number
  /** Avatars verified after this moment need no refresh. */
  readonly staleBeforeMs: number
}
