import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { LimitGroup } from '@avatary/contract/limits'
import type { RequestContext } from '../../kernel/answer.ts'
import type { Person } from '../../kernel/person.ts'
import type { ClientNetwork } from '../limits/client-network.ts'
import type { Consumption } from '../limits/limiter.ts'
import type { Durations } from '../metrics.ts'
import type { HeaderList } from './headers.ts'

/** What is the same for every request of one route. */
export interface Endpoint {
  /** Stands for the route in logs and metrics: `GET /avatars/search`. */
  readonly name: string
  readonly group: LimitGroup
  /** Largest body that is read, in bytes. */
  readonly bodyLimit: number
  /** Of its success. */
  readonly status: number
  readonly headers: HeaderList
  /** What its success begins with, `Cache-Control` included; a failure is never stored. */
  readonly head: HeaderList
  /** By first digit of the status. */
  readonly durations: readonly Durations[]
}

const NO_BODY = Buffer.alloc(0)

/** One request and the answer to it. */
export class Exchange implements RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly endpoint: Endpoint
  readonly address: string
  readonly client: ClientNetwork
  /** The client's limits as its answer will tell them. */
  limits: Consumption
  /** False while the price of the request is not known yet. */
  isCharged: boolean
  rawBody: Buffer = NO_BODY
  /** Its answer ends the connection. */
  isLast = false
  /** Who signed in, once the route asked. */
  person: Person | null = null
  /** Headers of the answer, whatever it will be: names and values in turn. */
  readonly added: string[] = []
  /** Milliseconds on the monotonic clock. */
  readonly startedMs = performance.now()
  #requestId: string | null = null
  #abort: AbortController | null = null

  constructor(start: {
    request: IncomingMessage
    response: ServerResponse
    endpoint: Endpoint
    address: string
    client: ClientNetwork
    limits: Consumption
    isCharged: boolean
  }) {
    this.request = start.request
    this.response = start.response
    this.endpoint = start.endpoint
    this.address = start.address
    this.client = start.client
    this.limits = start.limits
    this.isCharged = start.isCharged
  }

  addHeader(name: string, value: string): void {
    this.added.push(name, value)
  }

  get requestId(): string {
    this.#requestId ??= randomUUID()
    return this.#requestId
  }

  get method(): string {
    return this.request.method!
  }

  get network(): string {
    return this.client.text
  }

  get rawQuery(): string {
    const url = this.request.url!
    const at = url.indexOf('?')
    return at === -1 ? '' : url.slice(at + 1)
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers
  }

  get signal(): AbortSignal {
    if (this.#abort === null) {
      const { response } = this
      const abort = new AbortController()
      const close = () => {
        if (!response.writableFinished) abort.abort()
      }
      if (response.destroyed) close()
      else response.once('close', close)
      this.#abort = abort
    }
    return this.#abort.signal
  }
}
