import type { OAuthErrorCode } from '@avatary/contract/errors'
import { ACCESS_TOKEN_PREFIX, type UserInfo } from '@avatary/contract/oauth'
import { type JsonAnswer, json, type RequestContext } from '../../kernel/answer.ts'
import type { AuthorizationServer, LiveToken } from './authorization-server.ts'
import type { Identity, People } from './people.ts'
import { oauthRefusal } from './refusals.ts'

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/** RFC 6750 §2.1: the header alone carries the token; one in the address would stand in logs and histories. */
export async function userInfoAnswer(
  { headers, rawQuery }: Pick<RequestContext, 'headers' | 'rawQuery'>,
  { server, people, realm }: { server: AuthorizationServer; people: People; realm: string },
): Promise<JsonAnswer> {
  const bare = `Bearer realm="${realm}"`
  const refusal = (error: 'invalid_request' | 'invalid_token', description: string) =>
    challenging(error, description, `${bare}, error="${error}", error_description="${description}"`)

  if (new URLSearchParams(rawQuery).has('access_token')) {
    return refusal('invalid_request', 'send the access token in the header Authorization')
  }
  const { authorization } = headers
  // RFC 6750 §3.1: who does not say who they are is told how, not what was wrong.
  if (authorization === undefined || !/^Bearer\b/i.test(authorization)) {
    return challenging('invalid_token', 'send an access token in the header Authorization', bare)
  }
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) return refusal('invalid_request', 'the header must be Bearer and an access token')
  const live = token.startsWith(ACCESS_TOKEN_PREFIX) ? await server.liveToken(token) : null
  if (live === null) return refusal('invalid_token', 'the access token is unknown, expired or revoked')
  const confirmation = await people.confirm(live.personKey)
  if (confirmation === 'unavailable') return unavailable()
  const identity = confirmation === 'confirmed' ? await people.byKey(live.personKey) : null
  if (identity === null) return refusal('invalid_token', 'the user has to sign in again')
  if (!live.scopes.includes('identify')) {
    const description = 'the scope identify is needed'
    const challenge = `${bare}, error="insufficient_scope", error_description="${description}", scope="identify"`
    return challenging('insufficient_scope', description, challenge)
  }
  return json(userInfoOf(identity, live))
}

function challenging(error: OAuthErrorCode, description: string, challenge: string): JsonAnswer {
  return oauthRefusal(error, description, { 'WWW-Authenticate': challenge })
}

function unavailable(): JsonAnswer {
  const description = 'nobody can tell right now whether the account is still there; try again in a minute'
  return oauthRefusal('temporarily_unavailable', description, { 'Retry-After': '60' })
}

function userInfoOf(
  { id, username, name, picture, profile, email }: Identity,
  { scopes }: LiveToken,
): UserInfo {
  return { sub: id, username, name, picture, profile, ...(scopes.includes('email') && { email }) }
}
