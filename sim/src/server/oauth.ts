import type { SimAnswer, SimRequest } from './sim-server.ts'

/** The registration of an application at a simulated OAuth provider. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
}

/** Media type of the only bodies that token endpoints accept (RFC 6749 §4.1.3). */
const FORM = 'application/x-www-form-urlencoded'

/** The answer to a refused request (RFC 6749 §5.2). */
export function oauthError(status: number, error: string, description?: string): SimAnswer {
  return { status, body: { error, ...(description !== undefined && { error_description: description }) } }
}

/**
 * The form that a client sends to a token endpoint, with its credentials in the form or by Basic authentication
 * (RFC 6749 §2.3.1); an error for any other request.
 */
export function clientForm(
  { headers, body }: SimRequest,
  { clientId, clientSecret }: OAuthClient,
): URLSearchParams | SimAnswer {
  if (!headers['content-type']?.startsWith(FORM)) return oauthError(400, 'invalid_request')
  const form = new URLSearchParams(body.toString())
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
  const basic = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')
  const isClient =
    headers.authorization === undefined
      ? form.get('client_id') === clientId && form.get('client_secret') === clientSecret
      : headers.authorization === `Basic ${basic}`
  return isClient ? form : oauthError(401, 'invalid_client')
}

/** Sends the browser back to the application with an answer, and with the state of its request. */
export function redirectBack(query: URLSearchParams, answer: Readonly<Record<string, string>>): SimAnswer {
  const location = new URL(query.get('redirect_uri')!)
  const state = query.get('state')
  for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) }))
    location.searchParams.set(name, value)
  return { status: 302, headers: { location: location.href }, body: '' }
}
