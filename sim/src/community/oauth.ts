import { choicePage } from '../server/choice-page.ts'
import { FORM, oauthError } from '../server/oauth.ts'
import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { Grants } from './grants.ts'
import type { CommunityPerson } from './people.ts'

export interface OAuthDeps {
  readonly issuer: () => string
  readonly grants: Grants
  readonly people: ReadonlyMap<string, CommunityPerson>
  readonly clientId: string
  readonly clientSecret: string
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
  const challenge = query.get('code_challenge') ?? ''
  const isValid = query.get('response_type') === 'code' && CHALLENGE.test(challenge)
  if (!isValid || query.get('code_challenge_method') !== 'S256') {
    return redirectBack(query, redirectUri, deps, { error: 'invalid_request' })
  }
  const chosen = query.get('person')
  if (chosen === null) return signInPage(query, [...deps.people.values()])
  const person = [...deps.people.values()].find(({ sub, username }) => sub === chosen || username === chosen)
  if (person === undefined) return redirectBack(query, redirectUri, deps, { error: 'access_denied' })
  const scope = query.get('scope') ?? ''
  const code = deps.grants.issueCode({ sub: person.sub, scope, redirectUri, challenge })
  return redirectBack(query, redirectUri, deps, { code })
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

function redirectBack(
  query: URLSearchParams,
  redirectUri: string,
  { issuer }: OAuthDeps,
  answer: Readonly<Record<string, string>>,
): SimAnswer {
  const location = new URL(redirectUri)
  const state = query.get('state')
  const all = { ...answer, ...(state !== null && { state }), iss: issuer() }
  for (const [name, value] of Object.entries(all)) location.searchParams.set(name, value)
  return { status: 302, headers: { location: location.href }, body: '' }
}

/** `POST /oauth2/token` accepts only forms, with credentials by Basic authentication or in the form. */
export function exchangeToken(request: SimRequest, deps: OAuthDeps): SimAnswer {
  if (!request.headers['content-type']?.startsWith(FORM)) return oauthError(400, 'invalid_request')
  const form = new URLSearchParams(request.body.toString())
  if (!isAuthenticClient(request, form, deps)) return oauthError(401, 'invalid_client')
  if (form.get('grant_type') !== 'authorization_code') return oauthError(400, 'unsupported_grant_type')
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map(
    name => form.get(name) ?? '',
  )
  const answer = deps.grants.redeem(code!, redirectUri!, verifier!)
  if (answer === null) return oauthError(400, 'invalid_grant', 'The code cannot be used.')
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: answer }
}

function isAuthenticClient(
  { headers }: SimRequest,
  form: URLSearchParams,
  { clientId, clientSecret }: OAuthDeps,
): boolean {
  const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')
  if (headers.authorization !== undefined) return headers.authorization === `Basic ${basic}`
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
}

/** `GET /oauth2/userinfo` answers the fields that the scopes allow. */
export function userinfo({ headers }: SimRequest, { grants, people, issuer }: OAuthDeps): SimAnswer {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ')
  const grant = scheme === 'Bearer' ? grants.grantOf(token) : null
  const person = grant === null ? undefined : people.get(grant.sub)
  if (grant === null || person === undefined) {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
    return { ...oauthError(401, 'invalid_token'), headers }
  }
  const { sub, username, name, picture = null, platform_account = null, email } = person
  const profile = profileOf(issuer(), person)
  const hasEmail = grant.scope.split(' ').includes('email') && email !== undefined
  const body = { sub, username, name, picture, profile, ...(hasEmail && { email }), platform_account }
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

export function profileOf(issuer: string, { username }: CommunityPerson): string {
  return `${issuer}/@${encodeURIComponent(username)}`
}
