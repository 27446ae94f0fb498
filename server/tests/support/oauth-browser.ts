import { createHash } from 'node:crypto'
import type { Person } from '../../src/kernel/person.ts'
import { ISSUER, type OAuthService, ORIGIN, type Registered } from './oauth-service.ts'

/** The decision of a user whom an application sends here. */
export type Choice = 'allow' | 'cancel'

/**
 * A signed-in browser: opens an authorization request, decides when asked, and stops before it leaves for the
 * application.
 */
export async function authorizeAs(
  service: OAuthService,
  person: Person,
  url: URL | string,
  choice: Choice = 'allow',
): Promise<URL> {
  const ask = service.as(person)
  const answer = await ask(String(url))
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`${answer.status} ${await answer.text()}`)
  const place = new URL(location, ORIGIN)
  if (place.pathname !== '/oauth/consent') return place
  const page = await (await ask(location)).text()
  const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1]
  if (action === undefined) throw new Error(page)
  const body = new URLSearchParams({ decision: choice })
  const decided = await ask(action, { method: 'POST', body })
  const back = decided.headers.get('location')
  if (back === null) throw new Error(`${decided.status} ${await decided.text()}`)
  return new URL(back, ORIGIN)
}

/** The verifier of `CHALLENGE`. */
export const VERIFIER = 'v'.repeat(64)
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** Parameters of a valid authorization request. */
export function requestOf({ clientId, redirectUri }: Registered) {
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'identify',
    state: 'the state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  }
}

/** URL of an authorization request; undefined parameters are omitted. */
export function authorizeUrl(parameters: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(`${ISSUER}/oauth2/authorize`)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.append(name, value)
  }
  return url
}

/** The code that somebody's browser brought back. */
export async function codeFor(
  service: OAuthService,
  person: Person,
  app: Registered,
  wanted: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const back = await authorizeAs(service, person, authorizeUrl({ ...requestOf(app), ...wanted }))
  const code = back.searchParams.get('code')
  if (code === null) throw new Error(`no code came back: ${back}`)
  return code
}

export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** The parameters with which an application redeems a code (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export function redemptionOf(app: Registered, code: string) {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    client_id: app.clientId,
    code_verifier: VERIFIER,
  }
}

/** Requests a token like a public client; undefined fields are omitted. */
export async function redeem(
  service: OAuthService,
  app: Registered,
  code: string,
  changed: Readonly<Record<string, string | undefined>> = {},
): Promise<TokenAnswer> {
  const fields = { ...redemptionOf(app, code), ...changed }
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return await postToken(service, new URLSearchParams(given))
}

export async function postToken(
  service: OAuthService,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await service.fetch(`${ISSUER}/oauth2/token`, { method: 'POST', body, headers })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as TokenAnswer['body'],
  }
}

/** The token that an application gets after its user has signed in. */
export async function tokenFor(
  service: OAuthService,
  person: Person,
  app: Registered,
  wanted: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const { status, body } = await redeem(service, app, await codeFor(service, person, app, wanted))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return String(body.access_token)
}

export async function userInfo(service: OAuthService, token: string): Promise<Response> {
  return await service.fetch(`${ISSUER}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } })
}
