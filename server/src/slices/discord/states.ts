import { createHash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { DiscordStore } from './store.sql.ts'
import type { ReturnTarget } from './store.ts'

/** How long somebody may think about the consent. */
const STATE_MS = 10 * 60_000
const BYTES = 32
const COOKIE = 'avatary_discord_state'

export interface StatesDeps {
  readonly store: Pick<DiscordStore, 'addState' | 'takeState'>
  /** Of so many bytes, in characters that a URL may hold. */
  readonly randomToken: (bytes: number) => string
  readonly now: () => number
  /** Whether pages come over https. */
  readonly isSecure: boolean
  /** The only path that the cookie is sent to. */
  readonly callbackPath: string
}

/**
 * Ties a callback to the session and the browser that began it (RFC 6749 §10.12): the state travels with the browser
 * in two ways, its hash is kept with the session, and it is used up when it comes back.
 */
export class States {
  readonly #deps: StatesDeps

  constructor(deps: StatesDeps) {
    this.#deps = deps
  }

  async begin(sessionId: string, returnTo: ReturnTarget): Promise<{ state: string; setCookie: string }> {
    const { store, randomToken, now } = this.#deps
    const state = randomToken(BYTES)
    await store.addState(hashOf(state), { sessionId, returnTo }, now() + STATE_MS)
    return { state, setCookie: this.#cookie(state, STATE_MS / 1000) }
  }

  /** Where to go on; null when this is not the callback that was begun in this session and browser. */
  async end(
    sessionId: string,
    { state, cookies }: { state: string | undefined; cookies: string | undefined },
  ): Promise<ReturnTarget | null> {
    if (state === undefined || parseCookie(cookies ?? '')[COOKIE] !== state) return null
    const held = await this.#deps.store.takeState(hashOf(state), this.#deps.now())
    return held !== null && held.sessionId === sessionId ? held.returnTo : null
  }

  get cookieToForget(): string {
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
  return createHash('sha256').update(state).digest('base64url')
}
