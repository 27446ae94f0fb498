import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@avatary/contract/errors'
import type { LimitGroup } from '@avatary/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type Failure, failure } from '../../kernel/answer.ts'
import type { Log } from '../../kernel/log.ts'
import { RecordUnavailableError } from '../../kernel/record-unavailable.ts'
import { type ClientNetwork, clientNetwork } from '../limits/client-network.ts'
import { type Consumption, type Limiter, NOT_LIMITED } from '../limits/limiter.ts'
import type { Metrics } from '../metrics.ts'
import type { BodyBudget } from './body-budget.ts'
import { endGently, leavesMuch } from './closing.ts'
import { type Endpoint, Exchange } from './exchange.ts'
import { bodyTooLarge } from './framework-errors.ts'
import { type HeaderList, headOf } from './headers.ts'
import type { Proxies } from './proxies.ts'
import { respond } from './respond.ts'

/** Longest address, in characters: 500 avatar ids with their commas escaped, and room for half as much again. */
const MAX_URL_LENGTH = 32 * 1024

/** A failover takes some seconds. */
const RETRY_AFTER = { 'Retry-After': '5' }

const HOST = 'host'

/** What is known of a connection. */
interface Connection {
  readonly address: string
  readonly client: ClientNetwork
  /** To the latest request. */
  response: ServerResponse
}

export interface GateDeps {
  readonly limiter: Limiter
  readonly log: Log
  readonly metrics: Metrics
  readonly proxies: Proxies
  readonly bodies: BodyBudget
  /** Headers of every answer. */
  readonly common: HeaderList
}

/** Through which every request comes and every answer goes: charges the client, and survives what handlers throw. */
export class Gate {
  readonly #limiter: Limiter
  readonly #log: Log
  readonly #metrics: Metrics
  /** On every answer. */
  readonly common: HeaderList
  readonly #proxies: Proxies
  readonly #bodies: BodyBudget
  readonly #connections = new WeakMap<Socket, Connection>()
  /** Whether answers end their connections. */
  isClosing = false

  constructor({ limiter, log, metrics, proxies, bodies, common }: GateDeps) {
    this.common = common
    this.#proxies = proxies
    this.#bodies = bodies
    this.#limiter = limiter
    this.#log = log
    this.#metrics = metrics
  }

  endpoint({
    cacheControl,
    ...of
  }: {
    name: string
    group: LimitGroup
    bodyLimit?: number
    status?: number
    cacheControl: string
    headers: HeaderList
  }): Endpoint {
    const headers = [...this.common, ...of.headers]
    const head = headOf(cacheControl, headers)
    return { status: 200, bodyLimit: 0, ...of, headers, head, durations: this.#metrics.durationsOf(of.name) }
  }

  /**
   * Begins an exchange. Charges one request, unless its price depends on its body: then it only looks whether
   * anything is left. What proves itself costs nothing, so it is charged only once its proof has failed.
   */
  open(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    price: 'one' | 'by-body' | 'by-proof' = 'one',
  ): Exchange | Promise<Exchange> {
    const { address, client } = this.#connectionOf(request, reply.raw)
    const isCharged = price === 'one'
    const begin = (limits: Consumption) => {
      if (!limits.allowed) this.#metrics.countRefusal(endpoint.group)
      return new Exchange({
        request: request.raw,
        response: reply.raw,
        endpoint,
        address,
        client,
        limits,
        isCharged,
      })
    }
    const limits = this.#limitsAt(price, endpoint.group, client)
    return limits instanceof Promise ? limits.then(begin) : begin(limits)
  }

  #limitsAt(
    price: 'one' | 'by-body' | 'by-proof',
    group: LimitGroup,
    client: ClientNetwork,
  ): Consumption | Promise<Consumption> {
    if (price === 'by-proof' || group === 'exempt') return NOT_LIMITED
    return price === 'one' ? this.#limiter.consume(group, client, 1) : this.#limiter.peek(group, client)
  }

  /** Charges what an exchange costs, if that has not been done. */
  async charge(exchange: Exchange, cost: number): Promise<void> {
    const { group } = exchange.endpoint
    if (exchange.isCharged || group === 'exempt') return
    exchange.limits = await this.#limiter.consume(group, exchange.client, cost)
    exchange.isCharged = true
    if (!exchange.limits.allowed) this.#metrics.countRefusal(group)
  }

  /** Charges a request that is refused before its price is known. @returns what it is answered. */
  async refused(exchange: Exchange, why: Failure<ErrorCode>): Promise<Failure<ErrorCode>> {
    await this.charge(exchange, 1)
    return this.refusal(exchange) ?? why
  }

