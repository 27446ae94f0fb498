/** What talking to another server needs of the world. */
export interface SourceDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Resolves early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** A signal that aborts after so many milliseconds. */
  deadline: (ms: number) => AbortSignal
  /** From 0 to below 1. */
  random: () => number
  /** Milliseconds since the Unix epoch. */
  now: () => number
}

export interface SourceOptions {
  /** Of the other instance's interface, without a slash at the end. */
  baseUrl: string
  userAgent: string
  /** Tries of one request before it is given up; default 10. */
  maxTries?: number
  signal: AbortSignal
  /** Told of each failed try. */
  onRetry?: (problem: string, pauseMs: number) => void
}

export type SourceAnswer<T> = { kind: 'ok'; value: T } | { kind: 'gone' }

/** The other server cannot be used: the message says why. */
export class SourceError extends Error {}

/** The mirror was asked to stop. */
export class StoppedError extends Error {}

const TIMEOUT_MS = 60_000
/** Of an answer, unpacked: a page of 1000 avatars has less than 2 MB. */
const LARGEST_BODY = 64 * 1024 * 1024
/** Between the beginnings of two requests, half of it more or less by chance. */
export const PACE_MS = 500
const MOST_REDIRECTS = 3
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 5 * 60_000

/** An answer that was no answer, and how long the server wants to be left alone (0 when it did not say). */
class FailedTry extends Error {
  readonly pauseMs: number

  constructor(problem: string, pauseMs = 0) {
    super(problem)
    this.pauseMs = pauseMs
  }
}

interface Remembered {
  url: string
  etag: string
  body: unknown
}

/**
 * Asks another instance politely: one request at a time, two a second at most, none while its rate limit is used up,
 * unchanged answers by their tag; a failed one again after growing pauses with some chance in them, or when the server
 * says. Nobody but the host that the operator named is asked.
 */
export class SourceClient {
  readonly #deps: SourceDeps
  readonly #options: SourceOptions
  /** By path: limits and tags are those of the endpoint. */
  readonly #freeAtMs = new Map<string, number>()
  readonly #remembered = new Map<string, Remembered>()
  #freeAgainAtMs = 0

  constructor(deps: SourceDeps, options: SourceOptions) {
    this.#deps = deps
    this.#options = options
  }

  /**
   * @param read makes a value of the body, or null when it is not what was asked for.
   * @throws SourceError when the server refuses, or fails too often; StoppedError when asked to stop.
   */
  async get<T>(path: string, query: string, read: (body: unknown) => T | null): Promise<SourceAnswer<T>> {
    const { maxTries = 10, onRetry } = this.#options
    for (let tries = 1; ; tries++) {
      await this.#pause((this.#freeAtMs.get(path) ?? 0) - this.#deps.now())
      try {
        return await this.#try(path, query, read)
      } catch (error) {
        this.#throwIfStopped()
        if (!(error instanceof FailedTry)) throw error
        if (tries >= maxTries) throw new SourceError(`${error.message}; given up after ${tries} tries.`)
        const pauseMs = this.#pauseAfter(tries, error)
        onRetry?.(error.message, pauseMs)
        await this.#pause(pauseMs)
      }
    }
  }

