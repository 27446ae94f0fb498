import { OAUTH_ERRORS, type OAuthErrorCode } from '@avatary/contract/errors'
import { empty, type Headers, type JsonAnswer, json } from '../../kernel/answer.ts'
import type { ProtocolReply } from './authorization-server.ts'

/** Nobody keeps what the protocol answers (RFC 6749 §5.1). */
export const UNKEPT: Headers = { Pragma: 'no-cache' }

/** A refusal in the shape of RFC 6749 §5.2. */
export function oauthRefusal(error: OAuthErrorCode, description: string, challenge?: string): JsonAnswer {
  const headers = { ...UNKEPT, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) }
  return json(
    { error, error_description: description },
    { status: OAUTH_ERRORS[error], cacheControl: 'no-store', headers },
  )
}

/**
 * What the library answers, as an answer of ours.
 *
 * @param realm asks clients for their id and secret where they failed to prove themselves (RFC 9110 §15.5.2); null
 *   where it is a browser that asks, in which that would open a dialogue.
 */
export function answerOf(reply: ProtocolReply, realm: string | null) {
  const { status, location, challenge, body } = reply
  if (location !== null) return empty(303, { Location: location, ...UNKEPT })
  if (status < 300) {
    return body === null ? empty(200, UNKEPT) : json(body, { cacheControl: 'no-store', headers: UNKEPT })
  }
  const { error, error_description } = body as { error: string; error_description?: string }
  const code = realm === null && error === 'invalid_client' ? 'invalid_request' : codeOf(error)
  const description = error_description ?? 'the request is refused'
  const basic = `Basic realm="${realm}", error="${code}", error_description="${description}"`
  return oauthRefusal(code, description, challenge ?? (code === 'invalid_client' ? basic : undefined))
}

/** The library has names of its own for some of what RFC 6749 calls an invalid request. */
function codeOf(error: string): OAuthErrorCode {
  return Object.hasOwn(OAUTH_ERRORS, error) ? (error as OAuthErrorCode) : 'invalid_request'
}
