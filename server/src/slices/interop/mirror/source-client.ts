import { type Client, type ClientAnswer, createClient, type Fetch } from '@avatary/client'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { backoffMs } from '../../../kernel/backoff.ts'
import { ExpectedError } from '../../../kernel/expected-error.ts'
import type { SystemDeps } from '../../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'

/** Functions injected into a client of another instance. */
export interface SourceDeps extends Pick<SystemDeps, 'random'> {
  /** Reads whole responses within bounds of time and memory, and does not follow redirects. */
  fetch: Fetch
  /** Resolves after `ms`, or early when the signal aborts; never rejects. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds since the Unix epoch. */
  now: () => number
}

export interface SourceOptions {
  /** The base URL of the other instance's API, without a trailing slash. */
  baseUrl: string
  userAgent: string
  /** Attempts per request before it is given up. */
  maxAttempts: number
  signal: AbortSignal
  onRetry?: (problem: string, pauseMs: number) => void
}

export type SourceAnswer<T> = { kind: 'ok'; value: T } | { kind: 'gone' }

/** The other instance cannot be used; the message says why. */
export class SourceError extends ExpectedError {}

/** The signal of `SourceOptions` was aborted. */
export class StoppedError extends Error {}

/** Average pause between the starts of two requests, randomised by up to half. */
export const PACE_MS = 500
const MAX_REDIRECTS = 3
const MAX_PAUSE_MS = 5 * MINUTE_MS
const RETRY = { firstMs: 1000, longestMs: MAX_PAUSE_MS, randomShare: 0.5 }

interface CachedAnswer {
  url: string
  etag: string
  body: string
}

type Ask = (client: Client, signal: AbortSignal) => Promise<ClientAnswer<unknown>>

/**
 * Sends requests to another instance politely: one at a time, at most two per second, none while its rate limit is
 * exhausted, with `If-None-Match` for known answers. Failed requests are retried after growing, randomised pauses, or
 * when the server says. Only the host that the operator named is contacted.
 */
export class SourceClient {
  readonly baseUrl: string
  readonly #deps: SourceDeps
  readonly #options: SourceOptions
  readonly #client: Client
  /** Keyed by path, because rate limits and ETags are per endpoint. */
  readonly #endpointFreeAtMs = new Map<string, number>()
  readonly #cachedAnswers = new Map<string, CachedAnswer>()
  #nextRequestAtMs = 0
  /** The error of a redirect that must not be followed; all later requests fail with it, too. */
  #refusal: SourceError | null = null

