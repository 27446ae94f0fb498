import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export interface InMemoryRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Keys are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** True when the public URL is https. */
  readonly isSecure: boolean
}

export function inMemoryRequest({
  method,
  url,
  headers,
  body = '',
  isSecure,
}: InMemoryRequest): IncomingMessage {
  const request = new IncomingMessage(Object.assign(new Socket(), { encrypted: isSecure }))
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  Object.assign(request, { method, url, headers: { ...headers, ...length } })
  request.push(body)
  request.push(null)
  return request
}

export async function dispatchInMemory(
  app: RequestListener,
  request: IncomingMessage,
): Promise<InMemoryResponse> {
  const response = new InMemoryResponse(request)
  await app(request, response)
  return response
}

class InMemoryResponse extends ServerResponse {
  bodyText = ''

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) this.bodyText = chunk.toString()
    return this
  }
}
