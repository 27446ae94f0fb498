import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { DiscordProblem } from './guilds.ts'

export function failureOf(problem: DiscordProblem): Failure<ErrorCode> {
  switch (problem.kind) {
    case 'not_connected':
      return failure('not_connected')
    case 'not_administrator':
      return failure('administrator_required')
    case 'channel_not_permitted':
      return failure('channel_not_permitted')
    case 'limited':
    case 'unavailable': {
      const { retryAfterMs } = problem
      const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1000))
      const headers = retryAfterMs === null ? {} : { 'Retry-After': String(seconds) }
      return failure('upstream_unavailable', 'Discord does not answer. Try again later.', headers)
    }
    case 'refused':
    case 'absent':
      return failure('upstream_unavailable', 'Discord did not do what it was asked. Try again later.')
  }
}
