import { isObject } from '../../kernel/json-object.ts'

const LONGEST_MESSAGE = 200
/** Shorter ones would take ordinary words out of what an upstream says. */
const SHORTEST_SECRET = 3
const HIDDEN = '…'

/** What an upstream says about a refusal. */
export interface Refusal {
  readonly message: string
  readonly code: string | null
}

/**
 * Message and code of an error's body, in the forms that are about: `{error: {message}}` and `{error: "text"}` of
 * the platform, `{error, error_description}` (RFC 6749), `{message, code}` of Discord, `{errors: [{detail,
 * code_name}]}` (JSON:API), `{detail}`. Other bodies say nothing; pages of HTML least of all.
 */
export function readRefusal(body: unknown, secrets: readonly string[]): Refusal {
  const told = isObject(body) ? body : {}
  const inner = isObject(told.error) ? told.error : {}
  const first = Array.isArray(told.errors) && isObject(told.errors[0]) ? told.errors[0] : {}
  const message = firstText(
    told.error_description,
    inner.message,
    told.message,
    first.detail,
    first.title,
    told.detail,
    told.error,
  )
  const code = [told.error, told.code, first.code_name, first.code, inner.code].find(isCode)
  return {
    message: loggable(message, secrets),
    code: code === undefined ? null : loggable(String(code), secrets),
  }
}

/** One line of at most 200 characters, without secrets and control characters. */
export function loggable(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text.slice(0, 20 * LONGEST_MESSAGE), secrets)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length <= LONGEST_MESSAGE ? line : `${line.slice(0, LONGEST_MESSAGE - 1).toWellFormed()}…`
}

/** As they are, and as they stand in addresses; longest first, as one may be part of another. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .flatMap(secret => [secret, encodeURIComponent(secret.toWellFormed()), inForm(secret)])
    .sort((a, b) => b.length - a.length)
  let rest = text
  for (const form of forms) rest = rest.replace(new RegExp(escaped(form), 'giu'), HIDDEN)
  return rest
}

function inForm(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
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
