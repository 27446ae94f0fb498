import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { ConsentStore } from './consents.sql.ts'
import type { ReturnTarget } from './store.ts'

const STATE_MS = 10 * MINUTE_MS
const STATE_BYTES = 32
const COOKIE = 'avatary_discord_state'

export interface StatesDeps extends Pick<SystemDeps, 'randomToken'> {
  readonly consents: Pick<ConsentStore, 'addState' | 'takeState'>
  readonly now: () => number
  readonly isSecure: boolean
  /** The only path to which browsers send the cookie. */
  readonly callbackPath: string
}

/**
 * Binds a callback to the session and browser that started it (RFC 6749 §10.12). The state is sent in the URL and in a
 * cookie, its hash is stored with the session, and it works only once.
 */
export class States {
  readonly #deps: StatesDeps

  constructor(deps: StatesDeps) {
    this.#deps = deps
  }

  async begin(sessionId: string, returnTo: ReturnTarget): Promise<{ state: string; setCookie: string }> {
    const { consents, randomToken, now } = this.#deps
    const state = randomToken(STATE_BYTES)
    await consents.addState(hashOf(state), { sessionId, returnTo }, now() + STATE_MS)
    return { state, setCookie: this.#cookie(state, STATE_MS / 1000) }
  }

  /** The page to return to; null when the callback was not started by this session and browser. */
  async end(
    sessionId: string,
    { state, cookies }: { state: string | undefined; cookies: string | undefined },
  ): Promise<ReturnTarget | null> {
    if (state === undefined || parseCookie(cookies ?? '')[COOKIE] !== state) return null
    const pendingConsent = await this.#deps.consents.takeState(hashOf(state), this.#deps.now())
    return pendingConsent?.sessionId === sessionId ? pendingConsent.returnTo : null
  }

  get expiredCookie(): string {
    return this.#cookie('', 0)
  }

  #cookie(value: string, maxAge: number): string {
    const { isSecure, callbackPath } = this.#deps
    return stringifySetCookie({
      name: COOKIE,
      value,
      maxAge,
      path: callbackPath,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    })
  }
}

function hashOf(state: string): string {
  return hash('sha256', state, 'base64url')
}
