import { hash, timingSafeEqual } from 'node:crypto'
import type { SessionDevice, SignInPrompt } from '@avatary/contract/sessions'
import type { Sealer } from '../../kernel/sealer.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Community } from './community.ts'
import type { OAuthClient, RedeemOutcome } from './ports.ts'
import type { Problem } from './problem-texts.ts'
import { associatedDataOf } from './profiles.ts'
import { hashOfSession, SESSION_BYTES } from './session-rules.ts'
import type { IdentityStore } from './store.sql.ts'
import type { SignIn } from './store.ts'

/** A sign-in must be finished within ten minutes. */
export const SIGN_IN_MS = 10 * MINUTE_MS
/** A token without a lifetime is stored for an hour. */
const DEFAULT_TOKEN_MS = HOUR_MS

const SIGN_IN_ID_BYTES = 16
const SESSION_ID_BYTES = 12
const ASSOCIATED_DATA = 'sign-in'

/** A sign-in that waits for its callback, sealed in a cookie of the browser. */
interface PendingSignIn {
  /** Stored once the first callback has arrived, so that a second one is refused. */
  readonly id: string
  readonly state: string
  readonly verifier: string
  readonly returnTo: string
  /** True when the person was asked to authenticate again. */
  readonly isReauthentication: boolean
  readonly untilMs: number
}

export interface BegunSignIn {
  /** The URL to which the browser is redirected. */
  readonly location: string
  readonly state: string
  /** The sealed `PendingSignIn`, to be set as a cookie. */
  readonly sealed: string
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly session: string; readonly returnTo: string }
  | {
      readonly kind: 'failed'
      readonly problem: Problem
      /** The path to which the sign-in should have led; null when the cookie is missing. */
      readonly returnTo: string | null
      /** True when the sign-in has ended, so that its cookie can be deleted. */
      readonly isOver: boolean
    }

export interface Callback {
  /** The query of the callback. */
  readonly answer: URLSearchParams
  /** The cookie value that `begin` sealed. */
  readonly sealed: string | undefined
  readonly userAgent: string | undefined
  /** The value of the session cookie, if any. */
  readonly session: string | undefined
}

export interface SignInsDeps extends Pick<SystemDeps, 'randomToken' | 'clock'> {
  readonly store: Pick<IdentityStore, 'endSignIn' | 'signIn'>
  readonly oauth: OAuthClient
  readonly community: Pick<Community, 'profileOfToken'>
  readonly signInSealer: Pick<Sealer, 'seal' | 'open'>
  readonly tokenSealer: Pick<Sealer, 'seal'>
  readonly deviceOf: (userAgent: string | undefined) => SessionDevice
}

/**
 * Signs people in with the community site. The state of a sign-in is sealed in a cookie, so that nothing is stored
 * before the person is known. A callback first ends the sign-in, so that each can complete only once.
 */
export class SignIns {
  readonly #deps: SignInsDeps

  constructor(deps: SignInsDeps) {
    this.#deps = deps
  }

  async begin({ returnTo, prompt }: { returnTo: string; prompt: SignInPrompt | null }): Promise<BegunSignIn> {
    const { oauth, signInSealer, randomToken, clock } = this.#deps
    const { location, state, verifier } = await oauth.authorize(prompt)
    const pendingSignIn: PendingSignIn = {
      id: randomToken(SIGN_IN_ID_BYTES),
      state,
      verifier,
      returnTo,
      isReauthentication: prompt !== null,
      untilMs: clock.now() + SIGN_IN_MS,
    }
    return { location, state, sealed: signInSealer.seal(JSON.stringify(pendingSignIn), ASSOCIATED_DATA) }
  }

  async complete(callback: Callback): Promise<SignInOutcome> {
    const { store, oauth } = this.#deps
    const { answer } = callback
    const pendingSignIn = this.#open(callback.sealed)
    if (pendingSignIn === null) return toFailure('expired', null)
    const { id, state, returnTo, untilMs } = pendingSignIn
    if (!isSameInConstantTime(answer.getAll('state').join(), state))
      return toFailure('expired', returnTo, { isOver: false })
    if (!(await store.endSignIn(id, untilMs))) return toFailure('expired', returnTo)
    const redemption = await oauth.redeem(answer, pendingSignIn)
    if (redemption.kind !== 'token') return toFailure(redemption.kind, returnTo)
    const outcome = await this.#signIn(redemption, pendingSignIn, callback)
    if (outcome.kind !== 'signed-in') return toFailure(outcome.kind, returnTo)
    return { ...outcome, returnTo }
  }

  async #signIn(
    { token, untilMs }: Extract<RedeemOutcome, { kind: 'token' }>,
    { isReauthentication }: PendingSignIn,
    callback: Callback,
  ): Promise<{ kind: 'signed-in'; session: string } | { kind: 'refused' | 'unavailable' }> {
    const { store, community, tokenSealer, randomToken, deviceOf, clock } = this.#deps
    const answer = await community.profileOfToken(token)
    if (answer.kind !== 'profile') return { kind: answer.kind }
    const nowMs = clock.now()
    const tokenUntilMs = untilMs ?? nowMs + DEFAULT_TOKEN_MS
    const session = randomToken(SESSION_BYTES)
    const device = deviceOf(callback.userAgent)
    const signIn: SignIn = {
      profile: answer.profile,
      session: { hash: hashOfSession(session)!, id: randomToken(SESSION_ID_BYTES), device },
      token: { seal: key => tokenSealer.seal(token, associatedDataOf(key)), untilMs: tokenUntilMs },
      replacedSessionHash: hashOfSession(callback.session ?? ''),
      isReauthentication,
      nowMs,
    }
    await store.signIn(signIn)
    return { kind: 'signed-in', session }
  }

  #open(sealed: string | undefined): PendingSignIn | null {
    const { signInSealer, clock } = this.#deps
    const text = sealed === undefined ? null : signInSealer.open(sealed, ASSOCIATED_DATA)
    if (text === null) return null
    // Only this server can seal one, so its form need not be checked.
    const pendingSignIn = JSON.parse(text) as PendingSignIn
    return pendingSignIn.untilMs > clock.now() ? pendingSignIn : null
  }
}

function toFailure(problem: Problem, returnTo: string | null, { isOver } = { isOver: true }): SignInOutcome {
  return { kind: 'failed', problem, returnTo, isOver }
}

function isSameInConstantTime(text: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(text), digest(expected))
}
