import { LRUCache } from 'lru-cache'
import type { AvatarPatch } from '../../avatars/index.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import { cacheTime, isAhead, unlessLate } from '../../kernel/clock.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { FairShares } from '../../kernel/fair-shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Upstream } from '../../kernel/upstream.ts'
import {
  type ExternalIndexKind,
  type ExternalRequest,
  readExternalAnswer,
  searchRequest,
} from './external-answer.ts'
import { isLookupTerm } from './lookup-term.ts'
import { LONG_MINUTE_MS, MAX_VALIDITY_MS, type Urgency } from './pace.ts'
import type { ExternalLookupStore } from './store.sql.ts'

/** `full`: the budget was used up, so no request was sent. */
type LookupOutcome = 'found' | 'empty' | 'failed' | 'full'

export type RecordLookup = (outcome: LookupOutcome, foundCount: number, addedCount: number) => void

export interface ExternalLookupsDeps extends Pick<SystemDeps, 'clock' | 'sleep' | 'random'> {
  store: Pick<ExternalLookupStore, keyof ExternalLookupStore>
  index: Upstream
  indexKind: ExternalIndexKind
  /** Terms with fewer results are looked up. */
  minResults: number
  /** Budget of all processes together. */
  perMinute: number
  /** The longest that anybody waits for a lookup. */
  maxWaitMs: number
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<void>
  /** Queues avatars for verification, behind submissions. */
  enqueueForVerification: (ids: readonly AvatarId[]) => Promise<unknown>
  /** Counts a lookup, its avatars, and those of them that were not known. */
  recordLookup: RecordLookup
  log: Pick<Log, 'error'>
}

export interface Question {
  /** Identifies the question among all questions. */
  readonly name: string
  readonly request: ExternalRequest
  readonly urgency: Urgency
  /** For how many milliseconds its answer is valid. */
  readonly validMs: number
}

/** `not_due`: the answer is still valid, or being fetched; `full`: the budget is used up. */
export interface AskOutcome {
  readonly kind: 'asked' | 'not_due' | 'full'
}

const ANSWER_VALID_MS = 24 * HOUR_MS
const FAILURE_VALID_MS = 5 * MINUTE_MS
/** Questions remembered in memory, so that not every search for a term with few results reads the database. */
const MAX_QUESTIONS = 10_000
/** Concurrent lookups of this process, so that a flood of terms does not become a flood of transactions. */
const MAX_RUNNING_ASKS = 32
/** The share of the lookups of a minute that one client may cause. */
const MAX_CLIENT_SHARE = 0.25
const TERM_PREFIX = 'term '

/**
 * Asks an external index about terms with few results here. Simultaneous searches share one request. A term is asked
 * about once a day, or five minutes after a failure, and only within the budget. A failure merely means that nothing is
 * found.
 */
export class ExternalLookups {
  readonly minResults: number
  readonly #deps: ExternalLookupsDeps
  /** Names of questions that are not due, each kept until its answer is no longer valid. */
  readonly #namesNotDue: LRUCache<string, true>
  readonly #runningAsks = new Map<string, Promise<AskOutcome>>()
  readonly #closing = new AbortController()
  readonly #shares: FairShares
  /** Until then the budget is used up. */
  #fullUntilMs = 0

  constructor(deps: ExternalLookupsDeps) {
    this.#deps = deps
    this.minResults = deps.minResults
    this.#shares = new FairShares({ ...deps, share: MAX_CLIENT_SHARE })
    this.#namesNotDue = new LRUCache({ max: MAX_QUESTIONS, ttlResolution: 0, perf: cacheTime(deps.clock) })
  }

