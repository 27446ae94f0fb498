import type { Validator } from 'typebox/compile'
import type {
  Download,
  UpstreamAbsent,
  UpstreamAnswer,
  UpstreamFault,
  UpstreamUnavailable,
} from '../../kernel/upstream.ts'
import type { AttemptResult } from './attempt.ts'
import { readRefusal, toLogLine } from './error-message.ts'
import { readRetryAfter, retryAfterInBody } from './retry.ts'

interface JudgeOptions {
  /** Undefined accepts any JSON. */
  readonly validator: Validator | undefined
  /** Values that must not appear in messages. */
  readonly secrets: readonly string[]
  /** The time to which dates in `Retry-After` are relative. */
  readonly nowMs: number
}

/** Statuses below 500 that mean "not now" (RFC 9110, section 15.5.9; RFC 8470, section 5.2). */
const RETRYABLE_STATUSES = new Set([408, 425])

/** Turns the result of an attempt into an answer, after checking every part of it. */
export function judge(result: AttemptResult, options: JudgeOptions): UpstreamAnswer {
  if (result.kind === 'failed') return unavailable(result.fault, result.reason)
  const { status, headers } = result
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), options.nowMs)
  if (status >= 200 && status < 300) return judgeSuccess(result, options)
  if (status === 404 || status === 410) return { kind: 'absent', status, body: bodyKind(result.body) }
  if (status === 429) return { kind: 'limited', retryAfterMs: retryAfterMs ?? waitInBody(result.body) }
  if (status >= 500 || RETRYABLE_STATUSES.has(status))
    return unavailable('server_error', `answered ${status}`, retryAfterMs)
  if (status < 400) return unavailable('redirected', `answered ${status}, and redirects are not followed`)
  const body = result.body.kind === 'bytes' ? parse(result.body.bytes) : null
  return { kind: 'refused', status, ...readRefusal(body?.value, options.secrets) }
}

/** Like `judge`, for a file: its bytes are not checked, and a redirect is an answer. */
export function judgeDownload(
  result: AttemptResult,
  options: Omit<JudgeOptions, 'validator'>,
): UpstreamAnswer<Download> {
  if (result.kind === 'answer') {
    const { status, headers, body } = result
    const location = headers.get('location')
    if (status >= 300 && status < 400 && location !== null)
      return { kind: 'ok', status, value: { kind: 'redirect', url: location } }
    if (status >= 200 && status < 300 && body.kind === 'bytes') return { kind: 'ok', status, value: body }
  }
  // Success is handled above, so this answer carries no value.
  return judge(result, { ...options, validator: undefined }) as UpstreamAnswer<never>
}

function bodyKind(body: AnsweredAttempt['body']): UpstreamAbsent['body'] {
  if (body.kind !== 'bytes') return 'other'
  if (body.bytes.length === 0) return 'none'
  return parse(body.bytes) === null ? 'other' : 'json'
}

function waitInBody(body: AnsweredAttempt['body']): number | null {
  return body.kind === 'bytes' ? retryAfterInBody(parse(body.bytes)?.value) : null
}

type AnsweredAttempt = Extract<AttemptResult, { kind: 'answer' }>

function judgeSuccess(
  { status, body }: AnsweredAttempt,
  { validator, secrets }: JudgeOptions,
): UpstreamAnswer {
  if (body.kind === 'failed') return unavailable(body.fault, body.reason)
  if (body.kind === 'too_large') return unavailable('too_large', 'answered more than may be expected')
  const parsedBody = body.bytes.length === 0 ? { value: undefined } : parse(body.bytes)
  if (parsedBody === null) return unavailable('garbage', `answered ${status} with a body that is not JSON`)
  const problem = validator === undefined ? null : firstProblem(validator, parsedBody.value)
  if (problem !== null) return unavailable('unexpected', toLogLine(`unexpected answer: ${problem}`, secrets))
  return { kind: 'ok', status, value: parsedBody.value }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses JSON whatever its media type, since some providers label it as text or HTML; null when it is not JSON. */
function parse(bytes: Buffer): { value: unknown } | null {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) }
  } catch {
    return null
  }
}

/** Describes how a value first violates the schema; null when it matches. */
function firstProblem(validator: Validator, value: unknown): string | null {
  if (validator.Check(value)) return null
  const [error] = validator.Errors(value)
  if (error === undefined) return 'does not match the schema'
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  return `${path === '' ? 'all of it' : path} ${error.message}`
}

function unavailable(
  fault: UpstreamFault,
  reason: string,
  retryAfterMs: number | null = null,
): UpstreamUnavailable {
  return { kind: 'unavailable', fault, reason, retryAfterMs }
}
