import type { RouteId } from '@avatary/contract/routes/all'
import type { Part } from './part.ts'

type HandledBy<P> =
  | (P extends { readonly handlers: infer Handlers } ? keyof Handlers : never)
  | (P extends { readonly handlersBeforeReady: infer Handlers } ? keyof Handlers : never)

/** A property that no list has, so that the compiler names the routes. */
type Unless<Wrong, Problem extends string> = [Wrong] extends [never]
  ? unknown
  : { readonly [Name in Problem]: Wrong }

/** Returns the parts of a process. It compiles only if they handle every route of the contract, and no other. */
export function handlingEveryRoute<const P extends Part>(
  parts: readonly P[] &
    Unless<Exclude<RouteId, HandledBy<P>>, 'without a handler'> &
    Unless<Exclude<HandledBy<P>, RouteId>, 'not in the contract'>,
): readonly Part[] {
  return parts
}

/** Lists parts with their own types. In an array literal with spreads, TypeScript would report a wrong part at each. */
export function listOfParts<const Parts extends readonly Part[]>(...parts: Parts): Parts {
  return parts
}
