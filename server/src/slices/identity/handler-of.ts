import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, RouteContract } from '@avatary/contract/route'
import type { Handler } from '../../kernel/answer.ts'
import type { SignedIn } from '../../kernel/person.ts'

/** What answers a route, with the person on routes that ask to be signed in. */
export type HandlerOf<Route extends RouteContract> = Handler<
  QueryOf<Route>,
  ParamsOf<Route>,
  BodyOf<Route>,
  ErrorCode,
  Route['auth'] extends 'session' | 'same-origin' ? SignedIn : unknown
>
