import { isObject } from '../../kernel/json-object.ts'
import { formEncode } from './form-encode.ts'

const MAX_MESSAGE_LENGTH = 200
/** Shorter secrets are not removed, because that would remove ordinary words. */
const MIN_SECRET_LENGTH = 3
const SECRET_REPLACEMENT = '…'

/** Message and code of a refusal; see `UpstreamRefused`. */
export interface RefusalDetails {
  readonly message: string
  readonly code: string | null
}

/**
 * Reads message and code from an error's body: `{error: {message}}` and `{error: "text"}` of the platform, `{error,
 * error_description}` (RFC 6749), `{message, code}` of Discord, `{errors: [{detail, code_name}]}` (JSON:API),
 * `{detail}`. Other bodies yield neither.
 */
export function readRefusal(body: unknown, secrets: readonly string[]): RefusalDetails {
  const root = isObject(body) ? body : {}
  const error = isObject(root.error) ? root.error : {}
  const firstError = Array.isArray(root.errors) && isObject(root.errors[0]) ? root.errors[0] : {}
  const message = firstText(
    root.error_description,
    error.message,
    root.message,
    firstError.detail,
    firstError.title,
    root.detail,
    root.error,
  )
  const code = [root.error, root.code, firstError.code_name, firstError.code, error.code].find(isCode)
  return {
    message: toLogLine(message, secrets),
    code: code === undefined ? null : toLogLine(String(code), secrets),
  }
}

/** Returns one line of at most 200 characters, without secrets and control characters. */
export function toLogLine(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text.slice(0, 20 * MAX_MESSAGE_LENGTH), secrets)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length <= MAX_MESSAGE_LENGTH ? line : `${line.slice(0, MAX_MESSAGE_LENGTH - 1).toWellFormed()}…`
}

/** Removes secrets, both plain and URL-encoded. Longest first, because one may be part of another. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter(secret => secret.length >= MIN_SECRET_LENGTH)
    .flatMap(secret => [secret, encodeURIComponent(secret.toWellFormed()), formEncode(secret)])
    .sort((a, b) => b.length - a.length)
  return forms.reduce(
    (rest, form) => rest.replace(new RegExp(escapeRegExp(form), 'giu'), SECRET_REPLACEMENT),
    text,
  )
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function firstText(...candidates: unknown[]): string {
  const text = candidates.find(candidate => typeof candidate === 'string' && candidate.trim() !== '')
  return typeof text === 'string' ? text : ''
}

function isCode(value: unknown): value is string | number {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value))
}
