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
  UnownedRequest,
} from '../../slices/oauth/index.ts'
import { answerInMemory, type InnerRequest, innerRequest } from './exchange.ts'
import { createProvider, promptOf } from './provider.ts'

const FORM = 'application/x-www-form-urlencoded'

/** The library behind our port: its requests are made in memory, so that all that goes over the wire is ours. */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const visitors = new WeakMap<IncomingMessage, Person>()
  const failures = new WeakMap<IncomingMessage, unknown>()
  const provider = createProvider({ ...deps, visitorOf: request => visitors.get(request) ?? null })
  provider.on('server_error', (ctx, error) => failures.set(ctx.req, error))
  // What the framework itself catches.
  provider.addListener('error' as never, (error: unknown, ctx?: KoaContextWithOIDC) => {
    if (ctx !== undefined) failures.set(ctx.req, error)
  })
  const app = provider.callback()
  const { pathname, host, protocol } = new URL(deps.baseUrl)

  const ask = async (
    { headers = {}, ...asked }: Pick<InnerRequest, 'method' | 'url' | 'body'> & Partial<InnerRequest>,
    person: Person | null = null,
  ): Promise<ProtocolReply> => {
    const isSecure = protocol === 'https:'
    const request = innerRequest({ ...asked, headers: { ...headers, host }, isSecure })
    Object.assign(request, { baseUrl: pathname })
    if (person !== null) visitors.set(request, person)
    const response = await answerInMemory(app, request)
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
    const proof = authorization === undefined ? {} : { authorization }
    return ask({ method: 'POST', url, body, headers: { 'content-type': FORM, ...proof } })
  }

  return {
    authorize: (parameters, person) =>
      ask({ method: 'GET', url: `/oauth2/authorize?${formOf(parameters)}` }, person),
    // The request is bound to the session in which it was made, so its id is all the library needs as a cookie.
    resume: async (id, person) => {
      if (person !== null) await noteSignIn(await provider.Interaction.find(id), person)
      return await ask(
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

function pendingOf(interaction: Interaction | undefined): PendingRequest | UnownedRequest | null {
  if (interaction === undefined) return null
  if (interaction.prompt.name !== 'consent') {
    return { waitsFor: 'sign-in', prompt: promptOf(interaction.params) }
  }
  const { client_id, redirect_uri, scope } = interaction.params
  const asked = String(scope).split(' ')
  return {
    waitsFor: 'decision',
    personKey: Number(interaction.session?.accountId),
    sessionId: String(interaction.session?.uid),
    clientId: String(client_id),
    redirectUri: String(redirect_uri),
    scopes: SCOPES.filter(known => asked.includes(known)),
  }
}

/**
 * Notes on a request that waits for its user to sign in that they did: they have another session than when it was made,
 * which they get by proving who they are again, or by signing in when nobody was. The library then asks for it no more.
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

/** The account was deleted meanwhile, and the request with it: there is nothing left to decide. */
function unlessOrphaned(error: unknown): void {
  if (!(error instanceof errors.AccessDenied)) throw error
}

function formOf(parameters: Parameters): string {
  return new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()
}
