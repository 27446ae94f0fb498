import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import { GONE, type Gone } from './person/one-at-a-time.sql.ts'

/** Whether the account was deleted while the request was under way; then nobody is signed in. */
export function isGone(outcome: unknown): outcome is Gone {
  return outcome === GONE
}

export function nobody(): Failure<ErrorCode> {
  return failure('sign_in_required')
}