  /**
   * Looks up a folded term, unless it was looked up recently or its client has used up its share of the budget.
   *
   * @returns null when there is nothing to wait for; otherwise a promise, for the first who asked, that resolves when
   * the finds can be searched, or after the longest wait. Others do not wait.
   */
  lookUp(term: string, network: string): Promise<unknown> | null {
    const { indexKind, maxWaitMs, clock } = this.#deps
    const name = TERM_PREFIX + term
    const isFull = isAhead(this.#fullUntilMs, clock.now(), LONG_MINUTE_MS)
    const isBusy = isFull || this.#runningAsks.size >= MAX_RUNNING_ASKS
    if (isBusy || this.#isNotDue(name) || !isLookupTerm(term) || !this.#shares.take(network)) return null
    const request = searchRequest(indexKind, term)
    const outcome = this.ask({ name, request, urgency: 'awaited', validMs: ANSWER_VALID_MS })
    return maxWaitMs === 0 ? null : unlessLate(outcome, maxWaitMs, this.#deps)
  }

  /** Like `lookUp`, without anybody waiting. */
  async lookUpInBackground(term: string, rowLimit: number): Promise<AskOutcome> {
    if (!isLookupTerm(term)) return { kind: 'not_due' }
    const request = searchRequest(this.#deps.indexKind, term, rowLimit)
    const urgency = 'background'
    return await this.ask({ name: TERM_PREFIX + term, request, urgency, validMs: ANSWER_VALID_MS })
  }

  /** Asks if the question is due and the budget has room; never throws. */
  async ask(question: Question): Promise<AskOutcome> {
    const { name } = question
    if (this.#isNotDue(name) || this.#closing.signal.aborted) return { kind: 'not_due' }
    const runningAsk = this.#ask(question).catch((err: unknown) => this.#noteError(name, err))
    this.#runningAsks.set(name, runningAsk)
    const outcome = await runningAsk
    this.#runningAsks.delete(name)
    return outcome
  }

  /** Aborts running lookups and waits until they have ended. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#runningAsks.values())
  }

  async #ask(question: Question): Promise<AskOutcome> {
    const { store, perMinute, clock, random, recordLookup } = this.#deps
    const { name, urgency } = question
    const admission = await store.begin(name, { perMinute, urgency, random: random() }, clock.now())
    if (admission.kind === 'not_due') {
      this.#remember(name, admission.untilMs)
      return { kind: 'not_due' }
    }
    if (admission.kind === 'full') {
      if (urgency === 'background') return { kind: 'full' }
      this.#fullUntilMs = admission.untilMs
      recordLookup('full', 0, 0)
      return { kind: 'full' }
    }
    const { outcome, foundCount, addedCount, validMs } = await this.#send(question, admission.atMs)
    const untilMs = clock.now() + validMs
    this.#remember(name, untilMs)
    await store.end(name, untilMs)
    recordLookup(outcome, foundCount, addedCount)
    return { kind: 'asked' }
  }

  async #send({ request, validMs }: Question, atMs: number) {
    const { index, indexKind, clock, sleep } = this.#deps
    const { signal } = this.#closing
    const delayMs = atMs - clock.now()
    if (delayMs > 0) await sleep(delayMs, signal)
    signal.throwIfAborted()
    const upstreamAnswer = await index.get(request.path, { query: request.query, maxAttempts: 1, signal })
    const answer = readExternalAnswer(indexKind, upstreamAnswer, clock.now())
    if (answer.kind === 'failed') {
      const failureValidMs = Math.max(FAILURE_VALID_MS, answer.retryAfterMs ?? 0)
      return { outcome: 'failed', foundCount: 0, addedCount: 0, validMs: failureValidMs } as const
    }
    const foundCount = answer.patches.length
    const addedCount = await this.#saveFound(answer.patches)
    return { outcome: foundCount === 0 ? 'empty' : 'found', foundCount, addedCount, validMs } as const
  }

  /** Saves the finds and shows them in this process. @returns the number of avatars that were not known before. */
  async #saveFound(patches: readonly AvatarPatch[]): Promise<number> {
    const { store, clock, catchUp, enqueueForVerification, log } = this.#deps
    const addedIds = await store.saveFound(patches, clock.now())
    if (addedIds.length === 0) return 0
    await catchUp()
    await enqueueForVerification(addedIds).catch((err: unknown) =>
      log.error(
        { event: 'external-finds-not-queued', err },
        'The finds of an external index could not be queued for verification',
      ),
    )
    return addedIds.length
  }

  #noteError(name: string, err: unknown): AskOutcome {
    if (this.#closing.signal.aborted || err instanceof DatabaseUnavailableError) return { kind: 'not_due' }
    this.#remember(name, this.#deps.clock.now() + FAILURE_VALID_MS)
    this.#deps.recordLookup('failed', 0, 0)
    this.#deps.log.error(
      { event: 'external-lookup-failed', err },
      'A lookup on the external index failed on our side',
    )
    return { kind: 'asked' }
  }

  #isNotDue(name: string): boolean {
    return this.#runningAsks.has(name) || this.#namesNotDue.getRemainingTTL(name) > 0
  }

  /** When the oldest entries are evicted, the database still knows that their questions are not due. */
  #remember(name: string, untilMs: number): void {
    const nowMs = this.#deps.clock.now()
    if (isAhead(untilMs, nowMs, MAX_VALIDITY_MS)) this.#namesNotDue.set(name, true, { ttl: untilMs - nowMs })
  }
}
