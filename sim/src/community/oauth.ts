import { choicePage } from '../server/choice-page.ts'
import { clientForm, type OAuthClient, oauthError, redirectBack } from '../server/oauth.ts'
import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { Tokens } from '../server/tokens.ts'
import type { CommunityPerson } from './people.ts'

export interface OAuthDeps extends OAuthClient {
  readonly issuer: () => string
  readonly tokens: Tokens
  readonly people: ReadonlyMap<string, CommunityPerson>
}

/** RFC 7636 §4.2: a SHA-256 hash in base64url. */
const CHALLENGE = /^[\w-]{43}$/

/**
 * Answers the consent page, whose links add the parameter `person`: a `sub` or username lets that person consent,
 * `nobody` cancels the sign-in.
 */
export function authorize({ query }: SimRequest, deps: OAuthDeps): SimAnswer {
  const redirectUri = query.get('redirect_uri')
  if (query.get('client_id') !== deps.clientId || redirectUri === null || !URL.canParse(redirectUri))
    return { status: 400, body: 'This application is not known here.' }
  const back = (answer: Readonly<Record<string, string>>) =>
    redirectBack(query, { ...answer, iss: deps.issuer() })
  const challenge = query.get('code_challenge') ?? ''
  const isValid = query.get('response_type') === 'code' && CHALLENGE.test(challenge)
  if (!isValid || query.get('code_challenge_method') !== 'S256') return back({ error: 'invalid_request' })
  const choice = query.get('person')
  if (choice === null) return signInPage(query, [...deps.people.values()])
  const person = [...deps.people.values()].find(({ sub, username }) => sub === choice || username === choice)
  if (person === undefined) return back({ error: 'access_denied' })
  const scope = query.get('scope') ?? ''
  const code = deps.tokens.issueCode({ sub: person.sub, scope, redirectUri, challenge })
  return back({ code })
}

function signInPage(query: URLSearchParams, people: readonly CommunityPerson[]): SimAnswer {
  return choicePage(query, {
    title: 'Simulated community site',
    question: 'Who do you want to be? The application asks for:',
    parameter: 'person',
    choices: people.map(({ sub, name, username, about }) => ({
      value: sub,
      text: `${name} @${username}`,
      note: about,
    })),
  })
}

/** `POST /oauth2/token` accepts codes only. */
export function exchangeToken(request: SimRequest, deps: OAuthDeps): SimAnswer {
  const form = clientForm(request, deps)
  if (!(form instanceof URLSearchParams)) return form
  if (form.get('grant_type') !== 'authorization_code') return oauthError(400, 'unsupported_grant_type')
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map(
    name => form.get(name) ?? '',
  )
  const answer = deps.tokens.redeem(code!, redirectUri!, verifier!)
  if (answer === null) return oauthError(400, 'invalid_grant', 'The code cannot be used.')
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: answer }
}

/** `GET /oauth2/userinfo` answers the fields that the scopes allow. */
export function userinfo({ headers }: SimRequest, { tokens, people, issuer }: OAuthDeps): SimAnswer {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
  const authorization = scheme === 'Bearer' ? tokens.authorizationOf(token) : null
  const person = authorization === null ? undefined : people.get(authorization.sub)
  if (authorization === null || person === undefined) {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
    return { ...oauthError(401, 'invalid_token'), headers }
  }
  const { sub, username, name, picture = null, platform_account = null, email } = person
  const profile = profileOf(issuer(), person)
  const hasEmail = authorization.scope.split(' ').includes('email') && email !== undefined
  const body = { sub, username, name, picture, profile, ...(hasEmail && { email }), platform_account }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

export function profileOf(issuer: string, { username }: CommunityPerson): string {
  return `${issuer}/@${encodeURIComponent(username)}`
}
