import type { Static, TSchema, TUnknown } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Log } from '../../kernel/log.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { Tracing } from '../../kernel/tracing.ts'
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
import {
  Circuit,
  type CircuitChange,
  type CircuitDecision,
  type CircuitPolicy,
  type CircuitStatus,
} from './circuit.ts'
import { judge, judgeDownload } from './judge.ts'
import {
  type Method,
  type PreparedRequest,
  prepareDownload,
  prepareRequest,
  type RequestOrigin,
} from './request.ts'
import { outcomeOf, pauseBeforeRetry } from './retry.ts'
import { SenderLimits } from './sender-limits.ts'
import { traceCall } from './trace-call.ts'

type UpstreamOutcome = ReturnType<typeof outcomeOf>

export interface UpstreamRecorder {
  /** @param durationMs null for an attempt that was not sent. */
  record(upstream: string, outcome: UpstreamOutcome, durationMs: number | null): void
}

export interface UpstreamDeps extends Pick<SystemDeps, 'clock' | 'sleep' | 'random'> {
  fetch: Fetch
  recorder: UpstreamRecorder
  log: Pick<Log, 'warn' | 'info' | 'debug'>
  tracing?: Tracing | null
}

export interface UpstreamOptions
  extends RequestOrigin,
    Pick<UpstreamSettings, 'name' | 'limits' | 'retry' | 'continuesTrace'> {
  circuit?: Partial<CircuitPolicy>
}

const DEFAULT_LIMITS: UpstreamLimits = { headMs: 10_000, responseMs: 20_000, maxBodyBytes: 8 * 1024 * 1024 }
const DEFAULT_RETRY: RetryPolicy = {
  maxAttempts: 3,
  firstPauseMs: 500,
  longestPauseMs: 10_000,
  totalMs: 45_000,
}
const DEFAULT_CIRCUIT: CircuitPolicy = { maxFailures: 8, restMs: 15_000, longestRestMs: 5 * 60_000 }

/** The answer that the circuit is told of when a limit concerns one sender: the upstream works, and limits no other. */
const SENDER_LIMIT: UpstreamAnswer = { kind: 'limited', retryAfterMs: null }

interface Call {
  readonly prepared: PreparedRequest
  /** Turns the result of an attempt into an answer. */
  readonly read: (result: AttemptResult, nowMs: number) => UpstreamAnswer
  readonly signal: AbortSignal | undefined
  readonly expectedRefusals: readonly number[]
  /** The fields that identify the call in logs and traces. */
  readonly logFields: { readonly upstream: string; readonly method: Method; readonly path: string }
}

/** An upstream over HTTP, with timeouts, size limits, retries, a circuit and a log. */
export class HttpUpstream implements Upstream, FileUpstream {
  readonly name: string
  readonly #options: UpstreamOptions
  readonly #deps: UpstreamDeps
  readonly #limits: UpstreamLimits
  readonly #retry: RetryPolicy
  readonly #circuit: Circuit
  readonly #senderLimits: SenderLimits
  readonly #validators = new WeakMap<TSchema, Validator>()

  constructor(options: UpstreamOptions, deps: UpstreamDeps) {
    this.name = options.name
    this.#options = options
    this.#deps = deps
    this.#senderLimits = new SenderLimits(deps.clock)
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#retry = { ...DEFAULT_RETRY, ...options.retry }
    this.#circuit = new Circuit({ ...DEFAULT_CIRCUIT, ...options.circuit })
  }

  get circuit(): CircuitStatus {
    return this.#circuit.statusAt(this.#deps.clock.now())
  }

  async get<Schema extends TSchema = TUnknown>(path: string, request: UpstreamRequest<Schema> = {}) {
    return await this.#callJson('GET', path, request)
  }

  async send<Schema extends TSchema = TUnknown>(
    method: Exclude<Method, 'GET'>,
    path: string,
    request: UpstreamSending<Schema> = {},
  ) {
    return await this.#callJson(method, path, request)
  }

