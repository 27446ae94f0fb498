import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf, QueryOf, RouteContract } from '@avatary/contract/route'
import type { Static } from 'typebox'
import type { Handler } from './kernel/answer.ts'
import type { Person, SignedIn } from './kernel/person.ts'

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value

/** The person that the route's authentication provides; an operator with the admin token is no person. */
type InputOfAuth<Auth> = Auth extends 'session' | 'same-origin'
  ? SignedIn
  : Auth extends 'admin' | 'optional-session'
    ? { readonly person: Person | null }
    : unknown

/** Handles a route of the contract, after its schemas and its authentication were checked; a JSON answer fits its schema. */
export type RouteHandler<Route extends RouteContract> = Handler<
  QueryOf<Route>,
  ParamsOf<Route>,
  BodyOf<Route>,
  ErrorCode,
  InputOfAuth<Route['auth']>,
  DeepReadonly<Static<Route['response']>>
>

/** Handlers of routes, keyed by their ids. */
export type HandlersOf<Routes extends Readonly<Record<string, RouteContract>>> = {
  readonly [Id in keyof Routes]: RouteHandler<Routes[Id]>
}
