import { type Budget, restEndOf } from './budget.ts'

/** A lookup that was begun. */
export interface BegunLookup {
  readonly atMs: number
  /** True when it decided something; null while it is under way. */
  readonly isDecided: boolean | null
}

/** The facts by which the pace of lookups is estimated. */
export interface PaceFacts {
  readonly budget: Pick<Budget, 'restUntilMs' | 'restReason'>
  /** The lookups since `PACE_MEASURED_MS` ago, in any order. */
  readonly begun: readonly BegunLookup[]
  readonly perMinute: number
  /** True when this process has a platform account. */
  readonly isConfigured: boolean
}

/** Milliseconds back from now in which the pace is measured. */
export const PACE_MEASURED_MS = 15 * 60_000
/** Least number of gaps for a measurement. */
const LEAST_GAPS = 3
/** A longer gap is no pace: there was nothing to look up, or it rested. */
const MAX_GAP_MS = 60_000
/** The least share of lookups that are assumed to decide something. */
const LEAST_SHARE = 0.1

/**
 * Seconds until the submission at a position of the queue is decided, by the measured pace; null when
 * the platform refuses our account, or no process is known to look up.
 */
export function estimateSeconds(position: number, facts: PaceFacts, nowMs: number): number | null {
  const restMs = restEndOf(facts.budget, nowMs) - nowMs
  if (facts.budget.restReason === 'refused' && restMs > 0) return null
  if (!facts.isConfigured && facts.begun.length === 0) return null
  return Math.ceil((restMs + position * msPerDecision(facts)) / 1000)
}

/** The median gap between lookups, or the even one of the budget when too little was measured, over those that decide. */
function msPerDecision({ begun, perMinute }: PaceFacts): number {
  const evenMs = 60_000 / perMinute
  const times = begun.map(({ atMs }) => atMs).sort((a, b) => a - b)
  const longestMs = Math.max(MAX_GAP_MS, 2 * evenMs)
  const gaps = times
    .slice(1)
    .map((atMs, i) => atMs - times[i]!)
    .filter(gap => gap <= longestMs)
    .sort((a, b) => a - b)
  const gapMs = gaps.length < LEAST_GAPS ? evenMs : gaps[Math.floor(gaps.length / 2)]!
  const ended = begun.filter(({ isDecided }) => isDecided !== null)
  const decided = ended.filter(({ isDecided }) => isDecided).length
  const share = ended.length < LEAST_GAPS ? 1 : Math.max(LEAST_SHARE, decided / ended.length)
  return gapMs / share
}
