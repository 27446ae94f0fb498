import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@avatary/contract/errors'
import type { RouteContract } from '@avatary/contract/route'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { Identify } from '../../kernel/person.ts'
import type { Guard } from './bearer-guard.ts'
import type { Exchange } from './exchange.ts'

/** Decides by the head of a request whether it goes on, and notes who sent it; null = yes. */
export type Admission = (exchange: Exchange) => Promise<Failure<ErrorCode> | null>

export interface Door {
  readonly identify: Identify
  /** Lets operators in. */
  readonly adminGuard: Guard
  /** Origin of our own pages; those of other sites may not write in anybody's name. */
  readonly ownOrigin: string
}

/**
 * What a route asks for before anything of a request is read; null when anybody may come in. Who is not signed in is
 * told so first, whatever page asks (spec, "Authentication": a missing session gives 401).
 */
export function admissionOf(route: RouteContract, door: Door): Admission | null {
  const { auth, method, acceptsKey = false } = route
  if (auth === 'admin') return async exchange => await door.adminGuard(exchange)
  if (auth !== 'session' && auth !== 'same-origin') return null
  const isWrite = method !== 'GET'
  return async exchange => {
    const person = await door.identify(exchange, { acceptsKey })
    if (person === null) return failure('sign_in_required')
    if (isWrite && !isFrom(door.ownOrigin, exchange.headers, auth === 'same-origin')) {
      return failure('origin_not_allowed')
    }
    exchange.person = person
    return null
  }
}

/**
 * Browsers send `Origin` with every request that a page could forge. Design, "Account": a write needs ours when one
 * is sent; those that the spec names need it always.
 */
function isFrom(ownOrigin: string, { origin }: IncomingHttpHeaders, isRequired: boolean): boolean {
  return origin === undefined ? !isRequired : origin === ownOrigin
}
