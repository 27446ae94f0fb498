import { DAY_MS } from '../../../kernel/days.ts'
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts'
import type { AuthorProfile } from './store.ts'

/**
 * The order in which profiles are asked for, lowest first. `shown`: the profile is shown by this service, or the
 * creator looks at their avatars. `visited` and `unvisited`: never asked for; the creator has new or viewed avatars, or
 * none. `noProfile`: the other site had no profile when it was asked.
 */
export const URGENCY = { shown: 0, visited: 1, unvisited: 2, noProfile: 3 } as const

export const URGENCIES = Object.values(URGENCY)

/** Maximum number of authors that one request asks for. */
export const AUTHORS_PER_REQUEST = 100

/** Pause between requests of all processes together: 24,000 authors an hour, 500,000 a day. */
const REQUEST_PAUSE_MS = 15_000
/** After this time, an author that a process took without finishing is asked for again. */
export const LEASE_MS = 10 * MINUTE_MS
/** Pause after a failure, unless the answer has a longer `Retry-After`, which `MAX_PAUSE_MS` bounds. */
const MIN_FAILURE_PAUSE_MS = 5 * MINUTE_MS
export const MAX_PAUSE_MS = HOUR_MS

const RECHECK_MS = { shown: 6 * HOUR_MS, noProfile: 7 * DAY_MS }

/** @param random 0 <= random < 1; spreads the requests of several servers. */
export function requestPauseMs(random: number): number {
  return jittered(REQUEST_PAUSE_MS, random)
}

export function failurePauseMs(retryAfterMs: number | null, random: number): number {
  return Math.min(Math.max(retryAfterMs ?? 0, jittered(MIN_FAILURE_PAUSE_MS, random)), MAX_PAUSE_MS)
}

export function nextDueMs({ url }: Pick<AuthorProfile, 'url'>, nowMs: number, random: number): number {
  return nowMs + jittered(url === null ? RECHECK_MS.noProfile : RECHECK_MS.shown, random)
}

function jittered(ms: number, random: number): number {
  return Math.round(ms * (0.75 + 0.5 * random))
}
