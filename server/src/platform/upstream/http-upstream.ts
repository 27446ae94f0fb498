import type { Static, TSchema, TUnknown } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type {
  Download,
  DownloadRequest,
  FileUpstream,
  RetryPolicy,
  Upstream,
  UpstreamAnswer,
  UpstreamLimits,
  UpstreamRequest,
  UpstreamSending,
  UpstreamSettings,
} from '../../kernel/upstream.ts'
import { type AttemptResult, attempt, type Fetch } from './attempt.ts'
import { Circuit, type CircuitChange, type CircuitPolicy, type Passage } from './circuit.ts'
import { judge, judgeDownload } from './judge.ts'
import { OwnLimits } from './own-limits.ts'
import {
  type Address,
  type Method,
  type PreparedRequest,
  prepareDownload,
  prepareRequest,
} from './request.ts'
import { outcomeOf, pauseBefore } from './retry.ts'

type UpstreamOutcome = ReturnType<typeof outcomeOf>

/** Takes what operators see of upstreams. */
export interface UpstreamRecorder {
  /** One request, or one that was not sent, which takes no time (null). */
  record(upstream: string, outcome: UpstreamOutcome, durationMs: number | null): void
}

export interface UpstreamDeps {
  fetch: Fetch
  clock: Clock
  /** Resolves early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 to below 1. */
  random: () => number
  recorder: UpstreamRecorder
  log: Pick<Log, 'warn' | 'info' | 'debug'>
}

export interface UpstreamOptions extends Address, Pick<UpstreamSettings, 'name' | 'limits' | 'retry'> {
  circuit?: Partial<CircuitPolicy>
}

const LIMITS: UpstreamLimits = { headMs: 10_000, wholeMs: 20_000, largestBody: 8 * 1024 * 1024 }
const RETRY: RetryPolicy = { tries: 3, firstPauseMs: 500, longestPauseMs: 10_000, totalMs: 45_000 }
const CIRCUIT: CircuitPolicy = { failures: 8, restMs: 15_000, longestRestMs: 5 * 60_000 }

/** What the others learn of a limit that is not theirs: that the upstream is well. */
const OWN_LIMIT: UpstreamAnswer = { kind: 'limited', retryAfterMs: null }

interface Asked {
  readonly prepared: PreparedRequest
  /** Makes an answer of what came. */
  readonly read: (came: AttemptResult, nowMs: number) => UpstreamAnswer
  readonly signal: AbortSignal | undefined
  /** What stands in the log. */
  readonly about: { readonly upstream: string; readonly method: Method; readonly path: string }
}

/** An upstream over HTTP: polite, bounded in time and memory, and surprised by nothing. */
export class HttpUpstream implements Upstream, FileUpstream {
  readonly name: string
  readonly #options: UpstreamOptions
  readonly #deps: UpstreamDeps
  readonly #limits: UpstreamLimits
  readonly #retry: RetryPolicy
  readonly #circuit: Circuit
  readonly #ownLimits: OwnLimits
  readonly #validators = new WeakMap<TSchema, Validator>()

  constructor(options: UpstreamOptions, deps: UpstreamDeps) {
    this.name = options.name
    this.#options = options
    this.#deps = deps
    this.#ownLimits = new OwnLimits(deps.clock)
    this.#limits = { ...LIMITS, ...options.limits }
    this.#retry = { ...RETRY, ...options.retry }
    this.#circuit = new Circuit({ ...CIRCUIT, ...options.circuit })
  }

  async get<Schema extends TSchema = TUnknown>(
    path: string,
    request: UpstreamRequest<Schema> = {},
  ): Promise<UpstreamAnswer<Static<Schema>>> {
    return await this.#ask('GET', path, request)
  }

  async send<Schema extends TSchema = TUnknown>(
    method: Exclude<Method, 'GET'>,
    path: string,
    request: UpstreamSending<Schema> = {},
  ): Promise<UpstreamAnswer<Static<Schema>>> {
    return await this.#ask(method, path, request)
  }