  /** Takes room for the body that the head of a request announces, until it is answered; null = there is enough. */
  admitBody({ request, response, endpoint, client }: Exchange): Failure<ErrorCode> | null {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const bytes = coding === undefined ? Number(length ?? 0) : endpoint.bodyLimit
    if (bytes === 0) return null
    if (bytes > endpoint.bodyLimit) return bodyTooLarge(endpoint.bodyLimit)
    const full = this.#bodies.take(client, bytes)
    if (full === null) response.once('close', () => this.#bodies.giveBack(client, bytes))
    else this.#metrics.countRefusal('bodies')
    return full
  }

  /** What every request is refused for, whatever its route. */
  refusal(exchange: Exchange): Failure<ErrorCode> | null {
    if (!exchange.limits.allowed) return refusedBy(exchange.limits)
    if (exchange.request.url!.length > MAX_URL_LENGTH) return failure('uri_too_long')
    return hostProblem(exchange.request)
  }

  /** Sends what `work` answers, at once when it is no promise. What it throws is logged and answered 500. */
  answer(exchange: Exchange, work: () => Answer<ErrorCode> | Promise<Answer<ErrorCode>>): void {
    try {
      const answer = work()
      const sent =
        answer instanceof Promise
          ? answer.then(ready => this.#respond(exchange, ready))
          : this.#respond(exchange, answer)
      if (sent instanceof Promise) sent.catch(error => this.fail(exchange, error))
    } catch (error) {
      this.fail(exchange, error)
    }
  }

  /**
   * Logs an error and answers 500, or breaks off an answer that has begun. That the system of record is away is
   * answered 503, and told where it is noticed: here it would be a line for each request.
   */
  fail(exchange: Exchange, err: unknown): void {
    const { request, response } = exchange
    if (isDeparture(err, exchange)) return
    const isAway = err instanceof RecordUnavailableError
    if (!isAway) this.#logFailure(exchange, err)
    if (response.headersSent) response.destroy()
    else
      this.#respond(exchange, isAway ? failure('unavailable', undefined, RETRY_AFTER) : failure('internal'))
    request.resume()
  }

  /** The limits of a connection whose request could not even be read, charged one request. */
  async chargeSocket(socket: Socket): Promise<Consumption> {
    return await this.#limiter.consume('none', clientNetwork(socket.remoteAddress), 1)
  }

  /** Whether an answer is under way on a connection, into which no other may be written. */
  isAnswering(socket: Socket): boolean {
    const response = this.#connections.get(socket)?.response
    return response?.headersSent === true && !response.writableFinished
  }

  /** Whether a request came on a connection. */
  hasServed(socket: Socket): boolean {
    return this.#connections.has(socket)
  }

  #logFailure({ endpoint, requestId }: Exchange, err: unknown): void {
    this.#metrics.countFailure(endpoint.name)
    this.#log.error(
      { event: 'request-failed', err, requestId, route: endpoint.name, status: 500 },
      'A request failed',
    )
  }

  #respond(exchange: Exchange, answer: Answer<ErrorCode>): Promise<void> | undefined {
    const isMoreToCome = leavesMuch(exchange.request)
    if (isMoreToCome) endGently(exchange.request.socket)
    exchange.isLast = this.isClosing || isMoreToCome
    return respond(exchange, answer)
  }

  #connectionOf(request: FastifyRequest, response: ServerResponse): Connection {
    const { socket } = request.raw
    const address = this.#proxies.addressOf(request.raw)
    let known = this.#connections.get(socket)
    if (known?.address === address) known.response = response
    else {
      known = { address, client: clientNetwork(address), response }
      this.#connections.set(socket, known)
    }
    return known
  }
}

/** The answer to a charge that was refused. */
export function refusedBy({ retryAfterSeconds }: Consumption): Failure<ErrorCode> {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds'
  return failure('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} ${unit}.`)
}

/** Whether an error only says that the client went away. */
function isDeparture(error: unknown, { response }: Exchange): boolean {
  const { code, name } = error as { code?: string; name?: string }
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || (name === 'AbortError' && response.destroyed)
}

/** RFC 9112 §3.2: exactly one `Host`, which HTTP/1.0 may leave out. */
function hostProblem({ rawHeaders, httpVersionMinor }: IncomingMessage): Failure<ErrorCode> | null {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++
  }
  if (hosts > 1) return failure('bad_request', 'The header Host is there more than once.')
  if (hosts === 0 && httpVersionMinor === 1) return failure('bad_request', 'The header Host is missing.')
  return null
}
