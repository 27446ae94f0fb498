import { createHash, timingSafeEqual } from 'node:crypto'
import type { SignInPrompt } from '@avatary/contract/sessions'
import type { Clock } from '../../kernel/clock.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { Sealer } from '../../kernel/sealer.ts'
import type { Community } from './community.ts'
import type { DeviceOf, OAuthClient, Redeemed } from './ports.ts'
import type { Problem } from './problems.ts'
import { tokenOf } from './profiles.ts'
import { hashOfSession, SESSION_BYTES } from './session-rules.ts'
import type { IdentityStore } from './store.sql.ts'
import type { SignIn } from './store.ts'

/** How long somebody may think about it at the community site. */
export const SIGN_IN_MS = 10 * 60_000
/** A token of which the site does not say how long it lasts is kept for so long. */
const TOKEN_MS = 3_600_000

const ABOUT = 'sign-in'

/** A sign-in that was begun, sealed in a cookie of the browser that began it. */
interface Transaction {
  /** Used once. */
  readonly id: string
  readonly state: string
  readonly verifier: string
  readonly returnTo: string
  /** Whether it was to prove again who somebody is. */
  readonly isAgain: boolean
  readonly untilMs: number
}

/** What a sign-in is begun with. */
export interface Beginning {
  readonly returnTo: string
  readonly prompt: SignInPrompt | null
}

export interface Begun {
  /** Where the browser goes. */
  readonly location: string
  /** What it brings back, to be found by. */
  readonly state: string
  /** What it keeps until then. */
  readonly kept: string
}

export type Completed =
  | { readonly kind: 'signed-in'; readonly session: string; readonly returnTo: string }
  | {
      readonly kind: 'failed'
      readonly problem: Problem
      /** Where it should have led; null when that is not known. */
      readonly returnTo: string | null
      /** Whether the sign-in that the browser began is over. */
      readonly isOver: boolean
    }

export interface Callback {
  /** The query that the browser brought back. */
  readonly answer: URLSearchParams
  /** What `begin` gave it to keep. */
  readonly kept: string | undefined
  readonly userAgent: string | undefined
  /** The session that the browser has, if any. */
  readonly session: string | undefined
}

export interface SignInsDeps {
  readonly store: Pick<IdentityStore, 'endSignIn' | 'signIn'>
  readonly oauth: OAuthClient
  readonly community: Pick<Community, 'whoHas'>
  readonly transactions: Pick<Sealer, 'seal' | 'open'>
  readonly tokens: Pick<Sealer, 'seal'>
  readonly randomToken: (bytes: number) => string
  readonly deviceOf: DeviceOf
  readonly clock: Clock
}

/**
 * Signing in with the community site. What must come back is sealed in a cookie and bound to this one sign-in, so that
 * nothing is written before somebody is known; a sign-in that comes back is ended first, so that it counts once.
 */
export class SignIns {
  readonly #deps: SignInsDeps

  constructor(deps: SignInsDeps) {
    this.#deps = deps
  }

  async begin({ returnTo, prompt }: Beginning): Promise<Begun> {
    const { oauth, transactions, randomToken, clock } = this.#deps
    const { location, state, verifier } = await oauth.authorize(prompt)
    const untilMs = clock.now() + SIGN_IN_MS
    const isAgain = prompt !== null
    const transaction: Transaction = { id: randomToken(16), state, verifier, returnTo, isAgain, untilMs }
    return { location, state, kept: transactions.seal(JSON.stringify(transaction), ABOUT) }
  }

  async complete(callback: Callback): Promise<Completed> {
    const { store, oauth } = this.#deps
    const { answer } = callback
    const begun = this.#open(callback.kept)
    if (begun === null) return failed('expired', null, true)
    const { id, state, returnTo, untilMs } = begun
    if (!isSame(answer.getAll('state').join(), state)) return failed('expired', returnTo, false)
    if (!(await store.endSignIn(id, untilMs))) return failed('expired', returnTo, true)
    const redeemed = await oauth.redeem(answer, begun)
    if (redeemed.kind !== 'token') return failed(redeemed.kind, returnTo, true)
    const outcome = await this.#signIn(redeemed, begun, callback)
    if (outcome.kind !== 'signed-in') return failed(outcome.kind, returnTo, true)
    return { ...outcome, returnTo }
  }

  async #signIn(
    { token, untilMs }: Extract<Redeemed, { kind: 'token' }>,
    { isAgain }: Transaction,
    callback: Callback,
  ): Promise<{ kind: 'signed-in'; session: string } | { kind: 'refused' | 'unavailable' }> {
    const { store, community, tokens, randomToken, deviceOf, clock } = this.#deps
    const told = await community.whoHas(token)
    if (told.kind !== 'profile') return { kind: told.kind }
    const nowMs = clock.now()
    const session = randomToken(SESSION_BYTES)
    const signIn: SignIn = {
      profile: told.profile,
      session: { hash: hashOfSession(session)!, id: randomToken(12), device: deviceOf(callback.userAgent) },
      token: {
        seal: key => tokens.seal(token, tokenOf(key)),
        untilMs: untilMs ?? nowMs + TOKEN_MS,
      },
      replaced: hashOfSession(callback.session ?? ''),
      isAgain,
      nowMs,
    }
    await store.signIn(signIn)
    return { kind: 'signed-in', session }
  }

  #open(kept: string | undefined): Transaction | null {
    const { transactions, clock } = this.#deps
    const text = kept === undefined ? null : transactions.open(kept, ABOUT)
    const value: unknown = text === null ? null : JSON.parse(text)
    // Sealed by us, so that its form is known.
    if (!isObject(value)) return null
    const transaction = value as unknown as Transaction
    return transaction.untilMs > clock.now() ? transaction : null
  }
}

function failed(problem: Problem, returnTo: string | null, isOver: boolean): Completed {
  return { kind: 'failed', problem, returnTo, isOver }
}

/** In a time that tells nothing of where two texts differ. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