  async download(place: string, { accept, signal }: DownloadRequest): Promise<UpstreamAnswer<Download>> {
    const prepared = prepareDownload(this.#options, place, accept)
    const { secrets } = prepared
    const asked: Asked = {
      prepared,
      read: (came, nowMs) => judgeDownload(came, { secrets, nowMs }),
      signal,
      about: { upstream: this.name, method: 'GET', path: '/{file}' },
    }
    return (await this.#tryAll(asked)) as UpstreamAnswer<Download>
  }

  /** The value has been checked by the schema whose type is promised here. */
  async #ask<Schema extends TSchema>(
    method: Method,
    path: string,
    sending: UpstreamSending<Schema>,
  ): Promise<UpstreamAnswer<Static<Schema>>> {
    const { schema, signal, tries } = sending
    const prepared = prepareRequest(this.#options, method, path, sending)
    const { secrets } = prepared
    const asked: Asked = {
      prepared,
      read: (came, nowMs) => judge(came, { validator: schema && this.#validatorOf(schema), secrets, nowMs }),
      signal,
      about: { upstream: this.name, method, path },
    }
    return (await this.#tryAll(asked, tries)) as UpstreamAnswer<Static<Schema>>
  }

  #validatorOf(schema: TSchema): Validator {
    const validator = this.#validators.get(schema) ?? Compile(schema)
    this.#validators.set(schema, validator)
    return validator
  }

  async #tryAll(asked: Asked, tries?: number): Promise<UpstreamAnswer> {
    const { method } = asked.about
    const policy = { ...this.#retry, ...(tries !== undefined && { tries }) }
    const startedAtMs = this.#deps.clock.now()
    let before: UpstreamAnswer | null = null
    for (let sent = 1; ; sent++) {
      const passage = this.#enter(asked, this.#deps.clock.now())
      if (passage.kind !== 'go') return this.#ended(asked, before ?? notAsked(passage), sent - 1)
      const elapsedMs = this.#deps.clock.now() - startedAtMs
      const answer = await this.#try(asked, passage.isProbe, policy.totalMs - elapsedMs)
      const sinceMs = this.#deps.clock.now() - startedAtMs
      const ended = { method, answer, tries: sent, elapsedMs: sinceMs }
      const pauseMs = pauseBefore(policy, ended, this.#deps.random())
      if (pauseMs === null) return this.#ended(asked, answer, sent)
      this.#deps.log.debug(
        { event: 'upstream-retried', ...asked.about, outcome: outcomeOf(answer), pauseMs },
        'An upstream is asked again',
      )
      await this.#deps.sleep(pauseMs, asked.signal)
      asked.signal?.throwIfAborted()
      before = answer
    }
  }

  #enter({ prepared }: Asked, nowMs: number): Passage {
    const forMs = this.#ownLimits.forMs(prepared)
    return forMs > 0 ? { kind: 'limited', forMs } : this.#circuit.enter(nowMs)
  }

  async #try(
    { prepared, read, signal, about }: Asked,
    isProbe: boolean,
    leftMs: number,
  ): Promise<UpstreamAnswer> {
    const { clock, fetch, recorder } = this.#deps
    const startedAtMs = clock.now()
    const limits = {
      ...this.#limits,
      headMs: Math.min(this.#limits.headMs, leftMs),
      wholeMs: Math.min(this.#limits.wholeMs, leftMs),
    }
    const came = await attempt(fetch, prepared, limits, signal).catch((error: unknown) => {
      this.#circuit.abandon(isProbe)
      throw error
    })
    const nowMs = clock.now()
    const answer = read(came, nowMs)
    recorder.record(about.upstream, outcomeOf(answer), Math.max(0, nowMs - startedAtMs))
    const isOwn = this.#ownLimits.note(prepared, came, answer)
    const noted = isOwn ? OWN_LIMIT : answer
    this.#tellChange(this.#circuit.note(isProbe, noted, nowMs))
    return answer
  }

  #tellChange(change: CircuitChange): void {
    const upstream = this.name
    if (change === 'opened')
      this.#deps.log.warn(
        { event: 'upstream-circuit-opened', upstream },
        'An upstream fails repeatedly; calls to it stop for a while',
      )
    if (change === 'closed')
      this.#deps.log.info({ event: 'upstream-circuit-closed', upstream }, 'An upstream answers again')
  }

  /** One line for each request that came to nothing; none while the upstream is left alone, as that was told. */
  #ended({ about }: Asked, answer: UpstreamAnswer, tries: number): UpstreamAnswer {
    if (tries === 0) this.#deps.recorder.record(about.upstream, outcomeOf(answer), null)
    else if (answer.kind !== 'ok' && answer.kind !== 'absent')
      this.#deps.log.warn(
        { event: 'upstream-failed', ...about, tries, ...detailsOf(answer) },
        'An upstream gave no useful answer',
      )
    return answer
  }
}

function notAsked(passage: Exclude<Passage, { kind: 'go' }>): UpstreamAnswer {
  if (passage.kind === 'limited') return { kind: 'limited', retryAfterMs: passage.forMs }
  return {
    kind: 'unavailable',
    fault: 'resting',
    reason: 'left alone after failing again and again',
    retryAfterMs: passage.forMs,
  }
}

function detailsOf(answer: UpstreamAnswer): object {
  switch (answer.kind) {
    case 'refused':
      return { outcome: answer.kind, status: answer.status, reason: answer.message }
    case 'limited':
      return { outcome: answer.kind, retryAfterMs: answer.retryAfterMs }
    case 'unavailable':
      return { outcome: answer.fault, reason: answer.reason }
    default:
      return { outcome: answer.kind }
  }
}
