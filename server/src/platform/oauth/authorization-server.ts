import type { IncomingMessage } from 'node:http'
import { DECISIONS, type Decision, SCOPES } from '@avatary/contract/oauth'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import type { Person } from '../../kernel/person.ts'
import type {
  AuthorizationServer,
  AuthorizationServerDeps,
  OAuthParameters,
  PendingRequest,
  ProtocolReply,
  SignInRequest,
} from '../../slices/oauth/index.ts'
import { dispatchInMemory, type InMemoryRequest, inMemoryRequest } from './in-memory-http.ts'
import { createProvider, promptOf } from './provider.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Our OAuth provider, implemented by the library `oidc-provider`. */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const people = new WeakMap<IncomingMessage, Person>()
  const provider = createProvider({ ...deps, personOf: request => people.get(request) ?? null })
  const send = senderTo(provider, deps.baseUrl, people)
  const post = async (url: string, parameters: OAuthParameters, authorization: string | undefined) => {
    const headers = { 'content-type': FORM, ...(authorization !== undefined && { authorization }) }
    return await send({ method: 'POST', url, headers, body: formOf(parameters) }, null)
  }
  const interactionOf = (id: string) => provider.Interaction.find(id)
  return {
    authorize: (parameters, person) =>
      send({ method: 'GET', url: `/oauth2/authorize?${formOf(parameters)}`, headers: {} }, person),
    // We bind the request to its session ourselves; the library's cookie only has to hold the id.
    resume: async (id, person) => {
      if (person !== null) await noteSignIn(await interactionOf(id), person)
      const cookie = `${provider.cookieName('resume')}=${encodeURIComponent(id)}`
      const url = `/oauth2/authorize/${encodeURIComponent(id)}`
      return await send({ method: 'GET', url, headers: { cookie } }, person)
    },
    findRequest: async id => requestOf(await interactionOf(id)),
    decide: async (id, decision) => await noteDecision(await interactionOf(id), decision),
    token: (parameters, authorization) => post('/oauth2/token', parameters, authorization),
    revoke: (parameters, authorization) => post('/oauth2/revoke', parameters, authorization),
    findLiveToken: async token => {
      const liveToken = await provider.AccessToken.find(token)
      if (liveToken?.clientId === undefined) return null
      // The library does not check whether the application was blocked meanwhile.
      if ((await provider.Client.find(liveToken.clientId)) === undefined) return null
      return { personKey: Number(liveToken.accountId), scopes: (liveToken.scope ?? '').split(' ') }
    },
  }
}

/**
 * Returns a function that calls the library's endpoints in memory, so that our own pipeline applies limits, headers,
 * sizes and logs. It throws the library's errors.
 *
 * @param people who is signed in, by request; the provider reads it.
 */
function senderTo(provider: Provider, baseUrl: string, people: WeakMap<IncomingMessage, Person>) {
  const app = provider.callback()
  const { pathname, host, protocol } = new URL(baseUrl)
  const failures = new WeakMap<IncomingMessage, unknown>()
  provider.on('server_error', (ctx, error) => failures.set(ctx.req, error))
  // Koa catches some errors itself and only emits them.
  provider.addListener('error' as never, (error: unknown, ctx?: KoaContextWithOIDC) => {
    if (ctx !== undefined) failures.set(ctx.req, error)
  })
  return async (
    { headers, ...target }: Omit<InMemoryRequest, 'isSecure'>,
    person: Person | null,
  ): Promise<ProtocolReply> => {
    const isSecure = protocol === 'https:'
    const request = inMemoryRequest({ ...target, headers: { ...headers, host }, isSecure })
    Object.assign(request, { baseUrl: pathname })
    if (person !== null) people.set(request, person)
    const response = await dispatchInMemory(app, request)
    if (failures.has(request)) throw failures.get(request)
    const isJson = String(response.getHeader('content-type')).startsWith('application/json')
    return {
      status: response.statusCode,
      location: response.getHeader('location')?.toString() ?? null,
      body: isJson ? JSON.parse(response.bodyText) : null,
    }
  }
}

type Interaction = InstanceType<Provider['Interaction']>

function requestOf(interaction: Interaction | undefined): PendingRequest | SignInRequest | null {
  if (interaction === undefined) return null
  if (interaction.prompt.name !== 'consent') {
    return { waitsFor: 'sign-in', prompt: promptOf(interaction.params) }
  }
  const { client_id, redirect_uri, scope } = interaction.params
  const requestedScopes = String(scope).split(' ')
  return {
    waitsFor: 'decision',
    personKey: Number(interaction.session?.accountId),
    sessionId: String(interaction.session?.uid),
    clientId: String(client_id),
    redirectUri: String(redirect_uri),
    scopes: SCOPES.filter(known => requestedScopes.includes(known)),
    parameters: Object.entries(interaction.params).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  }
}

/**
 * Tells the library that the user of a request has signed in, so that it does not ask again. A new session proves it.
 */
async function noteSignIn(interaction: Interaction | undefined, { key, by }: Person): Promise<void> {
  if (interaction === undefined || interaction.prompt.name === 'consent') return
  if (interaction.session?.uid === by.id) return
  Object.assign(interaction, {
    session: undefined,
    result: { login: { accountId: String(key) }, select_account: {} },
  })
  await interaction.persist().catch(unlessOrphaned)
}

async function noteDecision(interaction: Interaction | undefined, decision: Decision): Promise<void> {
  if (interaction === undefined) return
  const [allow] = DECISIONS
  interaction.result =
    decision === allow
      ? { ...interaction.lastSubmission, consent: {} }
      : { error: 'access_denied', error_description: 'the user cancelled' }
  await interaction.persist().catch(unlessOrphaned)
}

/** Ignores that the account was deleted meanwhile, and its authorization request with it. */
function unlessOrphaned(error: unknown): void {
  if (!(error instanceof errors.AccessDenied)) throw error
}

function formOf(parameters: OAuthParameters): string {
  return new URLSearchParams(parameters).toString()
}
