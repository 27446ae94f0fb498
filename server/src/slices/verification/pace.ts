import { MINUTE_MS } from '../../kernel/time.ts'
import { type Budget, restEndMsOf } from './budget.ts'

export interface BegunLookup {
  readonly atMs: number
  /** True when it decided something; null while it is under way. */
  readonly isDecided: boolean | null
}

export interface PaceFacts {
  readonly budget: Pick<Budget, 'restUntilMs' | 'restReason'>
  /** The lookups of the last `PACE_WINDOW_MS`, in any order. */
  readonly begunLookups: readonly BegunLookup[]
  readonly perMinute: number
  /** True when this process has a platform account. */
  readonly isConfigured: boolean
}

/** Estimates the seconds until the submission at a queue position is decided; null when unknown. */
export type Estimate = (position: number) => number | null

/** The pace is measured over the lookups of the last 15 minutes. */
export const PACE_WINDOW_MS = 15 * MINUTE_MS
/** Fewer gaps, or fewer ended lookups, measure nothing. */
const MIN_SAMPLES = 3
/** Longer gaps are not pace: the queue was empty, or lookups were resting. */
const MAX_GAP_MS = MINUTE_MS
/** Lower bound for the assumed fraction of lookups that decide something. */
const MIN_SHARE = 0.1

/**
 * Seconds until the submission at a queue position is decided, by the measured pace; null when the platform refuses our
 * account, or no process is known to make lookups.
 */
export function estimateSeconds(position: number, facts: PaceFacts, nowMs: number): number | null {
  const restMs = restEndMsOf(facts.budget, nowMs) - nowMs
  if (facts.budget.restReason === 'refused' && restMs > 0) return null
  if (!facts.isConfigured && facts.begunLookups.length === 0) return null
  return Math.ceil((restMs + position * msPerDecision(facts)) / 1000)
}

/** The median gap, or else the budget's even spacing, divided by the fraction of lookups that decide something. */
function msPerDecision({ begunLookups, perMinute }: PaceFacts): number {
  const evenGapMs = MINUTE_MS / perMinute
  const times = begunLookups.map(({ atMs }) => atMs).sort((a, b) => a - b)
  const maxGapMs = Math.max(MAX_GAP_MS, 2 * evenGapMs)
  const gaps = times
    .slice(1)
    .map((atMs, i) => atMs - times[i]!)
    .filter(gap => gap <= maxGapMs)
    .sort((a, b) => a - b)
  const gapMs = gaps.length < MIN_SAMPLES ? evenGapMs : gaps[Math.floor(gaps.length / 2)]!
  const endedLookups = begunLookups.filter(({ isDecided }) => isDecided !== null)
  const decidedCount = endedLookups.filter(({ isDecided }) => isDecided).length
  const share =
    endedLookups.length < MIN_SAMPLES ? 1 : Math.max(MIN_SHARE, decidedCount / endedLookups.length)
  return gapMs / share
}
