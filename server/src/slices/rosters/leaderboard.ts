import type { LeaderboardRowSchema } from '@avatary/contract/world'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Upstream } from '../../kernel/upstream.ts'
import { type FetchOutcome, failureOf } from './roster.ts'
import { toOneLine } from './texts.ts'

export type LeaderboardRow = Static<typeof LeaderboardRowSchema>

/** The limit of `/world/leaderboard`. */
const MAX_ROWS = 50
const MAX_NAME_CHARACTERS = 100
const HTTP_URL = /^https?:\/\/[!-~]+$/

const AnswerSchema = Type.Object({ rows: Type.Array(Type.Unknown()) })
const RowSchema = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  username: Type.String(),
  balance: Type.Number(),
  avatar: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

/**
 * Fetches the leaderboard of the community site, best first. Malformed rows are skipped; an answer that has only
 * malformed rows is a failure.
 */
export async function fetchLeaderboard(
  communitySite: Upstream,
  signal: AbortSignal,
): Promise<FetchOutcome<LeaderboardRow[]>> {
  const query = { limit: MAX_ROWS }
  const answer = await communitySite.get('/api/leaderboard', { query, schema: AnswerSchema, signal })
  if (answer.kind !== 'ok') return failureOf(answer)
  const validRows = answer.value.rows.filter(row => Check(RowSchema, row))
  if (validRows.length === 0 && answer.value.rows.length > 0) return UNREADABLE_ANSWER
  const rows = validRows.map(({ rank, username, balance, avatar }) => ({
    rank: clampToExactDouble(rank),
    username: toOneLine(username, MAX_NAME_CHARACTERS),
    balance: clampToExactDouble(balance),
    avatar: avatar && HTTP_URL.test(avatar) ? avatar : '',
  }))
  return { kind: 'ok', value: rows.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_ROWS) }
}

const UNREADABLE_ANSWER = { kind: 'failed', retryAfterMs: null, isFinal: false } as const

/** Worlds read all numbers as doubles, which are exact up to 2^53. */
function clampToExactDouble(value: number): number {
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
