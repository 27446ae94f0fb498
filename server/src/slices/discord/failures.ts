import type { ErrorCode } from '@avatary/contract/errors'
import { failure } from '../../kernel/answer.ts'
import type { DiscordProblem, GuildRefusal } from './guilds.ts'

const REFUSALS = {
  not_connected: 'not_connected',
  not_administrator: 'administrator_required',
  channel_not_permitted: 'channel_not_permitted',
} as const satisfies Record<GuildRefusal, ErrorCode>

export function failureOf<Refusal extends GuildRefusal>(problem: DiscordProblem<Refusal>) {
  return isRefusal(problem) ? failure(REFUSALS[problem.kind]) : failureAtDiscord(problem)
}

function failureAtDiscord(problem: DiscordProblem<never>) {
  if (problem.kind === 'refused' || problem.kind === 'absent')
    return failure('upstream_unavailable', 'Discord did not do what it was asked. Try again later.')
  const { retryAfterMs } = problem
  const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1000))
  const headers = retryAfterMs === null ? {} : { 'Retry-After': String(seconds) }
  return failure('upstream_unavailable', 'Discord does not answer. Try again later.', headers)
}

function isRefusal<Refusal extends GuildRefusal>(
  problem: DiscordProblem<Refusal>,
): problem is { readonly kind: Refusal } {
  return Object.hasOwn(REFUSALS, problem.kind)
}
