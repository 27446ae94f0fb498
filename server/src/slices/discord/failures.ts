import { failure } from '../../kernel/answer.ts'
import type { DiscordProblem, GuildRefusal } from './guilds.ts'

export function failureOf<Refusal extends GuildRefusal>(problem: DiscordProblem<Refusal>) {
  switch (problem.kind) {
    case 'refused':
    case 'absent':
      return failure('upstream_unavailable', 'Discord did not do what it was asked. Try again later.')
    case 'limited':
    case 'unavailable': {
      const { retryAfterMs } = problem as { retryAfterMs: number | null }
      const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1000))
      const headers = retryAfterMs === null ? {} : { 'Retry-After': String(seconds) }
      return failure('upstream_unavailable', 'Discord does not answer. Try again later.', headers)
    }
    default:
      return failure(problem.kind)
  }
}
