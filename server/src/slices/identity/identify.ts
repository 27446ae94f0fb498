import { bearerTokenOf } from '../../kernel/bearer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { doUnlessUnavailable } from '../../kernel/database-unavailable.ts'
import type { Identify } from '../../kernel/person.ts'
import { readCookie, SESSION_COOKIE, writeCookie } from './cookies.ts'
import type { OwnerOfKey } from './keys/owner-of-key.ts'
import { hashOfSession, isDueForRenewal, SESSION_MS } from './session-rules.ts'
import type { IdentityStore } from './store.sql.ts'

export interface IdentifyDeps {
  readonly store: Pick<IdentityStore, 'findSession' | 'renew'>
  readonly ownerOfKey: OwnerOfKey
  readonly isSecure: boolean
  readonly clock: Clock
}

/**
 * Identifies the person of a request. Sessions are read from the database every time, so that an ended one is void at
 * once in all processes. A request with an invalid token is anonymous, even if its cookie is valid.
 */
export function createIdentify({ store, ownerOfKey, isSecure, clock }: IdentifyDeps): Identify {
  return async (context, { acceptsKey }) => {
    const { authorization, cookie } = context.headers
    const token = acceptsKey ? bearerTokenOf(authorization) : undefined
    if (token !== undefined) return token === null ? null : await ownerOfKey(token)
    const value = readCookie(cookie, SESSION_COOKIE)
    const hash = value === undefined ? null : hashOfSession(value)
    if (value === undefined || hash === null) return null
    const nowMs = clock.now()
    const stored = await store.findSession(hash, nowMs)
    if (stored === null) return null
    const { person, session } = stored
    if (isDueForRenewal(session.seenAtMs, nowMs) && (await doUnlessUnavailable(store.renew(session, nowMs))))
      context.addHeader?.(
        'Set-Cookie',
        writeCookie(SESSION_COOKIE, value, { maxAgeMs: SESSION_MS, isSecure }),
      )
    return { ...person, by: { kind: 'session', id: session.id } }
  }
}
