import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, RouteContract } from '@avatary/contract/route'
import type { Handler } from './kernel/answer.ts'
import type { Person, SignedIn } from './kernel/person.ts'

/** Who asks, as far as the route's authentication tells; an operator with the admin token is no person. */
type Asking<Auth> = Auth extends 'session' | 'same-origin'
  ? SignedIn
  : Auth extends 'admin'
    ? { readonly person: Person | null }
    : unknown

/** Handles a route of the contract; its schemas have been checked, and its authentication asked for. */
export type RouteHandler<Route extends RouteContract> = Handler<
  QueryOf<Route>,
  ParamsOf<Route>,
  BodyOf<Route>,
  ErrorCode,
  Asking<Route['auth']>
>

/** Handles routes of the contract, by their ids. */
export type HandlersOf<Routes extends Readonly<Record<string, RouteContract>>> = {
  readonly [Id in keyof Routes]: RouteHandler<Routes[Id]>
}
