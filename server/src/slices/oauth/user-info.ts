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
    oauthRefusal(error, description, `${bare}, error="${error}", error_description="${description}"`)

  if (new URLSearchParams(rawQuery).has('access_token')) {
    return refusal('invalid_request', 'send the access token in the header Authorization')
  }
  const { authorization } = headers
  // RFC 6750 §3.1: who does not say who they are is told how, not what was wrong.
  if (authorization === undefined || !/^Bearer\b/i.test(authorization)) {
    return oauthRefusal('invalid_token', 'send an access token in the header Authorization', bare)
  }
  const token = BEARER.exec(authorization)?.[1]
  if (token === undefined) return refusal('invalid_request', 'the header must be Bearer and an access token')
  const live = token.startsWith(ACCESS_TOKEN_PREFIX) ? await server.liveToken(token) : null
  const identity = live === null ? null : await people.byKey(live.personKey)
  if (live === null || identity === null) {
    return refusal('invalid_token', 'the access token is unknown, expired or revoked')
  }
  if (!live.scopes.includes('identify')) {
    const description = 'the scope identify is needed'
    const challenge = `${bare}, error="insufficient_scope", error_description="${description}", scope="identify"`
    return oauthRefusal('insufficient_scope', description, challenge)
  }
  return json(userInfoOf(identity, live), { cacheControl: 'no-store' })
}

function userInfoOf(
  { id, username, name, picture, profile, email }: Identity,
  { scopes }: LiveToken,
): UserInfo {
  return { sub: id, username, name, picture, profile, ...(scopes.includes('email') && { email }) }
}
