import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@avatary/contract/errors'
import type { LimitGroup } from '@avatary/contract/limits'
import type { Answer, Failure, Prepared, RequestContext } from '../../kernel/answer.ts'
import type { Person } from '../../kernel/person.ts'
import type { Durations } from '../durations.ts'
import type { Guard } from '../guards.ts'
import { type Consumption, NOT_LIMITED } from '../limits/limiter.ts'
import type { OverloadLevel } from '../limits/overload.ts'
import type { Client } from '../sockets/sockets.ts'
import type { HeaderList } from './headers.ts'

export interface EndpointOptions {
  /** Name in logs and metrics: `GET /avatars/search`. */
  readonly name: string
  readonly group: LimitGroup
  /** Level of overload from which it is refused; 0 for never. */
  readonly refusedFrom: OverloadLevel
  /** True where few answers are made at a time, as each is large. */
  readonly isBulk?: boolean
  /** `Cache-Control` of its success. */
  readonly cacheControl: string
  readonly headers: HeaderList
  /** Status of its success; 200 when absent. */
  readonly status?: number | undefined
  /** Largest body that is read, in bytes; no body is read when absent. */
  readonly bodyLimit?: number | undefined
  /** Media types of a JSON body; the body is not parsed when absent. */
  readonly jsonMedia?: readonly string[] | undefined
  readonly guard?: Guard | undefined
  /** Authenticates a request by its bytes; one that passes has no limit. Each check returns why it fails, or null. */
  readonly proof?: {
    readonly byHead: (head: Pick<RequestContext, 'headers'>) => Failure<ErrorCode> | null
    readonly byBody: (request: Pick<RequestContext, 'headers' | 'rawBody'>) => Failure<ErrorCode> | null
  }
  /** Cost of a request by its body, which is not validated; 1 when absent. */
  readonly cost?: ((body: unknown) => number) | undefined
  /** True when scripts of other origins may use it. */
  readonly isForAnyOrigin?: boolean | undefined
  /** True when people open it in a browser, which is told of errors by a page. */
  readonly isForBrowsers?: boolean | undefined
  /**
   * Returns an answer that a cache has for the query string, which is then not parsed; null when there is none. Only for
   * a route without a body, a guard and a proof.
   */
  readonly cached?: ((context: HttpContext) => Prepared | null) | undefined
  /** @param body parsed and not validated; undefined where none is parsed. */
  readonly answer: (context: HttpContext, body: unknown) => Promise<Answer<ErrorCode>>
}

/** A route as the pipeline serves it. */
export interface Endpoint extends EndpointOptions {
  readonly status: number
  /** First headers of its success, with `Cache-Control`. */
  readonly head: HeaderList
  /** Headers of a page about an error; null where errors are JSON alone. */
  readonly failurePageHeaders: HeaderList | null
  /** Indexed by the first digit of the status. */
  readonly durations: readonly Durations[]
}

/** The endpoint of a request, and what its address has for it. */
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
  limits: Consumption = NOT_LIMITED
  isCharged = false
  rawBody: Buffer = NO_BODY
  /** Set by the route's guard. */
  person: Person | null = null
  /** Alternating names and values of headers that any answer to this request has. */
  readonly added: string[] = []
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
    this.added.push(name, value)
  }

  /** Made when it is first asked for: a random id takes a twentieth of a cached answer's time. */
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
