import type { Validator } from 'typebox/compile'
import type {
  Download,
  UpstreamAbsent,
  UpstreamAnswer,
  UpstreamFault,
  UpstreamUnavailable,
} from '../../kernel/upstream.ts'
import type { AttemptResult } from './attempt.ts'
import { loggable, readRefusal } from './error-message.ts'
import { readRetryAfter, retryAfterInBody } from './retry.ts'

export interface Judging {
  /** Finds what is wrong with a value; absent where any value will do. */
  readonly validator: Validator | undefined
  /** Values that must not stand in what is told of the answer. */
  readonly secrets: readonly string[]
  /** For dates in `Retry-After`. */
  readonly nowMs: number
}

/** Statuses below 500 by which a server says "not now" (RFC 9110, section 15.5.9; RFC 8470, section 5.2). */
const NOT_NOW = new Set([408, 425])

/** Makes an answer of what came over the wire; nothing in it is believed before it was looked at. */
export function judge(came: AttemptResult, judging: Judging): UpstreamAnswer {
  if (came.kind === 'failed') return unavailable(came.fault, came.reason)
  const { status, headers } = came
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), judging.nowMs)
  if (status >= 200 && status < 300) return judgeSuccess(came, judging)
  if (status === 404 || status === 410) return { kind: 'absent', status, body: bodyKind(came.body) }
  if (status === 429) return { kind: 'limited', retryAfterMs: retryAfterMs ?? toldInBody(came.body) }
  if (status >= 500 || NOT_NOW.has(status))
    return unavailable('server_error', `answered ${status}`, retryAfterMs)
  if (status < 400) return unavailable('redirected', `answered ${status}, and redirects are not followed`)
  const body = came.body.kind === 'bytes' ? parse(came.body.bytes) : null
  return { kind: 'refused', status, ...readRefusal(body?.value, judging.secrets) }
}

/** The same of a file: its bytes are not looked at, and a redirect is told to who asked. */
export function judgeDownload(
  came: AttemptResult,
  judging: Omit<Judging, 'validator'>,
): UpstreamAnswer<Download> {
  if (came.kind === 'answer') {
    const { status, headers, body } = came
    const location = headers.get('location')
    if (status >= 300 && status < 400 && location !== null)
      return { kind: 'ok', status, value: { kind: 'elsewhere', url: location }, headers: {} }
    if (status >= 200 && status < 300 && body.kind === 'bytes')
      return { kind: 'ok', status, value: body, headers: plainHeaders(headers) }
  }
  // Success and redirects with a place are dealt with above, so that no value is left in what this answers.
  return judge(came, { ...judging, validator: undefined }) as UpstreamAnswer<never>
}

function bodyKind(body: Came['body']): UpstreamAbsent['body'] {
  if (body.kind !== 'bytes') return 'other'
  if (body.bytes.length === 0) return 'none'
  return parse(body.bytes) === null ? 'other' : 'json'
}

function toldInBody(body: Came['body']): number | null {
  return body.kind === 'bytes' ? retryAfterInBody(parse(body.bytes)?.value) : null
}

type Came = Extract<AttemptResult, { kind: 'answer' }>

function judgeSuccess({ status, headers, body }: Came, { validator, secrets }: Judging): UpstreamAnswer {
  if (body.kind === 'failed') return unavailable(body.fault, body.reason)
  if (body.kind === 'too_large') return unavailable('too_large', 'answered more than may be expected')
  const parsed = body.bytes.length === 0 ? { value: undefined } : parse(body.bytes)
  if (parsed === null) return unavailable('garbage', `answered ${status} with something that is no JSON`)
  const wrong = validator === undefined ? null : firstWrong(validator, parsed.value)
  if (wrong !== null) return unavailable('unexpected', loggable(`unexpected answer: ${wrong}`, secrets))
  return { kind: 'ok', status, value: parsed.value, headers: plainHeaders(headers) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whatever its media type says: providers send JSON as text and as HTML. Null when it is none. */
function parse(bytes: Buffer): { value: unknown } | null {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) }
  } catch {
    return null
  }
}

/** Where a value first differs from its schema, and what should be there; null when it does not. */
function firstWrong(validator: Validator, value: unknown): string | null {
  if (validator.Check(value)) return null
  const [error] = validator.Errors(value)
  if (error === undefined) return 'not what was asked for'
  const place = error.instancePath.slice(1).replaceAll('/', '.')
  return `${place === '' ? 'all of it' : place} ${error.message}`
}

function plainHeaders(headers: Headers): Record<string, string> {
  const plain = Object.fromEntries(headers)
  delete plain['set-cookie']
  return plain
}

function unavailable(
  fault: UpstreamFault,
  reason: string,
  retryAfterMs: number | null = null,
): UpstreamUnavailable {
  return { kind: 'unavailable', fault, reason, retryAfterMs }
}
