import { isObject } from '../../kernel/json-object.ts'
import { formEncoded } from './form-encoded.ts'

const MAX_MESSAGE_LENGTH = 200
/** Shorter secrets are not removed, because that would remove ordinary words. */
const MIN_SECRET_LENGTH = 3
const HIDDEN = '…'

/** Message and code of a refusal; see `UpstreamRefused`. */
export interface Refusal {
  readonly message: string
  readonly code: string | null
}

/**
 * Reads message and code from an error's body: `{error: {message}}` and `{error: "text"}` of the platform, `{error,
 * error_description}` (RFC 6749), `{message, code}` of Discord, `{errors: [{detail, code_name}]}` (JSON:API),
 * `{detail}`. Other bodies yield neither.
 */
export function readRefusal(body: unknown, secrets: readonly string[]): Refusal {
  const outer = isObject(body) ? body : {}
  const inner = isObject(outer.error) ? outer.error : {}
  const first = Array.isArray(outer.errors) && isObject(outer.errors[0]) ? outer.errors[0] : {}
  const message = firstText(
    outer.error_description,
    inner.message,
    outer.message,
    first.detail,
    first.title,
    outer.detail,
    outer.error,
  )
  const code = [outer.error, outer.code, first.code_name, first.code, inner.code].find(isCode)
  return {
    message: loggable(message, secrets),
    code: code === undefined ? null : loggable(String(code), secrets),
  }
}

/** Returns one line of at most 200 characters, without secrets and control characters. */
export function loggable(text: string, secrets: readonly string[]): string {
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
    .flatMap(secret => [secret, encodeURIComponent(secret.toWellFormed()), formEncoded(secret)])
    .sort((a, b) => b.length - a.length)
  let rest = text
  for (const form of forms) rest = rest.replace(new RegExp(escaped(form), 'giu'), HIDDEN)
  return rest
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function firstText(...candidates: unknown[]): string {
  const text = candidates.find(candidate => typeof candidate === 'string' && candidate.trim() !== '')
  return typeof text === 'string' ? text : ''
}

function isCode(value: unknown): value is string | number {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value))
}
