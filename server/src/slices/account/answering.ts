import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, RouteContract } from '@avatary/contract/route'
import { type Failure, failure, type Handler } from '../../kernel/answer.ts'
import type { SignedIn } from '../../kernel/person.ts'
import { GONE, type Gone } from './person/one-at-a-time.sql.ts'

/** What answers a route of a signed-in person. */
export type AccountHandler<Route extends RouteContract> = Handler<
  QueryOf<Route>,
  ParamsOf<Route>,
  BodyOf<Route>,
  ErrorCode,
  SignedIn
>

/** Whether the account was deleted while the request was under way; then nobody is signed in. */
export function isGone(outcome: unknown): outcome is Gone {
  return outcome === GONE
}

export function nobody(): Failure<ErrorCode> {
  return failure('sign_in_required')
}
