import { hash } from 'node:crypto'
import { API_PREFIX } from '../../kernel/addresses.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type Cookie, readCookie, writeCookie } from '../identity/index.ts'
import type { ConsentStore } from './consents.sql.ts'
import type { ReturnTarget } from './store.ts'

const STATE_MS = 10 * MINUTE_MS
const STATE_BYTES = 32

export const CALLBACK_PATH = `${API_PREFIX}/discord/callback`
const COOKIE_NAME = 'avatary_discord_state'
const COOKIE: Cookie = { name: COOKIE_NAME, path: CALLBACK_PATH }

export interface CallbackStatesDeps extends Pick<SystemDeps, 'clock' | 'randomToken'> {
  readonly consents: ConsentStore
  readonly isSecure: boolean
}

/**
 * Binds a callback to the session and browser that started it (RFC 6749 §10.12). The state is sent in the URL and in a
 * cookie, its hash is stored with the session, and it works only once.
 */
export class CallbackStates {
  readonly #deps: CallbackStatesDeps
  readonly expiredCookie: string

  constructor(deps: CallbackStatesDeps) {
    this.#deps = deps
    this.expiredCookie = writeCookie(COOKIE, '', { maxAgeMs: 0, isSecure: deps.isSecure })
  }

  async begin(sessionId: string, returnTo: ReturnTarget): Promise<{ state: string; setCookie: string }> {
    const { consents, randomToken, isSecure, clock } = this.#deps
    const state = randomToken(STATE_BYTES)
    await consents.addState(hashOf(state), { sessionId, returnTo }, clock.now() + STATE_MS)
    return { state, setCookie: writeCookie(COOKIE, state, { maxAgeMs: STATE_MS, isSecure }) }
  }

  /** The page to return to; null when the callback was not started by this session and browser. */
  async end(
    sessionId: string,
    { state, cookies }: { state: string | undefined; cookies: string | undefined },
  ): Promise<ReturnTarget | null> {
    const { consents, clock } = this.#deps
    if (state === undefined || readCookie(cookies, COOKIE) !== state) return null
    const pendingConsent = await consents.takeState(hashOf(state), clock.now())
    return pendingConsent?.sessionId === sessionId ? pendingConsent.returnTo : null
  }
}

function hashOf(state: string): string {
  return hash('sha256', state, 'base64url')
}
