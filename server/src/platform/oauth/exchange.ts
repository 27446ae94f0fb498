import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** A request to an app of Node's HTTP interface that is made in memory. */
export interface InnerRequest {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether the public address is https. */
  readonly isSecure: boolean
}

export interface InnerResponse {
  readonly status: number
  header(name: string): string | null
  readonly body: string
}

export function innerRequest({ method, url, headers, body = '', isSecure }: InnerRequest): IncomingMessage {
  const request = new IncomingMessage(Object.assign(new Socket(), { encrypted: isSecure }))
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  Object.assign(request, { method, url, headers: { ...headers, ...length } })
  request.push(body)
  request.push(null)
  return request
}

/** Has an app answer a request that no connection carries; the answer is sent by who asked, or not at all. */
export async function answerInMemory(app: RequestListener, request: IncomingMessage): Promise<InnerResponse> {
  const response = new RecordedResponse(request)
  await app(request, response)
  return {
    status: response.statusCode,
    header: name => response.getHeader(name)?.toString() ?? null,
    body: response.recorded,
  }
}

class RecordedResponse extends ServerResponse {
  recorded = ''

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.recorded = chunk.toString()
    return this
  }
}
