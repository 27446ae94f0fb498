import { choicePage } from '../server/choice-page.ts'
import { clientForm, type OAuthClient, oauthError, redirectBack } from '../server/oauth.ts'
import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { Tokens } from '../server/tokens.ts'
import { ok } from './answers.ts'
import type { SimUser } from './guilds.ts'

export interface OAuthDeps extends OAuthClient {
  readonly tokens: Tokens
  readonly users: ReadonlyMap<string, SimUser>
}

const DENIED = {
  error: 'access_denied',
  error_description: 'The resource owner or authorization server denied the request',
}

/**
 * Answers the consent page. Its links use the parameter `user`: `user=<id>` lets that user consent at once,
 * `user=nobody` cancels.
 */
export function authorize(request: SimRequest, { tokens, users, clientId }: OAuthDeps): SimAnswer {
  const { query } = request
  const redirectUri = query.get('redirect_uri')
  const isValid =
    query.get('client_id') === clientId && query.get('response_type') === 'code' && redirectUri !== null
  if (!isValid) return { status: 400, body: 'Invalid OAuth2 authorize request' }
  const userId = query.get('user')
  if (userId === null) return consentPage(query, [...users.values()])
  if (!users.has(userId)) return redirectBack(query, DENIED)
  const scope = query.get('scope') ?? ''
  return redirectBack(query, { code: tokens.issueCode({ sub: userId, scope, redirectUri }) })
}

function consentPage(query: URLSearchParams, users: readonly SimUser[]): SimAnswer {
  return choicePage(query, {
    title: 'Simulated Discord',
    question: 'Avatary asks for:',
    parameter: 'user',
    choices: users.map(({ id, username, global_name }) => ({
      value: id,
      text: `Continue as ${global_name ?? username}`,
    })),
  })
}

/** `POST /oauth2/token` accepts codes and refresh tokens. */
export function exchangeToken(request: SimRequest, deps: OAuthDeps): SimAnswer {
  const form = clientForm(request, deps)
  if (!(form instanceof URLSearchParams)) return form
  const answer =
    form.get('grant_type') === 'authorization_code'
      ? deps.tokens.redeem(form.get('code') ?? '', form.get('redirect_uri') ?? '')
      : form.get('grant_type') === 'refresh_token'
        ? deps.tokens.refresh(form.get('refresh_token') ?? '')
        : undefined
  if (answer === undefined) return oauthError(400, 'unsupported_grant_type')
  return answer === null ? oauthError(400, 'invalid_grant', 'Invalid "code" in request.') : ok(answer)
}

export function revokeToken(request: SimRequest, deps: OAuthDeps): SimAnswer {
  const form = clientForm(request, deps)
  if (!(form instanceof URLSearchParams)) return form
  deps.tokens.revoke(form.get('token') ?? '')
  return ok({})
}
