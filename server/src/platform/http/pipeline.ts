import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@avatary/contract/errors'
import {
  type Answer,
  asksForPage,
  empty,
  type Failure,
  failure,
  type RequestContext,
} from '../../kernel/answer.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Log } from '../../kernel/log.ts'
import { PAGE_HEADERS } from '../../kernel/page-headers.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import type { Tracing } from '../../kernel/tracing.ts'
import { clientNetwork } from '../limits/client-network.ts'
import type { Consumption, Limiter } from '../limits/limiter.ts'
import type { Overload } from '../limits/overload.ts'
import { RETRY_HEADERS, type Reservations } from '../limits/reservations.ts'
import type { Metrics } from '../metrics.ts'
import { leavesLongBody, lingerAfterAnswer } from '../sockets/closing.ts'
import type { Sockets } from '../sockets/sockets.ts'
import { traceRequest } from '../tracing/trace-request.ts'
import { announcedBytes, bodyTooLarge, NO_INPUT, readBody, readJson } from './body.ts'
import { answerRaw } from './client-error.ts'
import { type Endpoint, type EndpointOptions, HttpContext, type Match } from './context.ts'
import {
  API_HEADERS,
  type HeaderList,
  PUBLIC_HEADERS,
  preflightHeaders,
  withCacheControl,
} from './headers.ts'
import { respond } from './respond.ts'
import type { Router } from './router.ts'

