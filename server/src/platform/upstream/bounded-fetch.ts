import type { UpstreamLimits } from '../../kernel/upstream.ts'
import { attempt, type Fetch } from './attempt.ts'

/**
 * A `fetch` that reads whole answers in bounded time and memory, and follows no redirects.
 * @throws Error that says why there is no answer, or the reason of the caller's signal.
 */
export function boundedFetch(fetch: Fetch, limits: UpstreamLimits): Fetch {
  return async (url, { method = 'GET', headers, body = null, signal }) => {
    const request = { url, method, headers: Object.fromEntries(new Headers(headers)), body }
    const result = await attempt(fetch, request, limits, signal ?? undefined)
    if (result.kind === 'failed') throw new Error(result.reason)
    const { status, body: bodyRead } = result
    const isSuccess = status >= 200 && status < 300
    if (bodyRead.kind === 'failed' && isSuccess) throw new Error(bodyRead.reason)
    if (bodyRead.kind === 'too_large' && isSuccess)
      throw new Error(`the answer has more than ${limits.maxBodyBytes} bytes`)
    const bytes =
      bodyRead.kind === 'bytes' && bodyRead.bytes.length > 0 ? new Uint8Array(bodyRead.bytes) : null
    return new Response(bytes, { status, headers: result.headers })
  }
}
