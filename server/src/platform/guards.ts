import { hash, timingSafeEqual } from 'node:crypto'
import type { ErrorCode } from '@avatary/contract/errors'
import type { RouteContract } from '@avatary/contract/route'
import { type Failure, failure, type RequestContext } from '../kernel/answer.ts'
import { bearerTokenOf } from '../kernel/bearer.ts'
import { ownOriginsOf } from '../kernel/own-origins.ts'
import type { Identify, IdentifyContext, Person } from '../kernel/person.ts'
import { ANY_ORIGIN } from './http/headers.ts'

/** A request before its body is read. The guard sets the person on it. */
interface GuardedRequest extends IdentifyContext, Pick<RequestContext, 'method'> {
  person?: Person | null
}

/**
 * Checks a request by its headers.
 * @returns the refusal, or null when the request may pass.
 */
export type Guard = (request: GuardedRequest) => Promise<Failure<ErrorCode> | null>

/** Returns the guard of a route; undefined when the route is open to anybody. */
export type GuardOf = (route: Pick<RouteContract, 'auth' | 'acceptsKey'>) => Guard | undefined

export interface GuardDeps {
  readonly identify: Identify
  readonly isAdmin: (person: Person) => boolean
  readonly adminToken: string
  /** The origin of our pages. Pages of other sites may not write on behalf of people who are signed in here. */
  readonly ownOrigin: string
}

/** Creates the guards that routes declare (spec, "Authentication"). */
export function createGuards(deps: GuardDeps): GuardOf {
  return ({ auth, acceptsKey = false }) => {
    if (auth === 'admin') return adminGuard(deps)
    if (auth === 'optional-session') return optionalGuard(deps)
    if (auth === 'session' || auth === 'same-origin-session') return sessionGuard(deps, auth, acceptsKey)
    return undefined
  }
}

/** Admits people who are signed in. Checks the session before the origin, so that a missing session gives 401. */
function sessionGuard(
  { identify, ownOrigin }: GuardDeps,
  auth: 'session' | 'same-origin-session',
  acceptsKey: boolean,
): Guard {
  const ownOrigins = ownOriginsOf(ownOrigin)
  return async request => {
    const { origin, authorization } = request.headers
    // A key is never sent automatically as a cookie is, so pages of any origin may read the answer.
    if (acceptsKey && bearerTokenOf(authorization) !== undefined)
      for (const [name, value] of ANY_ORIGIN) request.addHeader?.(name, value)
    const person = await identify(request, { acceptsKey })
    if (person === null) return failure('sign_in_required')
    if (person.by.kind === 'key') {
      const neededScope = isWrite(request) ? 'write' : 'read'
      if (!person.by.scopes.includes(neededScope))
        return failure('key_scope_missing', `This needs a personal key with the scope \`${neededScope}\`.`)
      request.person = person
      return null
    }
    // A write with the header Origin must have ours; with `same-origin-session` the header may not be missing.
    const isOwnOrigin = origin === undefined ? auth === 'session' : ownOrigins.has(origin)
    if (isWrite(request) && !isOwnOrigin) return failure('origin_not_allowed')
    request.person = person
    return null
  }
}

/** Admits everybody; sets the person when there is a session. */
function optionalGuard({ identify }: GuardDeps): Guard {
  return async request => {
    request.person = await identify(request, { acceptsKey: false })
    return null
  }
}

/** Admits the admin token, and signed-in administrators, who may write only from our own pages. */
function adminGuard({ adminToken, identify, isAdmin, ownOrigin }: GuardDeps): Guard {
  const tokenGuard = bearerGuard(adminToken)
  const ownOrigins = ownOriginsOf(ownOrigin)
  return async request => {
    const { headers } = request
    if (bearerTokenOf(headers.authorization) !== undefined) return await tokenGuard(request)
    const person = await identify(request, { acceptsKey: false })
    if (person === null || !isAdmin(person)) return await tokenGuard(request)
    const isOwnOrigin = headers.origin !== undefined && ownOrigins.has(headers.origin)
    if (isWrite(request) && !isOwnOrigin) return failure('origin_not_allowed')
    request.person = person
    return null
  }
}

/** Admits requests that carry the token (RFC 6750 §2.1); compares in constant time. */
export function bearerGuard(token: string): Guard {
  const expectedDigest = digestOf(token)
  return async ({ headers }) => {
    const token = bearerTokenOf(headers.authorization)
    if (typeof token === 'string' && timingSafeEqual(digestOf(token), expectedDigest)) return null
    return failure('admin_token_required', undefined, { 'WWW-Authenticate': 'Bearer realm="admin"' })
  }
}

function isWrite({ method }: GuardedRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
