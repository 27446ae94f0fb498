import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ACCESS_TOKEN_PREFIX, SCOPES } from '@avatary/contract/oauth'
import { SIGN_IN_PROMPTS, type SignInPrompt } from '@avatary/contract/sessions'
import { type Configuration, errors, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Person } from '../../kernel/person.ts'
import type { AuthorizationServerDeps } from '../../slices/oauth/index.ts'
import { randomToken } from '../random.ts'
import { adapterOf } from './adapter.ts'
import { interactionsOf } from './policy.ts'

const CODE_SECONDS = 60
const TOKEN_SECONDS = 60 * 60
const AUTHORIZATION_SECONDS = CODE_SECONDS + TOKEN_SECONDS
/** Time that people have to sign in and decide. */
const INTERACTION_SECONDS = 30 * 60
const LIFETIMES_SECONDS: Configuration['ttl'] = {
  AuthorizationCode: CODE_SECONDS,
  AccessToken: TOKEN_SECONDS,
  Grant: AUTHORIZATION_SECONDS,
  Interaction: INTERACTION_SECONDS,
  Session: INTERACTION_SECONDS,
  IdToken: TOKEN_SECONDS,
}

const ROUTES: Configuration['routes'] = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  revocation: '/oauth2/revoke',
}
const FEATURES: Configuration['features'] = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => assertOwnToken(client, token) },
}

const TOKEN_BYTES = 32

export interface ProviderDeps extends AuthorizationServerDeps {
  readonly personOf: (request: IncomingMessage) => Person | null
}

/** Configures the library for OAuth only: without OpenID, sessions of its own and cookies. */
export function createProvider(deps: ProviderDeps): Provider {
  const provider = new Provider(deps.baseUrl, {
    adapter: model => adapterOf(model, deps),
    // The library requires a key for ID tokens, although it never makes any.
    jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK] },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    scopes: [...SCOPES],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    routes: ROUTES,
    features: FEATURES,
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: LIFETIMES_SECONDS,
    expiresWithSession: async () => false,
    loadExistingGrant: ({ oidc }) => createGrant(deps, oidc),
    findAccount: async (_ctx, accountId) => {
      const person = await deps.findPerson(Number(accountId))
      return person === null ? undefined : { accountId, claims: async () => ({ sub: person.id }) }
    },
    interactions: {
      policy: interactionsOf(deps) as never,
      url: (_ctx, { prompt, uid, params }) =>
        prompt.name === 'consent' ? deps.consentPath(uid) : deps.signInPath(uid, promptOf(params)),
    },
    renderError: (ctx, out) => {
      ctx.body = out
    },
  })
  Object.assign(provider.AccessToken.prototype, { generateTokenId })
  provider.Client.prototype.compareClientSecret = async function (secret: string) {
    return deps.isSecretOf(this.clientSecret!, secret)
  }
  Object.assign(provider.Session, { get: sessionGetter(provider, deps.personOf) })
  return provider
}

/** Creates a grant in the library for each code, so that reusing a code revokes only the token made from it. */
async function createGrant({ grants }: ProviderDeps, oidc: KoaContextWithOIDC['oidc']) {
  const { accountId } = oidc.account!
  const { clientId } = oidc.client!
  const scopes = await grants.scopesOf(Number(accountId), clientId)
  if (scopes.length === 0) return undefined
  const grant = new oidc.provider.Grant({ accountId, clientId })
  grant.addOIDCScope(scopes.join(' '))
  await grant.save()
  return grant
}

/** Generates ids in our token format instead of the library's. */
function generateTokenId(this: { format?: string }): string {
  this.format = 'opaque'
  return ACCESS_TOKEN_PREFIX + randomToken(TOKEN_BYTES)
}

/** The `prompt` of a request (OpenID Connect Core §3.1.2.1). When it names several, the first in `SIGN_IN_PROMPTS`. */
export function promptOf({ prompt }: Readonly<Record<string, unknown>>): SignInPrompt | null {
  const values = String(prompt ?? '').split(' ')
  return SIGN_IN_PROMPTS.find(known => values.includes(known)) ?? null
}

/** @throws when the token belongs to another client (RFC 7009 §2.1). */
function assertOwnToken(client: { clientId: string }, token: { clientId?: string | undefined }): true {
  if (token.clientId === client.clientId) return true
  throw new errors.InvalidRequest('the token was issued to another client')
}

/** Makes one of the library's sessions from ours, for the duration of a request. */
function sessionGetter(provider: Provider, personOf: ProviderDeps['personOf']) {
  return async (ctx: { req: IncomingMessage; oidc: { entity(name: string, value: unknown): void } }) => {
    const person = personOf(ctx.req)
    const session = new provider.Session()
    if (person !== null) Object.assign(session, { accountId: String(person.key), uid: person.by.id })
    // The library neither saves a destroyed session nor sets a cookie for it.
    Object.assign(session, { destroyed: true })
    ctx.oidc.entity('Session', session)
    return session
  }
}
