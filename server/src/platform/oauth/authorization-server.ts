import type { IncomingMessage } from 'node:http'
import { DECISIONS, SCOPES } from '@avatary/contract/oauth'
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

/** Calls the library in memory, so that limits, headers, sizes and logs on the wire are ours. */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const people = new WeakMap<IncomingMessage, Person>()
  const failures = new WeakMap<IncomingMessage, unknown>()
  const provider = createProvider({ ...deps, personOf: request => people.get(request) ?? null })
  provider.on('server_error', (ctx, error) => failures.set(ctx.req, error))
  // Koa catches some errors itself.
  provider.addListener('error' as never, (error: unknown, ctx?: KoaContextWithOIDC) => {
    if (ctx !== undefined) failures.set(ctx.req, error)
  })
  const app = provider.callback()
  const { pathname, host, protocol } = new URL(deps.baseUrl)

  const send = async (
    { headers = {}, ...target }: Pick<InMemoryRequest, 'method' | 'url' | 'body'> & Partial<InMemoryRequest>,
    person: Person | null = null,
  ): Promise<ProtocolReply> => {
    const isSecure = protocol === 'https:'
    const request = inMemoryRequest({ ...target, headers: { ...headers, host }, isSecure })
    Object.assign(request, { baseUrl: pathname })
    if (person !== null) people.set(request, person)
    const response = await dispatchInMemory(app, request)
    if (failures.has(request)) throw failures.get(request)
    return {
      status: response.status,
      location: response.header('location'),
      body: response.header('content-type')?.startsWith('application/json')
        ? JSON.parse(response.body)
        : null,
    }
  }
  const post = (url: string, parameters: Parameters, authorization: string | undefined) => {
    const body = formOf(parameters)
    const credentials = authorization === undefined ? {} : { authorization }
    return send({ method: 'POST', url, body, headers: { 'content-type': FORM, ...credentials } })
  }

  return {
    authorize: (parameters, person) =>
      send({ method: 'GET', url: `/oauth2/authorize?${formOf(parameters)}` }, person),
    // The request is bound to its session by us, so that the library's cookie only has to hold its id.
    resume: async (id, person) => {
      if (person !== null) await recordSignIn(await provider.Interaction.find(id), person)
      return await send(
        {
          method: 'GET',
          url: `/oauth2/authorize/${encodeURIComponent(id)}`,
          headers: { cookie: `${provider.cookieName('resume')}=${encodeURIComponent(id)}` },
        },
        person,
      )
    },
    pending: async id => pendingOf(await provider.Interaction.find(id)),
    decide: async (id, decision) => {
      const interaction = await provider.Interaction.find(id)
      if (interaction === undefined) return
      const [allow] = DECISIONS
      interaction.result =
        decision === allow
          ? { ...interaction.lastSubmission, consent: {} }
          : { error: 'access_denied', error_description: 'the user cancelled' }
      await interaction.persist().catch(unlessOrphaned)
    },
    token: (parameters, authorization) => post('/oauth2/token', parameters, authorization),
    revoke: (parameters, authorization) => post('/oauth2/revoke', parameters, authorization),
    liveToken: async token => {
      const live = await provider.AccessToken.find(token)
      if (live === undefined) return null
      return { personKey: Number(live.accountId), scopes: (live.scope ?? '').split(' ') }
    },
  }
}

type Interaction = InstanceType<Provider['Interaction']>

function pendingOf(interaction: Interaction | undefined): PendingRequest | SignInRequest | null {
  if (interaction === undefined) return null
  if (interaction.prompt.name !== 'consent') {
    return { waitsFor: 'sign-in', prompt: promptOf(interaction.params) }
  }
  const { client_id, redirect_uri, scope } = interaction.params
  const requested = String(scope).split(' ')
  return {
    waitsFor: 'decision',
    personKey: Number(interaction.session?.accountId),
    sessionId: String(interaction.session?.uid),
    clientId: String(client_id),
    redirectUri: String(redirect_uri),
    scopes: SCOPES.filter(known => requested.includes(known)),
  }
}

/**
 * Tells the library that the user of a request has signed in, which a new session proves. It then does not ask for a
 * sign-in again.
 */
async function recordSignIn(interaction: Interaction | undefined, { key, by }: Person): Promise<void> {
  if (interaction === undefined || interaction.prompt.name === 'consent') return
  if (interaction.session?.uid === by.id) return
  Object.assign(interaction, {
    session: undefined,
    result: { login: { accountId: String(key) }, select_account: {} },
  })
  await interaction.persist().catch(unlessOrphaned)
}

/** Ignores that the account, and the request with it, was deleted meanwhile. */
function unlessOrphaned(error: unknown): void {
  if (!(error instanceof errors.AccessDenied)) throw error
}

function formOf(parameters: Parameters): string {
  return new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()
}