/** One and a half times the length of 500 avatar ids whose commas are escaped. */
const MAX_URL_LENGTH = 32 * 1024
/** `uri-host [ ":" port ]` of RFC 9110 §7.2, with the host names of RFC 3986 §3.2.2; the field may be empty. */
const HOST = /^(?:\[[\w:.~!$&'()*+,;=%-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

export interface PipelineDeps {
  readonly router: Router
  readonly sockets: Sockets
  readonly limiter: Limiter
  readonly overload: Pick<Overload, 'refusalOf'>
  /** Counts an impression of each avatar in an answer. Called for every answer, so it must be cheap. */
  readonly visits: { countImpressions(request: RequestContext, answer: Answer): void }
  readonly log: Log
  readonly metrics: Metrics
  /** The bytes of request bodies in memory. */
  readonly bodies: Reservations
  /** The bulk answers that are being made or sent. */
  readonly bulk: Reservations
  /** Headers of every answer. */
  readonly commonHeaders: HeaderList
  /** Null or absent when tracing is off. */
  readonly tracing?: Tracing | null
}

/** Null lets the request go on. */
type Refusal = Failure<ErrorCode> | null

/** Finds the endpoint of a request, charges the client, reads the body, calls the handler, and logs what it throws. */
export class Pipeline {
  readonly #deps: PipelineDeps
  readonly #fallbacks
  /** Answers browsers at paths without a route; null answers them in JSON like programs. */
  notFoundPage: Endpoint | null = null

  constructor(deps: PipelineDeps) {
    this.#deps = deps
    const answer = this.#answerWithoutRoute
    const options = { group: 'none', refusedFrom: 0, cacheControl: 'no-store', answer } as const
    const otherMethod = { ...options, name: 'no such method', headers: API_HEADERS }
    this.#fallbacks = {
      notFound: this.endpoint({ ...options, name: 'no route', headers: PUBLIC_HEADERS }),
      preflight: this.endpoint({ ...options, name: 'preflight', headers: API_HEADERS }),
      otherMethod: this.endpoint(otherMethod),
      otherMethodForAnyOrigin: this.endpoint({ ...otherMethod, headers: PUBLIC_HEADERS }),
      otherMethodOfPage: this.endpoint({ ...otherMethod, isForBrowsers: true }),
    }
  }

  endpoint(options: EndpointOptions): Endpoint {
    const headers = this.#deps.commonHeaders.concat(options.headers)
    const { name, cacheControl, status = 200, isForBrowsers } = options
    const failurePageHeaders = isForBrowsers ? this.#deps.commonHeaders.concat(PAGE_HEADERS) : null
    const durations = this.#deps.metrics.durationsOf(name)
    const successHeaders = withCacheControl(cacheControl, headers)
    return { ...options, status, headers, successHeaders, failurePageHeaders, durations }
  }

  serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { router, sockets, tracing } = this.#deps
    const route = router.find(request.method ?? '', request.url ?? '') ?? this.#fallbackFor(request)
    const context = new HttpContext(request, response, route, sockets.serve(request, response))
    return tracing ? traceRequest(tracing, context, () => this.#serve(context)) : this.#serve(context)
  }

  async #serve(context: HttpContext): Promise<void> {
    try {
      const overLimitNow = this.#chargeNow(context)
      const overLimit = overLimitNow === undefined ? await this.#chargeByHead(context) : overLimitNow
      const refusal = overLimit ?? this.#deps.overload.refusalOf(context.endpoint.refusedFrom)
      const problem = problemOf(context.request)
      const immediateAnswer = refusal ?? (problem === null ? context.endpoint.findCached?.(context) : null)
      const answer = immediateAnswer ?? (await this.#answer(context, problem))
      if (context.endpoint.countsImpressions) this.#deps.visits.countImpressions(context, answer)
      await this.#send(context, answer)
    } catch (error) {
      await this.#fail(context, error)
    }
  }

  #fallbackFor(request: IncomingMessage): Match {
    const endpoint = this.#fallbackEndpointFor(request)
    return { endpoint, params: { path: request.url!.split('?', 1)[0]! }, rawQuery: '' }
  }

  #fallbackEndpointFor(request: IncomingMessage): Endpoint {
    const fallbacks = this.#fallbacks
    if (request.method === 'OPTIONS') return fallbacks.preflight
    const methods = this.#deps.router.methodsOf(request.url!)
    if (methods === null) return (asksForPage(request) ? this.notFoundPage : null) ?? fallbacks.notFound
    if (methods.ofAnyOrigin.length > 0) return fallbacks.otherMethodForAnyOrigin
    return methods.areForBrowsers ? fallbacks.otherMethodOfPage : fallbacks.otherMethod
  }

  #answerWithoutRoute = async ({ request: { method, url } }: HttpContext): Promise<Answer<ErrorCode>> => {
    const { router } = this.#deps
    const methods = router.methodsOf(url!)
    if (methods === null) return router.isMalformed(method!, url!) ? BAD_PATH : failure('not_found')
    if (method === 'OPTIONS') return empty(204, preflightHeaders(methods))
    const allowedMethods = methods.all.join(', ')
    return failure('method_not_allowed', `This address takes ${allowedMethods}.`, { Allow: allowedMethods })
  }

  /** @param problem what `problemOf` found in the request's head. */
  async #answer(context: HttpContext, problem: Refusal): Promise<Answer<ErrorCode>> {
    const { request, endpoint } = context
    const { guard, proof, isBulk, bodyLimit, jsonMediaTypes, cost } = endpoint
    const refusal =
      problem ??
      proof?.byHead(context) ??
      (await guard?.(context)) ??
      (isBulk ? this.#reserve(context, 'bulk', 1) : null) ??
      (bodyLimit === undefined ? null : await this.#readBody(context, bodyLimit)) ??
      proof?.byBody(context)
    // A request that is refused before its cost is known is charged one.
    if (refusal) return (await this.#charge(context, 1)) ?? refusal
    const json =
      jsonMediaTypes === undefined ? NO_INPUT : readJson(context.rawBody, request.headers, jsonMediaTypes)
    const chargedCost = cost !== undefined && json.kind === 'value' ? cost(json.value) : 1
    const overLimit = proof === undefined ? await this.#charge(context, chargedCost) : null
    if (overLimit !== null) return overLimit
    return json.kind === 'value' ? await endpoint.answer(context, json.value) : json
  }

  /** Reserves an amount until the request is answered. @returns the refusal when too little is left. */
  #reserve({ client, response }: HttpContext, name: 'bulk' | 'bodies', amount: number): Refusal {
    const { [name]: reservations, metrics } = this.#deps
    const refusal = reservations.reserve(client.network, amount)
    if (refusal === null) response.once('close', () => reservations.release(client.network, amount))
    else metrics.countRefusal(name)
    return refusal
  }

  /** Reads the body into the context. @returns the refusal when it cannot be accepted. */
  async #readBody(context: HttpContext, limit: number): Promise<Refusal> {
    const { request, response } = context
    const bytes = announcedBytes(request.headers, limit)
    if (bytes === 0) return null
    if (bytes > limit) return bodyTooLarge(limit)
    const refusal = this.#reserve(context, 'bodies', bytes)
    if (refusal !== null) return refusal
    // RFC 9110 §10.1.1: the client sends its body only once it is told to continue.
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
    const body = await readBody(request, limit)
    if (body === null) return bodyTooLarge(limit)
    context.rawBody = body
    return null
  }

  /** Charges one request in this turn. @returns undefined when that is not possible, and nothing was charged. */
  #chargeNow(context: HttpContext): Refusal | undefined {
    const { group, proof, cost } = context.endpoint
    if (proof !== undefined || cost !== undefined || group === 'exempt') return undefined
    const consumption = this.#deps.limiter.consumeNow(group, context.client.network, 1)
    if (consumption === null) return undefined
    context.isCharged = true
    return this.#takeConsumption(context, consumption)
  }

  /** Charges one request, or only reads the limit when its cost is known from its body. */
  #chargeByHead(context: HttpContext): Promise<Refusal> | null {
    const { proof, cost } = context.endpoint
    return proof === undefined ? this.#charge(context, cost === undefined ? 1 : 0) : null
  }

  /** Charges a request at most once; a cost of 0 only reads the limit. @returns the refusal when it is exceeded. */
  async #charge(context: HttpContext, cost: number): Promise<Refusal> {
    const { group } = context.endpoint
    if (context.isCharged || group === 'exempt') return null
    const { limiter } = this.#deps
    const { network } = context.client
    context.isCharged = cost > 0
    const consumption = cost === 0 ? limiter.peek(group, network) : limiter.consume(group, network, cost)
    return this.#takeConsumption(context, await consumption)
  }

  /** Stores the outcome of a charge for the headers of the answer. @returns the refusal when the limit is exceeded. */
  #takeConsumption(context: HttpContext, consumption: Consumption): Refusal {
    context.consumption = consumption
    if (consumption.allowed) return null
    this.#deps.metrics.countRefusal(context.endpoint.group)
    return rateLimited(consumption)
  }

  #send(context: HttpContext, answer: Answer<ErrorCode>): Promise<void> {
    const { request, response } = context
    const isBodyLeft = leavesLongBody(request)
    if (isBodyLeft) lingerAfterAnswer(request.socket)
    if (isBodyLeft || this.#deps.sockets.isClosing) response.shouldKeepAlive = false
    return respond(context, answer)
  }

  /** Answers an expected error with its failure. Logs any other error and answers 500. */
  async #fail(context: HttpContext, err: unknown): Promise<void> {
    const { response, endpoint, requestId } = context
    if (isClientGone(err, context)) return
    const expected = expectedFailure(err)
    if (expected === null) {
      const { log, metrics } = this.#deps
      metrics.countFailure(endpoint.name)
      const details = { err, requestId, route: endpoint.name, status: 500 }
      log.error({ event: 'request-failed', ...details }, 'A request failed')
    }
    if (response.headersSent) response.destroy()
    else await this.#send(context, expected ?? failure('internal'))
  }

  /**
   * Charges one request, answers with the refusal on a socket whose request the pipeline does not serve, and closes it.
   * Null closes it without an answer.
   */
  async refuseSocket(socket: Socket, refusal: Refusal): Promise<void> {
    const { sockets, limiter, commonHeaders } = this.#deps
    if (refusal === null || !socket.writable || sockets.isAnswering(socket)) return void socket.destroy()
    const consumption = await limiter.consume('none', clientNetwork(socket.remoteAddress), 1)
    answerRaw(socket, consumption.allowed ? refusal : rateLimited(consumption), consumption, commonHeaders)
  }
}

