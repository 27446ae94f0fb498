import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { authorizeAs, authorizeUrl, type Choice, requestOf } from '../support/oauth-browser.ts'
import { FOX, ISSUER, type OAuthService, type Registered, startOAuth } from '../support/oauth-service.ts'

type Kind = 'public' | 'confidential'

/** The steps of an application, implemented with each client library. */
interface Client {
  /** Sends the user to us and returns the callback, validated as the library does it. */
  signIn(options?: { scope?: string; choice?: Choice }): Promise<Callback>
  /** Throws the error code of RFC 6749 when the code is refused. */
  redeem(callback: Callback, wrong?: Partial<Redemption>): Promise<{ access_token: string; scope?: string }>
  userInfo(token: string): Promise<Record<string, unknown>>
  revoke(token: string): Promise<void>
}

interface Redemption {
  verifier: string | null
  secret: string
  redirectUri: string
}

interface Callback {
  readonly url: URL
  readonly verifier: string
  readonly state: string
}

interface ClientOptions {
  readonly kind: Kind
  readonly secretBy?: 'basic' | 'body'
}

type Library = (service: OAuthService, app: Registered, options: ClientOptions) => Promise<Client>

const LIBRARIES: Readonly<Record<string, Library>> = {
  oauth4webapi: strictClient,
  'openid-client': fullClient,
}

/** The outcome of each library in each case, printed at the end. */
const table: { case: string; [client: string]: string }[] = []