  async download(target: string, { accept, signal }: DownloadRequest): Promise<UpstreamAnswer<Download>> {
    const preparedRequest = prepareDownload(this.#options, target, accept)
    const { secrets } = preparedRequest
    const call: Call = {
      prepared: preparedRequest,
      read: (result, nowMs) => judgeDownload(result, { secrets, nowMs }),
      signal,
      expectedRefusals: [],
      logFields: { upstream: this.name, method: 'GET', path: '/{file}' },
    }
    return (await this.#call(call)) as UpstreamAnswer<Download>
  }

  /** The type of the value is safe, because `judge` checks it against the schema. */
  async #callJson<Schema extends TSchema>(
    method: Method,
    path: string,
    sending: UpstreamSending<Schema>,
  ): Promise<UpstreamAnswer<Static<Schema>>> {
    const { schema, signal, maxAttempts, expectedRefusals = [] } = sending
    const preparedRequest = prepareRequest(this.#options, method, path, sending)
    const { secrets } = preparedRequest
    const call: Call = {
      prepared: preparedRequest,
      read: (result, nowMs) =>
        judge(result, { validator: schema && this.#validatorOf(schema), secrets, nowMs }),
      signal,
      expectedRefusals,
      logFields: { upstream: this.name, method, path },
    }
    return (await this.#call(call, maxAttempts)) as UpstreamAnswer<Static<Schema>>
  }

  #validatorOf(schema: TSchema): Validator {
    return getOrInsert(this.#validators, schema, () => Compile(schema))
  }

  #call(call: Call, maxAttempts = this.#retry.maxAttempts): Promise<UpstreamAnswer> {
    const { tracing } = this.#deps
    const ask = () => this.#callUntraced(call, { ...this.#retry, maxAttempts })
    return tracing ? traceCall(tracing, call.logFields, ask) : ask()
  }

  async #callUntraced(call: Call, policy: RetryPolicy): Promise<UpstreamAnswer> {
    const { method } = call.logFields
    const startedAtMs = this.#deps.clock.now()
    let previousAnswer: UpstreamAnswer | null = null
    for (let attempts = 1; ; attempts++) {
      const decision = this.#decide(call, this.#deps.clock.now())
      if (decision.kind !== 'send')
        return this.#logEnd(call, previousAnswer ?? notSent(decision), attempts - 1)
      const leftMs = policy.totalMs - (this.#deps.clock.now() - startedAtMs)
      const answer = await this.#attempt(call, decision.isProbe, leftMs)
      const callEnd = { method, answer, attempts, elapsedMs: this.#deps.clock.now() - startedAtMs }
      const pauseMs = pauseBeforeRetry(policy, callEnd, this.#deps.random())
      if (pauseMs === null) return this.#logEnd(call, answer, attempts)
      this.#deps.log.debug(
        { event: 'upstream-retried', ...call.logFields, outcome: outcomeOf(answer), pauseMs },
        'A call to an upstream is retried',
      )
      await this.#deps.sleep(pauseMs, call.signal)
      call.signal?.throwIfAborted()
      previousAnswer = answer
    }
  }

  #decide({ prepared }: Call, nowMs: number): CircuitDecision {
    const waitMs = this.#senderLimits.waitMs(prepared)
    return waitMs > 0 ? { kind: 'limited', waitMs } : this.#circuit.decide(nowMs)
  }

  async #attempt(
    { prepared, read, signal, logFields }: Call,
    isProbe: boolean,
    leftMs: number,
  ): Promise<UpstreamAnswer> {
    const { clock, fetch, recorder } = this.#deps
    const startedAtMs = clock.now()
    const limits = {
      ...this.#limits,
      headMs: Math.min(this.#limits.headMs, leftMs),
      responseMs: Math.min(this.#limits.responseMs, leftMs),
    }
    const result = await attempt(fetch, this.#withTrace(prepared), limits, signal).catch((error: unknown) => {
      this.#circuit.abandon(isProbe)
      throw error
    })
    const nowMs = clock.now()
    const answer = read(result, nowMs)
    recorder.record(logFields.upstream, outcomeOf(answer), Math.max(0, nowMs - startedAtMs))
    const isSenderLimit = this.#senderLimits.note(prepared, result, answer)
    this.#logChange(this.#circuit.note(isProbe, isSenderLimit ? SENDER_LIMIT : answer, nowMs))
    return answer
  }

  #withTrace(prepared: PreparedRequest): PreparedRequest {
    const { tracing } = this.#deps
    if (!tracing || !this.#options.continuesTrace) return prepared
    return { ...prepared, headers: { ...prepared.headers, ...tracing.headers() } }
  }

  #logChange(change: CircuitChange): void {
    const upstream = this.name
    if (change === 'opened')
      this.#deps.log.warn(
        { event: 'upstream-circuit-opened', upstream },
        'An upstream fails repeatedly; calls to it stop for a while',
      )
    if (change === 'closed')
      this.#deps.log.info({ event: 'upstream-circuit-closed', upstream }, 'An upstream answers again')
  }

  /** Logs a failed call, unless the circuit stopped it: the opening of the circuit was logged. */
  #logEnd(call: Call, answer: UpstreamAnswer, attempts: number): UpstreamAnswer {
    const { logFields } = call
    if (attempts === 0) this.#deps.recorder.record(logFields.upstream, outcomeOf(answer), null)
    else if (!isExpected(call, answer))
      this.#deps.log.warn(
        { event: 'upstream-failed', ...logFields, attempts, ...detailsOf(answer) },
        'A call to an upstream failed',
      )
    return answer
  }
}

function isExpected({ expectedRefusals }: Call, answer: UpstreamAnswer): boolean {
  if (answer.kind === 'refused') return expectedRefusals.includes(answer.status)
  return answer.kind === 'ok' || answer.kind === 'absent'
}

function notSent({ kind, waitMs }: Exclude<CircuitDecision, { kind: 'send' }>): UpstreamAnswer {
  if (kind === 'limited') return { kind, retryAfterMs: waitMs }
  const reason = 'not called after repeated failures'
  return { kind: 'unavailable', fault: 'resting', reason, retryAfterMs: waitMs }
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
