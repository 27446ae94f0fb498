import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Tracing } from '../../kernel/tracing.ts'

interface TracedRequest {
  readonly request: Pick<IncomingMessage, 'method' | 'headers'>
  readonly response: ServerResponse
  readonly endpoint: { readonly name: string }
  readonly requestId: string
}

/**
 * Serves a request in a span named after its route, which ends when the answer was sent or the client has gone. The
 * span contains neither address nor query.
 */
export function traceRequest(
  tracing: Tracing,
  { request, response, endpoint, requestId }: TracedRequest,
  answer: () => Promise<void>,
): Promise<void> {
  const attributes = {
    'http.request.method': request.method!,
    'http.route': endpoint.name.replace(/^[A-Z]+ /, ''),
    'avatary.request_id': requestId,
  }
  const { headers } = request
  return tracing.inSpan(endpoint.name, { kind: 'server', attributes, headers }, span => {
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      span.set({ 'http.response.status_code': statusCode })
      if (statusCode >= 500) span.fail(`answered ${statusCode}`)
      else if (!writableFinished) span.set({ 'avatary.client_gone': true })
      span.end()
    })
    return answer()
  })
}