describe('independent clients', () => {
  after(() => console.table(table))

  eachClient('sign in as a public client with PKCE', { kind: 'public' }, async ({ client }) => {
    const { access_token } = await client.redeem(await client.signIn())
    assert.match(access_token, /^avo_/)
    assert.equal((await client.userInfo(access_token)).sub, FOX.id)
    return 'signed in'
  })

  eachClient(
    'sign in as a confidential client with Basic',
    { kind: 'confidential', secretBy: 'basic' },
    async ({ client }) => {
      const { access_token } = await client.redeem(await client.signIn())
      assert.equal((await client.userInfo(access_token)).sub, FOX.id)
      return 'signed in'
    },
  )

  eachClient(
    'sign in as a confidential client with the secret in the body',
    { kind: 'confidential', secretBy: 'body' },
    async ({ client }) => {
      const { access_token } = await client.redeem(await client.signIn())
      assert.equal((await client.userInfo(access_token)).sub, FOX.id)
      return 'signed in'
    },
  )

  for (const secretBy of ['basic', 'body'] as const) {
    eachClient(
      `are refused with a wrong secret by ${secretBy}`,
      { kind: 'confidential', secretBy },
      async ({ client }) => {
        const callback = await client.signIn()
        return await refusal(client.redeem(callback, { secret: 'avs_wrong' }), 'invalid_client')
      },
    )
  }

  eachClient('are refused with a wrong verifier', { kind: 'public' }, async ({ client }) => {
    const callback = await client.signIn()
    return await refusal(client.redeem(callback, { verifier: 'w'.repeat(43) }), 'invalid_grant')
  })

  eachClient('are refused without the verifier', { kind: 'public' }, async ({ client }) => {
    return await refusal(client.redeem(await client.signIn(), { verifier: null }), 'invalid_grant')
  })

  eachClient(
    'are refused without the verifier although they have a secret',
    { kind: 'confidential' },
    async ({ client }) => {
      return await refusal(client.redeem(await client.signIn(), { verifier: null }), 'invalid_grant')
    },
  )

  eachClient('are refused with another redirect URI', { kind: 'public' }, async ({ client }) => {
    const callback = await client.signIn()
    return await refusal(
      client.redeem(callback, { redirectUri: 'https://app.example/other' }),
      'invalid_grant',
    )
  })

  eachClient(
    'are refused a code that was used, and lose the token',
    { kind: 'public' },
    async ({ client }) => {
      const callback = await client.signIn()
      const { access_token } = await client.redeem(callback)
      const refused = await refusal(client.redeem(callback), 'invalid_grant')
      await refusal(client.userInfo(access_token), 'invalid_token')
      return refused
    },
  )

  eachClient('are refused a code after 60 seconds', { kind: 'public' }, async ({ client, service }) => {
    const callback = await client.signIn()
    service.clock.advance(60_000)
    return await refusal(client.redeem(callback), 'invalid_grant')
  })

  eachClient('lose the token after an hour', { kind: 'public' }, async ({ client, service }) => {
    const { access_token } = await client.redeem(await client.signIn())
    service.clock.advance(3_599_000)
    await client.userInfo(access_token)
    service.clock.advance(1_000)
    return await refusal(client.userInfo(access_token), 'invalid_token')
  })

  eachClient('are told that the user cancelled', { kind: 'public' }, async ({ client }) => {
    return await refusal(client.signIn({ choice: 'cancel' }), 'access_denied')
  })

  eachClient('revoke a token', { kind: 'confidential', secretBy: 'basic' }, async ({ client }) => {
    const { access_token } = await client.redeem(await client.signIn())
    await client.revoke(access_token)
    await client.revoke(access_token)
    return await refusal(client.userInfo(access_token), 'invalid_token')
  })

  eachClient('read who it is with `identify`', { kind: 'public' }, async ({ client }) => {
    const { access_token, scope } = await client.redeem(await client.signIn({ scope: 'identify' }))
    assert.equal(scope, 'identify')
    const info = await client.userInfo(access_token)
    assert.deepEqual(info, { sub: FOX.id, username: 'fox', name: 'Fox', picture: null, profile: null })
    return Object.keys(info).join(' ')
  })

  eachClient('read the address, too, with `identify email`', { kind: 'public' }, async ({ client }) => {
    const { access_token } = await client.redeem(await client.signIn({ scope: 'identify email' }))
    const info = await client.userInfo(access_token)
    assert.equal(info.email, 'fox@example.org')
    return Object.keys(info).join(' ')
  })

  eachClient('are refused `email` alone', { kind: 'public' }, async ({ client }) => {
    return await refusal(client.signIn({ scope: 'email' }), 'invalid_scope')
  })

  eachClient('are refused with a personal API key', { kind: 'public' }, async ({ client }) => {
    return await refusal(client.userInfo(`avk_${'k'.repeat(43)}`), 'invalid_token')
  })

  for (const [about, wrong, error] of [
    [
      'the method `plain`',
      { code_challenge_method: 'plain', code_challenge: 'v'.repeat(43) },
      'invalid_request',
    ],
    ['no method, which would mean `plain`', { code_challenge_method: undefined }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'identify everything' }, 'invalid_scope'],
    ['the scope `email` alone', { scope: 'email' }, 'invalid_scope'],
    ['the scope `openid`', { scope: 'openid identify' }, 'invalid_scope'],
    ['another response type', { response_type: 'magic' }, 'unsupported_response_type'],
  ] as const) {
    it(`are sent back with ${error} for ${about}`, async t => {
      const service = await startOAuth(t)
      const app = await service.register()
      const url = authorizeUrl({ ...requestOf(app), ...wrong })
      const back = await authorizeAs(service, FOX, url)
      assert.equal(back.origin + back.pathname, app.redirectUri)
      assert.equal(back.searchParams.get('error'), error)
      assert.equal(back.searchParams.get('state'), 'the state')
      assert.equal(back.searchParams.get('iss'), ISSUER)
      assert.equal(back.searchParams.get('code'), null)
      table.push({ case: `are sent back for ${about}`, browser: error })
    })
  }
})

type Case = (about: { client: Client; service: OAuthService; t: TestContext }) => Promise<string>

/** Adds a test of a library; the result goes into the table. */
function eachClient(name: string, options: ClientOptions, run: Case): void {
  const row: (typeof table)[number] = { case: name }
  table.push(row)
  for (const [library, create] of Object.entries(LIBRARIES)) {
    it(`${name}, by ${library}`, async t => {
      row[library] = 'failed'
      const service = await startOAuth(t)
      const app = await service.register({ kind: options.kind })
      row[library] = await run({ client: await create(service, app, options), service, t })
    })
  }
}

/** @returns the error code, which must be this one. */
async function refusal(attempt: Promise<unknown>, code: string): Promise<string> {
  const error = await attempt.then(
    () => assert.fail(`not refused with ${code}`),
    (thrown: unknown) => thrown,
  )
  assert.equal(codeOf(error), code)
  return code
}

