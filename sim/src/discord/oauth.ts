import { choicePage } from '../server/choice-page.ts'
import { FORM, oauthError } from '../server/oauth.ts'
import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import { credentialsOf, NO_CONTENT, ok } from './answers.ts'

import type { SimUser } from './guilds.ts'
import type { Tokens } from './tokens.ts'

export interface OAuthDeps {
  readonly tokens: Tokens
  readonly users: ReadonlyMap<string, SimUser>
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Answers the consent page. Its links use the parameter `user`: `user=<id>` lets that user consent at once,
 * `user=nobody` cancels.
 */
export function authorize(request: SimRequest, { tokens, users, clientId }: OAuthDeps): SimAnswer {
  const { query } = request
  const redirectUri = query.get('redirect_uri')
  const isProper =
    query.get('client_id') === clientId && query.get('response_type') === 'code' && redirectUri !== null
  if (!isProper) return { status: 400, body: 'Invalid OAuth2 authorize request' }
  const chosen = query.get('user')
  if (chosen === null) return consentPage(query, [...users.values()])
  const back = new URL(redirectUri)
  const state = query.get('state')
  if (state !== null) back.searchParams.set('state', state)
  if (users.has(chosen)) {
    const scope = query.get('scope') ?? ''
    back.searchParams.set('code', tokens.issueCode({ userId: chosen, scope, redirectUri }))
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set(
      'error_description',
      'The resource owner or authorization server denied the request',
    )
  }
  return { status: 302, headers: { location: back.href } }
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

/** `POST /oauth2/token` accepts only forms, with credentials by Basic authentication or in the form. */
export function exchangeToken(request: SimRequest, deps: OAuthDeps): SimAnswer {
  const form = formOf(request, deps)
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
  const form = formOf(request, deps)
  if (!(form instanceof URLSearchParams)) return form
  deps.tokens.revoke(form.get('token') ?? '')
  return { ...NO_CONTENT, status: 200, body: {} }
}

function formOf(request: SimRequest, { clientId, clientSecret }: OAuthDeps): URLSearchParams | SimAnswer {
  if (!request.headers['content-type']?.startsWith(FORM)) return oauthError(400, 'invalid_request')
  const form = new URLSearchParams(request.body.toString())
  const { scheme, value } = credentialsOf(request)
  const basic = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  const isKnown =
    (scheme === 'Basic' && Buffer.from(value, 'base64').toString() === basic) ||
    (form.get('client_id') === clientId && form.get('client_secret') === clientSecret)
  return isKnown ? form : oauthError(401, 'invalid_client')
}