  async #try<T>(path: string, query: string, read: (body: unknown) => T | null): Promise<SourceAnswer<T>> {
    const url = `${this.#options.baseUrl}${path}${query}`
    const remembered = this.#remembered.get(path)
    const known = remembered?.url === url ? remembered : undefined
    const answer = await this.#followed(url, path, known?.etag)
    this.#noteLimit(path, answer.headers)
    const isSame = answer.status === 304 && known !== undefined
    const body = isSame ? known.body : await this.#bodyOf(answer, path)
    if (body === GONE) return { kind: 'gone' }
    const value = read(body)
    if (value === null) throw new FailedTry(`${path} answered something that is not its answer`)
    const etag = answer.headers.get('etag')
    if (!isSame && etag !== null) this.#remembered.set(path, { url, etag, body })
    return { kind: 'ok', value }
  }

  /** The answer, also from elsewhere on the same host. */
  async #followed(url: string, path: string, etag: string | undefined): Promise<Response> {
    let at = url
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#request(at, etag)
      const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
      if (location === null) return answer
      await answer.body?.cancel().catch(() => {})
      const next = URL.canParse(location, at) ? new URL(location, at) : null
      if (next === null || !isSameHost(next, new URL(at)))
        throw new SourceError(
          `${path} redirects to ${next?.origin ?? 'no address'}: if that is the source, name it instead.`,
        )
      if (redirects === MOST_REDIRECTS) throw new SourceError(`${path} redirects on and on.`)
      at = next.href
    }
  }

  async #request(url: string, etag: string | undefined): Promise<Response> {
    await this.#pause(Math.min(this.#freeAgainAtMs - this.#deps.now(), 2 * PACE_MS))
    this.#freeAgainAtMs = this.#deps.now() + PACE_MS * (0.5 + this.#deps.random())
    const { userAgent, signal } = this.#options
    const headers = {
      Accept: 'application/json',
      'User-Agent': userAgent,
      ...(etag && { 'If-None-Match': etag }),
    }
    try {
      return await this.#deps.fetch(url, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([signal, this.#deps.deadline(TIMEOUT_MS)]),
      })
    } catch (error) {
      throw new FailedTry(`${url} cannot be reached: ${reasonOf(error)}`)
    }
  }

  /** The body as JSON of an answer that is one; `GONE` for 410. */
  async #bodyOf(answer: Response, path: string): Promise<unknown> {
    const { status } = answer
    if (status === 200) return parse(await this.#textOf(answer, path), path)
    await answer.body?.cancel().catch(() => {})
    if (status === 410) return GONE
    if (status === 429 || status === 408 || status >= 500 || status === 304)
      throw new FailedTry(`${path} answered ${status}`, retryAfterMs(answer.headers, this.#deps.now()))
    throw new SourceError(
      `${this.#options.baseUrl}${path} answered ${status}: is this the address of an Avatary, with /api at its end?`,
    )
  }

  async #textOf({ body }: Response, path: string): Promise<string> {
    const parts: Uint8Array[] = []
    let size = 0
    try {
      for await (const part of body ?? []) {
        size += part.byteLength
        if (size > LARGEST_BODY) break
        parts.push(part)
      }
    } catch (error) {
      throw new FailedTry(`The answer of ${path} broke off: ${reasonOf(error)}`)
    }
    if (size > LARGEST_BODY) throw new FailedTry(`The answer of ${path} is longer than ${LARGEST_BODY} bytes`)
    return Buffer.concat(parts).toString('utf8')
  }

  #noteLimit(path: string, headers: Headers): void {
    const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN)
    const isUsedUp = headers.get('ratelimit-remaining') === '0' && reset >= 0
    const waitMs = isUsedUp ? Math.min(reset * 1000, LONGEST_PAUSE_MS) + this.#deps.random() * 500 : 0
    this.#freeAtMs.set(path, this.#deps.now() + waitMs)
  }

  /** Doubled with each try, of which the half is left to chance; longer when the server said so. */
  #pauseAfter(tries: number, { pauseMs }: FailedTry): number {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
    const chance = 0.5 + this.#deps.random() / 2
    return Math.round(pauseMs > 0 ? pauseMs + chance * 1000 : longest * chance)
  }

  async #pause(ms: number): Promise<void> {
    this.#throwIfStopped()
    if (ms > 0) await this.#deps.sleep(ms, this.#options.signal)
    this.#throwIfStopped()
  }

  #throwIfStopped(): void {
    if (this.#options.signal.aborted) throw new StoppedError()
  }
}

const GONE = Symbol('410')
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Host and port; https may not become http. */
function isSameHost(next: URL, before: URL): boolean {
  return next.host === before.host && (next.protocol === before.protocol || next.protocol === 'https:')
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FailedTry(`${path} answered something that is no JSON`)
  }
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterMs(headers: Headers, nowMs: number): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : 0
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error ? cause.message || String(cause) : error.message
}
