import { DAY_MS, isoOf } from '../../kernel/days.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Upstream, UpstreamAnswer, UpstreamCredentials } from '../../kernel/upstream.ts'
import { drawSpacingMs, type LookupFailure } from './budget.ts'
import { AVATAR_PATH, readPlatformAnswer } from './platform-answer.ts'
import type { createVerifierRecorder } from './recorder.ts'
import type { LookupStore } from './store.sql.ts'
import type { LeasedLookup, Verdict } from './store.ts'

export interface VerifierDeps extends Pick<SystemDeps, 'clock' | 'sleep' | 'random' | 'log'> {
  store: LookupStore
  platform: Upstream
  credentials: UpstreamCredentials
  /** Distinguishes the credentials (`fingerprintOf`). */
  fingerprint: string
  /** Budget of all processes together. */
  lookupsPerMinute: number
  recorder: ReturnType<typeof createVerifierRecorder>
}

/** Far longer than a lookup can take. */
const LEASE_MS = 2 * MINUTE_MS
/** Milliseconds after which an avatar is verified again. */
const REVERIFY_MS = DAY_MS
/** Milliseconds between polls of an empty queue, which other processes fill as well. */
const IDLE_POLL_MS = 1000
/** Longest sleep, because another process may end a rest. */
const MAX_WAIT_MS = 15_000

/**
 * Looks avatars up on the platform, one at a time, within the budget that all processes share: submissions first, then
 * finds of external indexes, then the avatars verified longest ago.
 */
export class Verifier {
  readonly #deps: VerifierDeps
  #loggedRestEndMs = 0
  /** The platform's last refusal of this process's account. */
  #refusal: { status?: number; reason?: string } = {}

  constructor(deps: VerifierDeps) {
    this.#deps = deps
  }

  /** Runs until the signal aborts, and throws the signal's reason if it was about to make a lookup. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, fingerprint, log, sleep } = this.#deps
    if (await store.endRefusalRest(fingerprint))
      log.info(
        { event: 'platform-account-accepted' },
        'Lookups continue: the refused platform account was replaced',
      )
    while (!signal.aborted) {
      const waitMs = await this.step(signal)
      if (waitMs > 0 && !signal.aborted) await sleep(waitMs, signal)
    }
  }

  /** Makes the next lookup, if any. @returns milliseconds after which the next step makes sense. */
  async step(signal?: AbortSignal): Promise<number> {
    const { store, clock, random, lookupsPerMinute: perMinute, recorder } = this.#deps
    const nowMs = clock.now()
    const spacingMs = drawSpacingMs(perMinute, random())
    const options = { perMinute, spacingMs, leaseMs: LEASE_MS, staleBeforeMs: nowMs - REVERIFY_MS }
    const outcome = await store.lease(options, nowMs)
    const { restReason, untilMs } = outcome.kind === 'wait' ? outcome : { restReason: null, untilMs: nowMs }
    recorder.recordRest(restReason, untilMs)
    switch (outcome.kind) {
      case 'idle':
        return IDLE_POLL_MS
      case 'wait':
        if (outcome.restReason === 'refused') this.#logRefusal(outcome.untilMs)
        return Math.min(Math.max(1, outcome.untilMs - nowMs), MAX_WAIT_MS)
      case 'leased':
        await this.#lookUp(outcome.lookup, signal)
        return 0
    }
  }

  async #lookUp(lookup: LeasedLookup, signal: AbortSignal | undefined): Promise<void> {
    const { store, clock } = this.#deps
    let answer: UpstreamAnswer
    try {
      answer = await this.#ask(lookup, signal)
    } catch (error) {
      if (signal?.aborted) await store.release(lookup)
      else await this.#postpone(lookup, { kind: 'failed', retryAfterMs: null })
      throw error
    }
    const result = readPlatformAnswer(lookup.id, answer, clock.now())
    if (result.kind === 'public' || result.kind === 'rejected') return await this.#decide(lookup, result)
    if (answer.kind === 'refused' && result.kind === 'refused')
      this.#refusal = { status: answer.status, reason: answer.message }
    await this.#postpone(lookup, result)
  }

  /** Sends a single request, since each further attempt would have to be within the budget. */
  async #ask({ id }: LeasedLookup, signal: AbortSignal | undefined): Promise<UpstreamAnswer> {
    const { platform, credentials } = this.#deps
    return await platform.get(AVATAR_PATH, { params: { id }, credentials, maxAttempts: 1, signal })
  }

  async #decide(lookup: LeasedLookup, verdict: Verdict): Promise<void> {
    const { store, clock, recorder, log } = this.#deps
    const { kind } = await store.decide(lookup, verdict, clock.now())
    recorder.recordLookup(lookup.origin, kind)
    if (kind === 'lost')
      log.warn(
        { event: 'lookup-lease-lost' },
        'A lookup took longer than its lease, so another process makes it, too',
      )
  }

  async #postpone(lookup: LeasedLookup, failure: LookupFailure): Promise<void> {
    const { store, clock, random, fingerprint, recorder } = this.#deps
    await store.postpone(lookup, { failure, random: random(), fingerprint }, clock.now())
    recorder.recordLookup(lookup.origin, failure.kind)
  }

  /** Logs a rest once. */
  #logRefusal(untilMs: number): void {
    if (untilMs === this.#loggedRestEndMs) return
    this.#loggedRestEndMs = untilMs
    this.#deps.log.error(
      { event: 'platform-account-refused', ...this.#refusal, until: isoOf(untilMs) },
      'The platform refuses our account, so nothing is verified. Renew PLATFORM_AUTH_COOKIE (and check PLATFORM_CONTACT), then restart; otherwise the next attempt is made at the time in `until`',
    )
  }
}
