import type { IncomingMessage } from 'node:http'
import { DECISIONS, type Decision, SCOPES } from '@avatary/contract/oauth'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import type { Person } from '../../kernel/person.ts'
import type {
  AuthorizationServer,
  AuthorizationServerDeps,
  Parameters,
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
  const endpoints = new ProviderEndpoints(provider, deps.baseUrl, people)
  const interactionOf = (id: string) => provider.Interaction.find(id)
  return {
    authorize: (parameters, person) => endpoints.get(`/oauth2/authorize?${formOf(parameters)}`, person),
    // We bind the request to its session ourselves; the library's cookie only has to hold the id.
    resume: async (id, person) => {
      if (person !== null) await noteSignIn(await interactionOf(id), person)
      const cookie = `${provider.cookieName('resume')}=${encodeURIComponent(id)}`
      return await endpoints.get(`/oauth2/authorize/${encodeURIComponent(id)}`, person, { cookie })
    },
    pending: async id => pendingOf(await interactionOf(id)),
    decide: async (id, decision) => await noteDecision(await interactionOf(id), decision),
    token: (parameters, authorization) => endpoints.post('/oauth2/token', parameters, authorization),
    revoke: (parameters, authorization) => endpoints.post('/oauth2/revoke', parameters, authorization),
    liveToken: async token => {
      const liveToken = await provider.AccessToken.find(token)
      if (liveToken?.clientId === undefined) return null
      // The library does not check whether the application was blocked meanwhile.
      if ((await provider.Client.find(liveToken.clientId)) === undefined) return null
      return { personKey: Number(liveToken.accountId), scopes: (liveToken.scope ?? '').split(' ') }
    },
  }
}

/** Calls the library's endpoints in memory, so that our own pipeline applies limits, headers, sizes and logs. */
class ProviderEndpoints {
  readonly #app: ReturnType<Provider['callback']>
  readonly #baseUrl: URL
  readonly #people: WeakMap<IncomingMessage, Person>
  readonly #failures = new WeakMap<IncomingMessage, unknown>()

  /** @param people who is signed in, by request; the provider reads it. */
  constructor(provider: Provider, baseUrl: string, people: WeakMap<IncomingMessage, Person>) {
    this.#app = provider.callback()
    this.#baseUrl = new URL(baseUrl)
    this.#people = people
    provider.on('server_error', (ctx, error) => this.#failures.set(ctx.req, error))
    // Koa catches some errors itself and only emits them.
    provider.addListener('error' as never, (error: unknown, ctx?: KoaContextWithOIDC) => {
      if (ctx !== undefined) this.#failures.set(ctx.req, error)
    })
  }

  get(url: string, person: Person | null, headers: InMemoryRequest['headers'] = {}): Promise<ProtocolReply> {
    return this.#send({ method: 'GET', url, headers }, person)
  }

  post(url: string, parameters: Parameters, authorization: string | undefined): Promise<ProtocolReply> {
    const credentials = authorization === undefined ? {} : { authorization }
    const headers = { 'content-type': FORM, ...credentials }
    return this.#send({ method: 'POST', url, body: formOf(parameters), headers }, null)
  }

  /** @throws the library's error. */
  async #send(
    { headers, ...target }: Pick<InMemoryRequest, 'method' | 'url' | 'body' | 'headers'>,
    person: Person | null,
  ): Promise<ProtocolReply> {
    const { pathname, host, protocol } = this.#baseUrl
    const isSecure = protocol === 'https:'
    const request = inMemoryRequest({ ...target, headers: { ...headers, host }, isSecure })
    Object.assign(request, { baseUrl: pathname })
    if (person !== null) this.#people.set(request, person)
    const response = await dispatchInMemory(this.#app, request)
    if (this.#failures.has(request)) throw this.#failures.get(request)
    const isJson = String(response.getHeader('content-type')).startsWith('application/json')
    return {
      status: response.statusCode,
      location: response.getHeader('location')?.toString() ?? null,
      body: isJson ? JSON.parse(response.text) : null,
    }
  }
}

type Interaction = InstanceType<Provider['Interaction']>

function pendingOf(interaction: Interaction | undefined): PendingRequest | SignInRequest | null {
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
      typeof value === 'string' ? [[name, value] as const] : [],
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

function formOf(parameters: Parameters): string {
  return new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()
}