const BAD_PATH = failure('bad_request', 'The path has a percent sign that begins no valid UTF-8 escape.')

function rateLimited({ retryAfterSeconds }: Consumption): Failure<ErrorCode> {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds'
  return failure('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} ${unit}.`)
}

/** @returns null for an error that is to be logged; while the database is unavailable, it is logged elsewhere. */
function expectedFailure(error: unknown): Refusal {
  if (error instanceof DatabaseUnavailableError) return failure('unavailable', undefined, RETRY_HEADERS)
  return error instanceof AccountGoneError ? failure('sign_in_required') : null
}

/** True for an error that only means that the client closed its connection. */
function isClientGone(error: unknown, { request, response }: HttpContext): boolean {
  const { code, name } = error as { code?: string; name?: string }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || error === request.errored) return true
  return name === 'AbortError' && response.destroyed
}

/** Refuses too long a URL, and a request without exactly one valid `Host`, which HTTP/1.0 may omit (RFC 9112 §3.2). */
function problemOf({ url = '', headers, rawHeaders, httpVersionMinor }: IncomingMessage): Refusal {
  if (url.length > MAX_URL_LENGTH) return failure('uri_too_long')
  const hosts = rawHeaders.filter((text, i) => text.length === 4 && i % 2 === 0 && /host/i.test(text)).length
  if (hosts > 1) return failure('bad_request', 'The header Host occurs more than once.')
  if (hosts === 0 && httpVersionMinor === 1) return failure('bad_request', 'The header Host is missing.')
  return HOST.test(headers.host ?? '') ? null : failure('bad_request', 'The header Host is no valid host.')
}
