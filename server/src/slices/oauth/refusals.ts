import { OAUTH_ERRORS, type OAuthErrorCode } from '@avatary/contract/errors'
import { empty, type Headers, type JsonAnswer, json } from '../../kernel/answer.ts'
import type { ProtocolReply } from './authorization-server.ts'

/** Protocol answers must not be cached (RFC 6749 §5.1). */
const NO_CACHE: Headers = { Pragma: 'no-cache' }

/** Descriptions that replace less helpful ones of the library. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  invalid_grant: 'the code is unknown, expired, used, or was not given for this request',
  invalid_client: 'the client is unknown, or did not prove itself in the way that it is registered for',
}

/** An error answer of RFC 6749 §5.2. */
export function oauthRefusal(error: OAuthErrorCode, description: string, headers: Headers = {}): JsonAnswer {
  return json(
    { error, error_description: description },
    { status: OAUTH_ERRORS[error], cacheControl: 'no-store', headers: { ...NO_CACHE, ...headers } },
  )
}

/**
 * Converts a reply of the library to an answer.
 *
 * @param realm for the challenge to clients that failed to authenticate (RFC 9110 §15.5.2); null for browsers, in which
 * a challenge would open a dialog.
 */
export function answerOf(reply: ProtocolReply, realm: string | null) {
  const { status, location, body } = reply
  if (location !== null) return empty(303, { Location: location, ...NO_CACHE })
  // Revocations have no body (RFC 7009 §2.2); `{}` also suits clients that parse every answer as JSON.
  if (status < 300) return json(body ?? {}, { cacheControl: 'no-store', headers: NO_CACHE })
  const { error, error_description } = body as { error: string; error_description?: string }
  if (realm === null && error === 'invalid_client') {
    return oauthRefusal('invalid_request', 'there is no application with that client_id')
  }
  const code = codeOf(error)
  const description = DESCRIPTIONS[error] ?? error_description ?? 'the request is refused'
  const challenge = `Basic realm="${realm}", error="${code}", error_description="${description}"`
  return oauthRefusal(code, description, code === 'invalid_client' ? { 'WWW-Authenticate': challenge } : {})
}

/** The library has several codes of its own for what RFC 6749 calls `invalid_request`. */
function codeOf(error: string): OAuthErrorCode {
  return Object.hasOwn(OAUTH_ERRORS, error) ? (error as OAuthErrorCode) : 'invalid_request'
}