function codeOf(error: unknown): unknown {
  if (error instanceof oauth.ResponseBodyError || error instanceof openid.ResponseBodyError)
    return error.error
  if (error instanceof oauth.AuthorizationResponseError) return error.error
  if (error instanceof oauth.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error
  return error
}

/** The strict library, for which we write every step and every check. */
async function strictClient(service: OAuthService, app: Registered, options: ClientOptions): Promise<Client> {
  const http = {
    [oauth.customFetch]: (url: string, init: unknown) => service.fetch(url, init as RequestInit),
  }
  const issuer = new URL(ISSUER)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const client: oauth.Client = { client_id: app.clientId }
  const proofOf = (secret: string): oauth.ClientAuth => {
    if (options.kind === 'public') return oauth.None()
    return options.secretBy === 'body' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
  }
  return {
    signIn: async ({ scope = 'identify', choice = 'allow' } = {}) => {
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const url = new URL(server.authorization_endpoint!)
      url.search = new URLSearchParams({
        ...requestOf(app),
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      }).toString()
      const callback = { url: await authorizeAs(service, FOX, url, choice), verifier, state }
      oauth.validateAuthResponse(server, client, callback.url, state)
      return callback
    },
    redeem: async ({ url, verifier, state }, wrong = {}) => {
      const checked = oauth.validateAuthResponse(server, client, url, state)
      const given = wrong.verifier === undefined ? verifier : (wrong.verifier ?? oauth.nopkce)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        proofOf(wrong.secret ?? app.secret),
        checked,
        wrong.redirectUri ?? app.redirectUri,
        given,
        http,
      )
      return await oauth.processAuthorizationCodeResponse(server, client, response)
    },
    userInfo: async token => {
      const response = await oauth.userInfoRequest(server, client, token, http)
      return await oauth.processUserInfoResponse(server, client, oauth.skipSubjectCheck, response)
    },
    revoke: async token => {
      const response = await oauth.revocationRequest(server, client, proofOf(app.secret), token, http)
      await oauth.processRevocationResponse(response)
    },
  }
}

/** The library that most applications use. */
async function fullClient(service: OAuthService, app: Registered, options: ClientOptions): Promise<Client> {
  const configure = async (secret: string) => {
    const proof =
      options.kind === 'public'
        ? openid.None()
        : options.secretBy === 'body'
          ? openid.ClientSecretPost(secret)
          : openid.ClientSecretBasic(secret)
    return await openid.discovery(new URL(ISSUER), app.clientId, undefined, proof, {
      algorithm: 'oauth2',
      [openid.customFetch]: (url: string, init: unknown) => service.fetch(url, init as RequestInit),
    })
  }
  const config = await configure(app.secret)
  return {
    signIn: async ({ scope = 'identify', choice = 'allow' } = {}) => {
      const verifier = openid.randomPKCECodeVerifier()
      const state = openid.randomState()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: app.redirectUri,
        scope,
        state,
        code_challenge_method: 'S256',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      })
      const callback = { url: await authorizeAs(service, FOX, url, choice), verifier, state }
      if (callback.url.searchParams.has('error')) await redeemFully(config, callback, verifier)
      return callback
    },
    redeem: async (callback, wrong = {}) => {
      const trusted = wrong.secret === undefined ? config : await configure(wrong.secret)
      const verifier = wrong.verifier === undefined ? callback.verifier : wrong.verifier
      const extra = wrong.redirectUri === undefined ? {} : { redirect_uri: wrong.redirectUri }
      return await redeemFully(trusted, callback, verifier, extra)
    },
    userInfo: async token => await openid.fetchUserInfo(config, token, openid.skipSubjectCheck),
    revoke: async token => await openid.tokenRevocation(config, token),
  }
}

async function redeemFully(
  config: openid.Configuration,
  { url, state }: Callback,
  verifier: string | null,
  extra: Record<string, string> = {},
) {
  const pkce = verifier === null ? {} : { pkceCodeVerifier: verifier }
  const place =
    extra.redirect_uri === undefined
      ? url
      : Object.assign(new URL(extra.redirect_uri), { search: url.search })
  return await openid.authorizationCodeGrant(config, place, { expectedState: state, ...pkce })
}
