import type { SpanAttributes, Tracing } from '../../kernel/tracing.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { outcomeOf } from './retry.ts'

/** Runs a call, with its retries, in a span that records its outcome. */
export function traceCall(
  tracing: Tracing,
  { upstream, method, path }: { upstream: string; method: string; path: string },
  call: () => Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  const attributes: SpanAttributes = {
    'avatary.upstream': upstream,
    'http.request.method': method,
    'url.template': path,
  }
  return tracing.inSpan(`${upstream} ${method} ${path}`, { kind: 'client', attributes }, async span => {
    try {
      const answer = await call()
      const outcome = outcomeOf(answer)
      span.set({ 'avatary.outcome': outcome })
      if (answer.kind !== 'ok' && answer.kind !== 'absent') span.fail(outcome)
      return answer
    } finally {
      span.end()
    }
  })
}
