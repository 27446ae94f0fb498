import { OAUTH_ERRORS, type OAuthErrorCode } from '@avatary/contract/errors'
import { empty, type Headers, type JsonAnswer, json } from '../../kernel/answer.ts'
import type { ProtocolReply } from './authorization-server.ts'

/** Nobody keeps what the protocol answers (RFC 6749 §5.1). */
const UNKEPT: Headers = { Pragma: 'no-cache' }

/** Where the library says less than may be said. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  invalid_grant: 'the code is unknown, expired, used, or was not given for this request',
  invalid_client: 'the client is unknown, or did not prove itself in the way that it is registered for',
}

/** A refusal in the shape of RFC 6749 §5.2. */
export function oauthRefusal(error: OAuthErrorCode, description: string, more: Headers = {}): JsonAnswer {
  return json(
    { error, error_description: description },
    { status: OAUTH_ERRORS[error], cacheControl: 'no-store', headers: { ...UNKEPT, ...more } },
  )
}

/**
 * What the library answers, as an answer of ours.
 *
 * @param realm asks clients for their id and secret where they failed to prove themselves (RFC 9110 §15.5.2); null
 *   where it is a browser that asks, in which that would open a dialogue.
 */
export function answerOf(reply: ProtocolReply, realm: string | null) {
  const { status, location, body } = reply
  if (location !== null) return empty(303, { Location: location, ...UNKEPT })
  // To a revocation nothing is to be said (RFC 7009 §2.2), and clients that read every answer as JSON can read that.
  if (status < 300) return json(body ?? {}, { cacheControl: 'no-store', headers: UNKEPT })
  const { error, error_description } = body as { error: string; error_description?: string }
  if (realm === null && error === 'invalid_client') {
    return oauthRefusal('invalid_request', 'there is no application with that client_id')
  }
  const code = codeOf(error)
  const description = DESCRIPTIONS[error] ?? error_description ?? 'the request is refused'
  const basic = `Basic realm="${realm}", error="${code}", error_description="${description}"`
  return oauthRefusal(code, description, code === 'invalid_client' ? { 'WWW-Authenticate': basic } : {})
}

/** The library has names of its own for some of what RFC 6749 calls an invalid request. */
function codeOf(error: string): OAuthErrorCode {
  return Object.hasOwn(OAUTH_ERRORS, error) ? (error as OAuthErrorCode) : 'invalid_request'
}
