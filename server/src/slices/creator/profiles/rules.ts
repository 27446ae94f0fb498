import type { AuthorProfile } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Whom the community site is asked for first: profiles that are shown, which must go when the link is lost, and
 * creators who look at their avatars; authors never asked for whose avatars are looked at, or are new; other authors
 * never asked for; authors without a profile.
 */
export const URGENCY = { shown: 0, seen: 1, unseen: 2, without: 3 } as const

/** Lowest first. */
export const URGENCIES = Object.values(URGENCY)

/** The site takes so many in one question (design, "The community site"). */
export const MOST_ASKED = 100

/** Between two questions, of all processes together: 24,000 authors an hour, so 500,000 in a day. */
const ASK_EVERY_MS = 15_000
/** Who was asked for in vain, or by a process that is gone, is asked for again. */
export const CLAIM_MS = 10 * MINUTE_MS
/** After a failure, if the site does not say. */
const REST_MS = 5 * MINUTE_MS
export const LONGEST_REST_MS = HOUR_MS

const HOLDS_MS = { shown: 6 * HOUR_MS, without: 7 * DAY_MS }

/** @param random from 0 to below 1, here and below: nothing is asked in step with others. */
export function nextQuestionMs(random: number): number {
  return around(ASK_EVERY_MS, random)
}

export function restMs(retryAfterMs: number | null, random: number): number {
  return Math.min(Math.max(retryAfterMs ?? 0, around(REST_MS, random)), LONGEST_REST_MS)
}

/** When an author is asked for again after an answer. */
export function dueAfter({ url }: Pick<AuthorProfile, 'url'>, nowMs: number, random: number): number {
  return nowMs + around(url === null ? HOLDS_MS.without : HOLDS_MS.shown, random)
}

function around(ms: number, random: number): number {
  return Math.round(ms * (0.75 + 0.5 * random))
}