  constructor(deps: SourceDeps, options: SourceOptions) {
    this.#deps = deps
    this.#options = options
    this.baseUrl = options.baseUrl
    this.#client = createClient({
      baseUrl: options.baseUrl,
      headers: { 'User-Agent': options.userAgent },
      fetch: (url, init) => this.#send(url, init),
      now: deps.now,
    })
  }

  /**
   * @param path the endpoint that `ask` calls.
   * @param schema of the expected answer.
   * @throws SourceError when the server refuses, or fails too often; StoppedError when stopped.
   */
  async get<Schema extends TSchema>(
    path: string,
    ask: Ask,
    schema: Schema,
  ): Promise<SourceAnswer<Static<Schema>>> {
    const { maxAttempts, signal, onRetry } = this.#options
    for (let attempt = 1; ; attempt++) {
      await this.#pause((this.#endpointFreeAtMs.get(path) ?? 0) - this.#deps.now())
      const answer = await ask(this.#client, signal).catch(error => this.#throwStoppedOr(error))
      if (this.#refusal !== null) throw this.#refusal
      this.#noteLimit(path, answer)
      const isExpected = answer.kind === 'value' && Check(schema, answer.value)
      if (isExpected) return { kind: 'ok', value: answer.value }
      this.#cachedAnswers.delete(path)
      if (answer.kind === 'failure' && answer.error.status === 410) return { kind: 'gone' }
      const problem = `${path} ${this.#problemOf(path, answer)}`
      if (attempt >= maxAttempts) throw new SourceError(`${problem}; given up after ${attempt} attempts.`)
      const pauseMs = this.#pauseAfter(attempt, answer.kind === 'value' ? 0 : answer.error.retryAfterSeconds)
      onRetry?.(problem, pauseMs)
      await this.#pause(pauseMs)
    }
  }

  /** @throws SourceError for problems that a retry would not solve. */
  #problemOf(path: string, answer: ClientAnswer<unknown>): string {
    if (answer.kind === 'value' || answer.error.status === 200)
      return 'answered something that is not its answer'
    const { status, message } = answer.error
    if (status === 0) return message
    if (status === 429 || status === 408 || status >= 500 || status === 304) return `answered ${status}`
    throw new SourceError(
      `${this.baseUrl}${path} answered ${status}: is this the address of an Avatary, with /api at its end?`,
    )
  }

  /** The client's transport: paced, conditional by ETag, and restricted to the same host. */
  async #send(url: string, init: RequestInit): Promise<Response> {
    const path = url.slice(this.baseUrl.length).replace(/\?.*/, '')
    const cachedAnswer = this.#cachedAnswers.get(path)
    const reusableAnswer = cachedAnswer?.url === url ? cachedAnswer : null
    const headers = new Headers(init.headers)
    if (reusableAnswer !== null) headers.set('If-None-Match', reusableAnswer.etag)
    const answer = await this.#fetchFollowing(url, path, { ...init, headers })
    if (answer.status === 304 && reusableAnswer !== null)
      return new Response(reusableAnswer.body, { headers: answer.headers })
    const etag = answer.headers.get('etag')
    if (answer.status !== 200 || etag === null) return answer
    const body = await answer.text()
    this.#cachedAnswers.set(path, { url, etag, body })
    return new Response(body, { headers: answer.headers })
  }

  async #fetchFollowing(url: string, path: string, init: RequestInit): Promise<Response> {
    let currentUrl = url
    for (let redirects = 0; ; redirects++) {
      await this.#pause(Math.min(this.#nextRequestAtMs - this.#deps.now(), 2 * PACE_MS))
      this.#nextRequestAtMs = this.#deps.now() + PACE_MS * (0.5 + this.#deps.random())
      const answer = await this.#deps.fetch(currentUrl, init)
      const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
      if (location === null) return answer
      const nextUrl = URL.parse(location, currentUrl)
      if (nextUrl === null || !isSameHost(nextUrl, new URL(currentUrl)))
        throw this.#refuse(
          `${path} redirects to ${nextUrl?.origin ?? 'no address'}: if that is the source, name it instead.`,
        )
      if (redirects === MAX_REDIRECTS)
        throw this.#refuse(`${path} redirects more than ${MAX_REDIRECTS} times.`)
      currentUrl = nextUrl.href
    }
  }

  #refuse(message: string): SourceError {
    this.#refusal = new SourceError(message)
    return this.#refusal
  }

  #noteLimit(path: string, { rateLimit }: ClientAnswer<unknown>): void {
    const resetMs = rateLimit?.remaining === 0 ? rateLimit.resetSeconds * 1000 : null
    const waitMs = resetMs === null ? 0 : Math.min(resetMs, MAX_PAUSE_MS) + this.#deps.random() * 500
    this.#endpointFreeAtMs.set(path, this.#deps.now() + waitMs)
  }

  /** Milliseconds that double with each attempt, half of it random; longer if the server said so. */
  #pauseAfter(attempts: number, retryAfterSeconds = 0): number {
    const retryAfterMs = Math.min(retryAfterSeconds * 1000, MAX_PAUSE_MS)
    const random = this.#deps.random()
    return Math.round(
      retryAfterMs > 0 ? retryAfterMs + backoffMs(1, RETRY, random) : backoffMs(attempts, RETRY, random),
    )
  }

  async #pause(ms: number): Promise<void> {
    this.#throwIfStopped()
    if (ms > 0) await this.#deps.sleep(ms, this.#options.signal)
    this.#throwIfStopped()
  }

  #throwStoppedOr(error: unknown): never {
    this.#throwIfStopped()
    throw error
  }

  #throwIfStopped(): void {
    if (this.#options.signal.aborted) throw new StoppedError()
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Compares host and port. A redirect from https to http is refused. */
function isSameHost(next: URL, previous: URL): boolean {
  return next.host === previous.host && (next.protocol === previous.protocol || next.protocol === 'https:')
}
