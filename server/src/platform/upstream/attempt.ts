import { addAbortListener } from 'node:events'
import { errorCode } from '../../kernel/error-code.ts'
import type { UpstreamFault, UpstreamLimits } from '../../kernel/upstream.ts'
import type { PreparedRequest } from './request.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The outcome of one attempt before it is checked. */
export type AttemptResult =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: ReadBody }
  | FailedAttempt

interface FailedAttempt {
  readonly kind: 'failed'
  readonly fault: Extract<UpstreamFault, 'unreachable' | 'broken_off' | 'timeout'>
  readonly reason: string
}

/** The whole body, or why it is incomplete; status and headers are known in any case. */
type ReadBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | FailedAttempt
  | { readonly kind: 'too_large' }

/** Maximum bytes of an error's body, which is read only for its message. */
const MAX_ERROR_BODY_BYTES = 64 * 1024

/**
 * Sends a request once and reads the answer, in bounded time and memory. Redirects are not followed.
 *
 * @throws the reason of the caller's signal, when that is aborted.
 */
export async function attempt(
  fetch: Fetch,
  request: Pick<PreparedRequest, 'url' | 'headers'> & {
    method: string
    body: NonNullable<RequestInit['body']> | null
  },
  limits: UpstreamLimits,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  signal?.throwIfAborted()
  using timeouts = new AttemptTimeouts(limits, signal)
  try {
    const { url, method, headers, body } = request
    const { signal: attemptSignal } = timeouts
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: attemptSignal })
    timeouts.endHead()
    const maxBytes = response.ok ? limits.maxBodyBytes : Math.min(limits.maxBodyBytes, MAX_ERROR_BODY_BYTES)
    const readOutcome = await readBody(response, maxBytes, timeouts)
    signal?.throwIfAborted()
    return { kind: 'answer', status: response.status, headers: response.headers, body: readOutcome }
  } catch (error) {
    signal?.throwIfAborted()
    return timeouts.timeout ?? failedWith(error)
  }
}

async function readBody(response: Response, maxBytes: number, timeouts: AttemptTimeouts): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) return { kind: 'too_large' }
      chunks.push(chunk)
    }
    return { kind: 'bytes', bytes: Buffer.concat(chunks) }
  } catch (error) {
    return timeouts.timeout ?? { kind: 'failed', fault: 'broken_off', reason: brokenOffReason(error) }
  }
}

/** The timeouts of one attempt. Unlike `AbortSignal.any`, these timers leave no listener on the caller's signal. */
class AttemptTimeouts implements Disposable {
  readonly #controller = new AbortController()
  readonly #responseTimer: NodeJS.Timeout
  readonly #headTimer: NodeJS.Timeout
  readonly #callerListener: Disposable | undefined
  /** Set once one of the timers ended the attempt. */
  timeout: FailedAttempt | null = null

  constructor(limits: UpstreamLimits, callerSignal: AbortSignal | undefined) {
    this.#headTimer = setTimeout(() => this.#timeOut(`no answer within ${limits.headMs} ms`), limits.headMs)
    this.#responseTimer = setTimeout(
      () => this.#timeOut(`no whole answer within ${limits.responseMs} ms`),
      limits.responseMs,
    )
    this.#callerListener = callerSignal && addAbortListener(callerSignal, () => this.#controller.abort())
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  endHead(): void {
    clearTimeout(this.#headTimer)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#headTimer)
    clearTimeout(this.#responseTimer)
    this.#callerListener?.[Symbol.dispose]()
  }

  #timeOut(reason: string): void {
    this.timeout = { kind: 'failed', fault: 'timeout', reason }
    this.#controller.abort()
  }
}

/** Codes of a connection that was closed before the head of an answer arrived. */
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/

function failedWith(error: unknown): FailedAttempt {
  const code = codeOf(error)
  if (BROKEN_OFF.test(code)) return { kind: 'failed', fault: 'broken_off', reason: brokenOffReason(error) }
  return { kind: 'failed', fault: 'unreachable', reason: `cannot be reached (${code})` }
}

function brokenOffReason(error: unknown): string {
  return `the connection broke off (${codeOf(error)})`
}

/** Reasons name only the code of an error, because its message may contain the URL. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = errorCode(cause)
    if (code !== undefined) return code
  }
  return error instanceof Error ? error.name : typeof error
}
