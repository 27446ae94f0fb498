import type { BodyOf, ParamsOf, QueryOf, RouteContract } from '@avatary/contract/route'
import type { Static } from 'typebox'
import type { Handler } from './kernel/answer.ts'
import type { Person, SignedIn } from './kernel/person.ts'

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value

/** The person whom the route's authentication finds; null for an operator with the admin token. */
type InputOfAuth<Auth> = Auth extends 'session' | 'same-origin-session'
  ? SignedIn
  : Auth extends 'admin' | 'optional-session'
    ? { readonly person: Person | null }
    : unknown

/** Errors that the pipeline answers on such a route (`errorsOf`), and that its handler may answer too. */
type ImpliedError<Route> =
  | 'not_ready'
  | (Route extends { readonly query: unknown } | { readonly params: unknown } ? 'invalid_parameter' : never)
  | (Route extends { readonly body: unknown } ? 'invalid_body' | 'body_too_large' : never)
  | (Route extends { readonly auth: 'session' | 'same-origin-session' } ? 'sign_in_required' : never)

/**
 * JSON that fits the route's schema. OAuth routes also answer errors of another shape, so tests check those instead.
 */
type AnswerJson<Route extends RouteContract> = Route extends { readonly oauthErrors: unknown }
  ? unknown
  : DeepReadonly<Static<Route['response']>>

/**
 * Handles a route of the contract after its input and authentication were checked. The type only allows the route's own
 * errors, and JSON that fits its schema.
 */
export type RouteHandler<Route extends RouteContract> = Handler<
  QueryOf<Route>,
  ParamsOf<Route>,
  BodyOf<Route>,
  Route['errors'][number] | ImpliedError<Route>,
  InputOfAuth<Route['auth']>,
  AnswerJson<Route>
>

export type HandlersOf<Routes extends Readonly<Record<string, RouteContract>>> = {
  readonly [Id in keyof Routes]: RouteHandler<Routes[Id]>
}
