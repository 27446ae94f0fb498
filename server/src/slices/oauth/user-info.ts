import type { OAuthErrorCode } from '@avatary/contract/errors'
import { ACCESS_TOKEN_PREFIX, type UserInfo } from '@avatary/contract/oauth'
import { type JsonAnswer, json, type RequestContext } from '../../kernel/answer.ts'
import { bearerTokenOf } from '../../kernel/bearer.ts'
import type { HandlerDeps } from './authorization-server.ts'
import { oauthRefusal } from './refusals.ts'

type UserInfoDeps = Pick<HandlerDeps, 'loadServer' | 'profiles' | 'emailOf' | 'baseUrl'>

/** Accepts the token only in the header (RFC 6750 §2.1); a token in the URL would be in logs and histories. */
export async function userInfoAnswer(
  { headers, rawQuery }: Pick<RequestContext, 'headers' | 'rawQuery'>,
  { loadServer, profiles, emailOf, baseUrl }: UserInfoDeps,
): Promise<JsonAnswer> {
  const plainChallenge = `Bearer realm="${baseUrl}"`
  const refusal = (error: 'invalid_request' | 'invalid_token', description: string) =>
    challenge(error, description, `${plainChallenge}, error="${error}", error_description="${description}"`)

  if (new URLSearchParams(rawQuery).has('access_token')) {
    return refusal('invalid_request', 'send the access token in the header Authorization')
  }
  const token = bearerTokenOf(headers.authorization)
  // A request without a token gets a challenge without an error code (RFC 6750 §3.1).
  if (token === undefined) {
    return challenge('invalid_token', 'send an access token in the header Authorization', plainChallenge)
  }
  if (token === null) return refusal('invalid_request', 'the header must be Bearer and an access token')
  const liveToken = token.startsWith(ACCESS_TOKEN_PREFIX)
    ? await (await loadServer()).findLiveToken(token)
    : null
  if (liveToken === null) return refusal('invalid_token', 'the access token is unknown, expired or revoked')
  const { personKey, scopes } = liveToken
  const profile = await profiles.freshProfile(personKey)
  if (profile.kind === 'unavailable') {
    const description = 'the account cannot be checked at the moment; try again in a minute'
    return oauthRefusal('temporarily_unavailable', description, { 'Retry-After': '60' })
  }
  if (profile.kind !== 'fresh') return refusal('invalid_token', 'the user has to sign in again')
  if (!scopes.includes('identify')) {
    const description = 'the scope identify is needed'
    const header = `${plainChallenge}, error="insufficient_scope", error_description="${description}", scope="identify"`
    return challenge('insufficient_scope', description, header)
  }
  const { id: sub, username, name, picture, profile: profileUrl } = profile.person
  const userInfo: UserInfo = { sub, username, name, picture, profile: profileUrl }
  return json(scopes.includes('email') ? { ...userInfo, email: await emailOf(personKey) } : userInfo)
}

function challenge(error: OAuthErrorCode, description: string, header: string): JsonAnswer {
  return oauthRefusal(error, description, { 'WWW-Authenticate': header })
}
