import type { SignInPrompt } from '@avatary/contract/sessions'
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomState,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  UnsupportedOperationError,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type {
  AuthorizationRequest,
  OAuthClient,
  OAuthSite,
  RedeemOutcome,
} from '../../slices/identity/index.ts'

export interface OAuthClientDeps extends OAuthSite {
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

const SCOPE = 'identify email'
const TOKEN_PATH = '/oauth2/token'
/** RFC 6749, §4.1.2.1. */
const TEMPORARY_ERRORS = new Set(['server_error', 'temporarily_unavailable'])
/** Errors of the token endpoint that only the operator can resolve (RFC 6749, §5.2). */
const CONFIGURATION_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type'])

/** The token endpoint of the community site gave no readable answer. */
class NoAnswerError extends Error {}

/** Signs people in with the community site. The library implements the protocol, `Upstream` sends its requests. */
export function createOAuthClient(deps: OAuthClientDeps): OAuthClient {
  const { issuer, clientId } = deps
  const site: AuthorizationServer = {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: issuer + TOKEN_PATH,
  }
  const client: Client = { client_id: clientId }
  return {
    authorize: prompt => authorize(deps, site, prompt),
    redeem: async (answer, { state, verifier }) => {
      let parameters: URLSearchParams
      try {
        parameters = validateAuthResponse(site, client, answer, state)
      } catch (error) {
        return callbackFailureOf(error)
      }
      const codes = parameters.getAll('code')
      if (codes.length !== 1 || codes[0] === '') return { kind: 'refused' }
      try {
        return await redeemCode(deps, site, client, parameters, verifier)
      } catch (error) {
        return tokenFailureOf(error, deps.log)
      }
    },
  }
}

async function authorize(
  { clientId, redirectUri }: OAuthClientDeps,
  site: AuthorizationServer,
  prompt: SignInPrompt | null,
): Promise<AuthorizationRequest> {
  const verifier = generateRandomCodeVerifier()
  const state = generateRandomState()
  const location = new URL(site.authorization_endpoint!)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt !== null && { prompt }),
  }
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value)
  return { location: location.href, state, verifier }
}

/**
 * @param parameters those of the callback, validated by the library.
 * @throws the library's error about the answer of the token endpoint.
 */
async function redeemCode(
  { upstream, clientId, clientSecret, redirectUri, clock }: OAuthClientDeps,
  site: AuthorizationServer,
  client: Client,
  parameters: URLSearchParams,
  verifier: string,
): Promise<RedeemOutcome> {
  const credentials = { kind: 'basic', user: clientId, password: clientSecret } as const
  // Does nothing, because the upstream adds the credentials.
  const noClientAuth = () => {}
  /** Sends the library's form with the timeouts and limits of an upstream. */
  const send = async (_url: string, { body }: { body: unknown }) => {
    const form = Object.fromEntries(body as URLSearchParams)
    return responseOf(await upstream.send('POST', TOKEN_PATH, { body: { form }, credentials }))
  }
  const options = { [customFetch]: send, [allowInsecureRequests]: true }
  const response = await authorizationCodeGrantRequest(
    site,
    client,
    noClientAuth,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  const token = await processAuthorizationCodeResponse(site, client, response)
  if (token.token_type !== 'bearer') return { kind: 'unavailable' }
  const { access_token, expires_in } = token
  const untilMs = expires_in === undefined ? null : clock.now() + expires_in * 1000
  return { kind: 'token', token: access_token, untilMs }
}

/** Maps an invalid callback to its outcome. */
function callbackFailureOf(error: unknown): RedeemOutcome {
  if (isProtocolError(error)) return { kind: 'refused' }
  if (!(error instanceof AuthorizationResponseError)) throw error
  if (error.error === 'access_denied') return { kind: 'cancelled' }
  return { kind: TEMPORARY_ERRORS.has(error.error) ? 'unavailable' : 'refused' }
}

/** Maps a failed token request to its outcome. */
function tokenFailureOf(error: unknown, log: Pick<Log, 'error'>): RedeemOutcome {
  if (error instanceof NoAnswerError || isProtocolError(error)) return { kind: 'unavailable' }
  if (!(error instanceof ResponseBodyError)) throw error
  if (!CONFIGURATION_ERRORS.has(error.error)) return { kind: 'refused' }
  log.error(
    { event: 'community-client-refused', error: error.error },
    'The community site does not accept this server: check COMMUNITY_CLIENT_ID and COMMUNITY_CLIENT_SECRET',
  )
  return { kind: 'unavailable' }
}

/** True for the library's errors about answers that violate the protocol. */
function isProtocolError(error: unknown): boolean {
  return error instanceof OperationProcessingError || error instanceof UnsupportedOperationError
}

function responseOf(answer: UpstreamAnswer): Response {
  if (answer.kind === 'ok' && answer.value !== undefined) return Response.json(answer.value)
  if (answer.kind === 'refused')
    return Response.json({ error: answer.code ?? 'invalid_request' }, { status: answer.status })
  throw new NoAnswerError(answer.kind)
}
