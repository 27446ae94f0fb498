import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@avatary/contract/errors'
import type { LimitGroup } from '@avatary/contract/limits'
import type { Answer, PreparedAnswer, Proof, RequestContext } from '../../kernel/answer.ts'
import type { Person } from '../../kernel/person.ts'
import type { Durations } from '../durations.ts'
import type { Guard } from '../guards.ts'
import { type Consumption, NOT_LIMITED } from '../limits/limiter.ts'
import type { OverloadLevel } from '../limits/overload.ts'
import type { Client } from '../sockets/sockets.ts'
import type { HeaderList } from './headers.ts'

export interface EndpointOptions {
  /** Name in logs and metrics, such as `GET /avatars/search`. */
  readonly name: string
  readonly group: LimitGroup
  /** Overload level from which the route is refused; 0 for never. */
  readonly refusedFrom: OverloadLevel
  /** True for routes whose answers are so large that only a few are made at a time. */
  readonly isBulk?: boolean
  /** `Cache-Control` of a successful answer. */
  readonly cacheControl: string
  /** Headers of all answers, errors included. */
  readonly headers: HeaderList
  /** Status of a successful answer; 200 when absent. */
  readonly status?: number | undefined
  /** Maximum bytes of a body; absent for a route that reads no body. */
  readonly bodyLimit?: number | undefined
  /** Accepted media types of a JSON body; absent for a route whose body is not parsed. */
  readonly jsonMediaTypes?: readonly string[] | undefined
  readonly guard?: Guard | undefined
  readonly proof?: Proof<ErrorCode>
  /** Cost of a request according to its body, which is not yet validated; 1 when absent. */
  readonly cost?: ((body: unknown) => number) | undefined
  readonly countsImpressions?: boolean | undefined
  /** True when scripts of other origins may use the route. */
  readonly isForAnyOrigin?: boolean | undefined
  /** True when people open the route in a browser, which shows errors as a page. */
  readonly isForBrowsers?: boolean | undefined
  /** Finds the cached answer for an unparsed query string. Only for a route without a body, guard and proof. */
  readonly findCached?: ((context: HttpContext) => PreparedAnswer | null) | undefined
  /** @param body parsed but not validated; undefined for a route whose body is not parsed. */
  readonly answer: (context: HttpContext, body: unknown) => Promise<Answer<ErrorCode>>
}

/** A route as the pipeline serves it. */
export interface Endpoint extends EndpointOptions {
  readonly status: number
  /** The first headers of a successful answer: `Cache-Control` and `headers`. */
  readonly successHeaders: HeaderList
  /** Headers of an error page; null for a route whose errors are always JSON. */
  readonly failurePageHeaders: HeaderList | null
  /** Histograms, indexed by the first digit of the status. */
  readonly durations: readonly Durations[]
}

/** The endpoint that serves a request, and the parameters in the path. */
export interface Match {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly rawQuery: string
}

const NO_BODY = Buffer.alloc(0)

export class HttpContext implements RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly rawQuery: string
  readonly client: Client
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly network: string
  consumption: Consumption = NOT_LIMITED
  isCharged = false
  rawBody: Buffer = NO_BODY
  /** Set by the route's guard. */
  person: Person | null = null
  /** Alternating names and values of headers for whatever answer this request gets. */
  readonly addedHeaders: string[] = []
  /** Milliseconds on the monotonic clock. */
  readonly startedMs = performance.now()
  #requestId: string | null = null
  #signal: AbortSignal | null = null

  constructor(request: IncomingMessage, response: ServerResponse, route: Match, client: Client) {
    this.request = request
    this.response = response
    this.endpoint = route.endpoint
    this.params = route.params
    this.rawQuery = route.rawQuery
    this.client = client
    this.method = request.method!
    this.headers = request.headers
    this.address = client.address
    this.network = client.network.text
  }

  addHeader(name: string, value: string): void {
    this.addedHeaders.push(name.toLowerCase(), value)
  }

  /** Created on first use, because a random id takes a twentieth of the time of a cached answer. */
  get requestId(): string {
    this.#requestId ??= randomUUID()
    return this.#requestId
  }

  get signal(): AbortSignal {
    if (this.#signal !== null) return this.#signal
    if (this.response.destroyed && !this.response.writableFinished) return AbortSignal.abort()
    const abort = new AbortController()
    this.response.once('close', () => this.response.writableFinished || abort.abort())
    this.#signal = abort.signal
    return abort.signal
  }
}
