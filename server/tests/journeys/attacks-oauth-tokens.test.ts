import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  authorizeAs,
  authorizeUrl,
  codeFor,
  postToken,
  redeem,
  requestOf,
  tokenFor,
  userInfo,
  VERIFIER,
} from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, type OAuthService, startOAuth, WOLF } from '../support/oauth-service.ts'

/** Attacks on what applications prove and get: codes, tokens and secrets. */
describe('attacks on codes', () => {
  it('code injection: a stolen code with the verifier of another request', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const stolen = await codeFor(service, FOX, app)
    const { status, body } = await redeem(service, app, stolen, { code_verifier: 'w'.repeat(64) })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
  })

  it('code injection: a stolen code at a confidential client, which has the secret but not the verifier', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const code = await codeFor(service, FOX, app)
    const { body } = await redeem(service, app, code, { client_secret: app.secret, code_verifier: undefined })
    assert.equal(body.error, 'invalid_grant')
  })

  it('client confusion: a code of one application at another', async t => {
    const service = await startOAuth(t)
    const [app, other] = [await service.register(), await service.register()]
    const code = await codeFor(service, FOX, app)
    assert.equal((await redeem(service, other, code)).body.error, 'invalid_grant')
    assert.equal((await redeem(service, app, code)).status, 200)
  })

  it('downgrade of PKCE: the challenge is stripped from the request', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const stripped = { code_challenge: undefined, code_challenge_method: undefined }
    const code = await codeFor(service, FOX, app, stripped)
    const { body } = await redeem(service, app, code, { client_secret: app.secret })
    assert.equal(body.error, 'invalid_grant')
  })

  it('downgrade of PKCE: a public client without it, or with `plain`', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    for (const weaker of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: VERIFIER, code_challenge_method: 'plain' },
      { code_challenge: VERIFIER, code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge: '', code_challenge_method: '' },
    ]) {
      const back = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(app), ...weaker }))
      assert.equal(back.searchParams.get('error'), 'invalid_request')
    }
  })

  it('replay: a code that is used again takes back what it gave, and nothing else', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const other = await tokenFor(service, FOX, app)
    const code = await codeFor(service, FOX, app)
    const first = await redeem(service, app, code)
    assert.equal((await redeem(service, app, code)).body.error, 'invalid_grant')
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 401)
    assert.equal((await userInfo(service, other)).status, 200)
  })

  it('replay: a used code is noticed long after it would have expired', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    const first = await redeem(service, app, code)
    service.clock.advance(50 * 60_000)
    await service.store.records.forget(service.clock.now(), { limit: 1000, mostUnowned: 0 })
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 200)
    assert.equal((await redeem(service, app, code)).body.error, 'invalid_grant')
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 401)
  })

  it('replay: a used code without its verifier takes nothing back', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    const first = await redeem(service, app, code)
    await redeem(service, app, code, { code_verifier: 'w'.repeat(64) })
    assert.equal((await userInfo(service, String(first.body.access_token))).status, 200)
  })

  it('race: of 20 requests with one code at most one gets a token, which the others take back', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    for (let round = 0; round < 5; round++) {
      const code = await codeFor(service, FOX, app)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(service, app, code)))
      const tokens = answers.flatMap(({ status, body }) =>
        status === 200 ? [String(body.access_token)] : [],
      )
      assert.ok(tokens.length <= 1)
      for (const { status, body } of answers) if (status !== 200) assert.equal(body.error, 'invalid_grant')
      for (const token of tokens) assert.equal((await userInfo(service, token)).status, 401)
    }
  })

  it('scope escalation at the token endpoint', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const { body } = await redeem(service, app, await codeFor(service, FOX, app), { scope: 'identify email' })
    assert.equal(body.scope, 'identify')
    const info = await jsonOf(await userInfo(service, String(body.access_token)))
    assert.equal(info.email, undefined)
  })
})

describe('attacks on client authentication', () => {
  const confidential = async (service: OAuthService) => {
    const app = await service.register({ kind: 'confidential' })
    return { app, code: await codeFor(service, FOX, app) }
  }

  it('confidential client without its secret', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    const { status, body, headers } = await redeem(service, app, code)
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
    assert.match(headers.get('www-authenticate')!, /^Basic realm=/)
  })

  it('public client that pretends to have a secret', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const { status, body } = await redeem(service, app, await codeFor(service, FOX, app), {
      client_secret: 'x',
    })
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })

  it('secret of another application', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    const other = await service.register({ kind: 'confidential' })
    const { status } = await redeem(service, app, code, { client_secret: other.secret })
    assert.equal(status, 401)
  })

  it('the hash of a secret, as it stands in the database', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    const client = await service.store.applications.client(app.clientId)
    assert.equal((await redeem(service, app, code, { client_secret: client!.secretHash! })).status, 401)
  })

  it('two ways of authentication at once, or two clients', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    const authorization = `Basic ${btoa(`${app.clientId}:${app.secret}`)}`
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      code_verifier: VERIFIER,
    }
    const both = new URLSearchParams({ ...fields, client_id: app.clientId, client_secret: app.secret })
    assert.equal((await postToken(service, both, { authorization })).body.error, 'invalid_request')
    const two = new URLSearchParams({ ...fields, client_id: 'avc_other' })
    assert.equal((await postToken(service, two, { authorization })).body.error, 'invalid_request')
  })

  it('secret in the address', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    const query = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      client_id: app.clientId,
      client_secret: app.secret,
      code_verifier: VERIFIER,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await service.fetch(`${ISSUER}/oauth2/token?${query}`, {
      method: 'POST',
      body: '',
      headers,
    })
    assert.equal(posted.status, 400)
    const got = await service.fetch(`${ISSUER}/oauth2/token?${query}`)
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'OPTIONS, POST'])
  })

  it('malformed Basic', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    for (const credentials of [
      '',
      'x',
      btoa('no colon'),
      btoa(`${app.clientId}:`),
      btoa('%zz:%zz'),
      'a b c',
      '\u00e9',
    ]) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri }
      const authorization = `Basic ${credentials}`
      const { status, body } = await postToken(service, new URLSearchParams(fields), { authorization })
      assert.ok(status === 400 || status === 401, `${credentials}: ${status}`)
      assert.ok(body.error === 'invalid_request' || body.error === 'invalid_client')
    }
  })

  it('brute force: floods are answered 429 with the time to wait', async t => {
    const service = await startOAuth(t, { env: { RATE_LIMIT_GLOBAL: '40' } })
    const { app, code } = await confidential(service)
    const answers = []
    for (let n = 0; n < 50; n++) answers.push(await redeem(service, app, code, { client_secret: `avs_${n}` }))
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length >= 10)
    assert.match(refused[0]!.headers.get('retry-after')!, /^\d+$/)
    assert.ok(answers.every(({ status }) => status === 401 || status === 429))
  })

  it('rotated secret', async t => {
    const service = await startOAuth(t)
    const made = await service.as(FOX)('/api/account/applications', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Board',
        siteUrl: 'https://app.example',
        kind: 'confidential',
        redirectUris: ['https://app.example/callback'],
      }),
    })
    const { clientId, clientSecret } = (await made.json()) as { clientId: string; clientSecret: string }
    const app = { clientId, secret: clientSecret, redirectUri: 'https://app.example/callback' }
    const path = `/api/account/applications/${clientId}/secret`
    assert.equal((await service.as(WOLF)(path, { method: 'POST' })).status, 404)
    const rotated = await jsonOf(await service.as(FOX)(path, { method: 'POST' }))
    const code = await codeFor(service, FOX, app)
    assert.equal((await redeem(service, app, code, { client_secret: clientSecret })).status, 401)
    assert.equal(
      (await redeem(service, app, code, { client_secret: String(rotated.clientSecret) })).status,
      200,
    )
  })
})

describe('attacks on tokens', () => {
  it('token in the address', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await service.fetch(`${ISSUER}/oauth2/userinfo?access_token=${token}`, { headers })
      assert.equal(answer.status, 400)
      assert.match(answer.headers.get('www-authenticate')!, /error="invalid_request"/)
    }
  })

  it('odd headers', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    for (const [authorization, status] of [
      [`Basic ${btoa(`x:${token}`)}`, 401],
      [`bearer ${token}`, 200],
      [`Bearer ${token}, Bearer ${token}`, 400],
      [`Bearer "${token}"`, 400],
      ['Bearer', 400],
      [`Bearer ${token.toUpperCase()}`, 401],
      [`Bearer ${token}x`, 401],
      [`Bearer ${token.slice(0, -1)}`, 401],
      [`Bearer ${'x'.repeat(5000)}`, 401],
    ] as const) {
      const answer = await service.fetch(`${ISSUER}/oauth2/userinfo`, { headers: { authorization } })
      assert.equal(answer.status, status, authorization.slice(0, 60))
      if (status !== 200) assert.match(answer.headers.get('www-authenticate')!, /^Bearer realm=/)
    }
  })

  it('session instead of a token', async t => {
    const service = await startOAuth(t)
    const answer = await service.as(FOX)('/api/oauth2/userinfo')
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), `Bearer realm="${ISSUER}"`)
  })

  it('access token instead of a session', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    for (const path of ['/account/grants', '/account/applications']) {
      const answer = await service.fetch(ISSUER + path, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(answer.status, 401)
    }
  })

  it('code, secret, client id or personal key instead of an access token', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const code = await codeFor(service, FOX, app)
    for (const token of [
      code,
      `avo_${code}`,
      app.secret,
      app.clientId,
      `avk_${'k'.repeat(43)}`,
      `avo_${'k'.repeat(43)}`,
    ]) {
      const answer = await userInfo(service, token)
      assert.equal(answer.status, 401)
      assert.equal((await jsonOf(answer)).error, 'invalid_token')
    }
    assert.equal((await redeem(service, app, code, { client_secret: app.secret })).status, 200)
  })

  it("revocation of another application's token", async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    const other = await service.register({ kind: 'confidential' })
    const revoke = (fields: Record<string, string>) =>
      service.fetch(`${ISSUER}/oauth2/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, ...fields }),
      })
    const refused = await revoke({ client_id: other.clientId, client_secret: other.secret })
    assert.deepEqual([refused.status, (await jsonOf(refused)).error], [400, 'invalid_request'])
    const nameless = await revoke({})
    assert.deepEqual([nameless.status, (await jsonOf(nameless)).error], [400, 'invalid_request'])
    const unproven = await revoke({ client_id: other.clientId })
    assert.deepEqual([unproven.status, (await jsonOf(unproven)).error], [401, 'invalid_client'])
    assert.equal((await userInfo(service, token)).status, 200)
  })

  it('token of a deleted application', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const token = await tokenFor(service, FOX, app)
    const code = await codeFor(service, FOX, app)
    await service.store.applications.remove(app.clientId, 'operators')
    assert.equal((await userInfo(service, token)).status, 401)
    assert.equal((await redeem(service, app, code)).status, 401)
  })

  it('token of a deleted account', async t => {
    const service = await startOAuth(t)
    const token = await tokenFor(service, FOX, await service.register())
    await service.db.tables<object>().transact(async tx => {
      await sql`delete from users where key = ${FOX.key}`.execute(tx)
    })
    assert.equal((await userInfo(service, token)).status, 401)
  })

  it('reading the database or the log', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    const pendingState = 'a state that waits'
    const waiting = await service.as(FOX)(String(authorizeUrl({ ...requestOf(app), state: pendingState })))
    const id = new URL(waiting.headers.get('location')!, ISSUER).searchParams.get('id')!
    const code = await codeFor(service, FOX, app)
    const used = await codeFor(service, FOX, app)
    const { body } = await redeem(service, app, used, { client_secret: app.secret })
    await redeem(service, app, code, { client_secret: `${app.secret}x` })
    const rows = await service.db
      .tables<{ oauth_records: object; oauth_applications: object; oauth_grants: object }>()
      .transact(async tx => [
        await tx.selectFrom('oauth_records').selectAll().execute(),
        await tx.selectFrom('oauth_applications').selectAll().execute(),
        await tx.selectFrom('oauth_grants').selectAll().execute(),
      ])
    const seen = JSON.stringify(rows) + service.lines.join('')
    for (const secret of [app.secret, code, used, String(body.access_token), id, pendingState, VERIFIER]) {
      assert.ok(!seen.includes(secret), secret.slice(0, 8))
      assert.ok(!seen.includes(Buffer.from(secret).toString('base64').slice(0, 20)))
    }
  })
})

describe('attacks by malformed requests', () => {
  it('duplicate parameters at the authorization endpoint', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    for (const [name, value] of [
      ['client_id', 'avc_other'],
      ['redirect_uri', 'https://evil.example/'],
      ['redirect_uri', app.redirectUri],
    ] as const) {
      const url = authorizeUrl(requestOf(app))
      url.searchParams.append(name, value)
      const answer = await service.as(FOX)(String(url))
      assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], name)
    }
    for (const [name, value] of [
      ['scope', 'email'],
      ['response_type', 'code'],
      ['code_challenge', 'x'.repeat(43)],
      ['prompt', 'none'],
      ['prompt', 'none'],
    ] as const) {
      const url = authorizeUrl({ ...requestOf(app), prompt: 'consent' })
      url.searchParams.append(name, value)
      const back = await authorizeAs(service, FOX, url)
      assert.equal(back.searchParams.get('error'), 'invalid_request', name)
    }
  })

  it('duplicate parameters at the token endpoint', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    for (const name of [
      'code',
      'client_id',
      'redirect_uri',
      'grant_type',
      'code_verifier',
      'client_secret',
    ]) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: app.redirectUri,
        client_id: app.clientId,
        code_verifier: VERIFIER,
      })
      body.append(name, 'other')
      if (name === 'client_secret') body.append(name, 'another')
      const { status, body: answer } = await postToken(service, body)
      assert.deepEqual([status, answer.error], [400, 'invalid_request'], name)
    }
    assert.equal((await redeem(service, app, code)).status, 200)
  })

  it('huge parameters', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const long = await service.as(FOX)(String(authorizeUrl({ ...requestOf(app), state: 's'.repeat(9000) })))
    assert.deepEqual([long.status, (await jsonOf(long)).error], [400, 'invalid_request'])
    const longer = await service.as(FOX)(
      String(authorizeUrl({ ...requestOf(app), state: 's'.repeat(40_000) })),
    )
    assert.equal(longer.status, 414)
    const { status, body } = await redeem(service, app, 'c'.repeat(20_000))
    assert.deepEqual([status, body.error], [400, 'invalid_request'])
    assert.equal((await redeem(service, app, 'c'.repeat(2_000_000))).status, 413)
    for (const verifier of ['v', 'v'.repeat(129), 'v'.repeat(42), 'é'.repeat(50)]) {
      const code = await codeFor(service, FOX, app)
      assert.equal(
        (await redeem(service, app, code, { code_verifier: verifier })).body.error,
        'invalid_request',
      )
    }
  })

  it('JSON that is sent as a form, a form that is sent as JSON, and neither', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      client_id: app.clientId,
      code_verifier: VERIFIER,
    }
    const json = JSON.stringify(fields)
    const form = new URLSearchParams(fields).toString()
    for (const [body, type] of [
      [json, 'application/x-www-form-urlencoded'],
      [form, 'application/json'],
      [json, 'text/plain'],
      [form, 'multipart/form-data'],
      [`[${json}]`, 'application/json'],
      ['null', 'application/json'],
      ['"code"', 'application/json'],
      ['', 'application/json'],
      [json.slice(1), 'application/json'],
    ] as const) {
      const { status, body: answer } = await postToken(service, body, { 'content-type': type })
      assert.deepEqual([status, answer.error], [400, 'invalid_request'], `${type} ${body.slice(0, 20)}`)
    }
    assert.equal(
      (await postToken(service, json, { 'content-type': 'application/json; charset=utf-8' })).status,
      200,
    )
  })

  it('JSON with fields that are no strings', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const code = await codeFor(service, FOX, app)
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      client_id: app.clientId,
      code_verifier: VERIFIER,
    }
    for (const odd of [
      { code: [code] },
      { code: { toString: code } },
      { client_id: 7 },
      { code: null },
      { code: true },
    ]) {
      const body = JSON.stringify({ ...fields, ...odd })
      const { status, body: answer } = await postToken(service, body, { 'content-type': 'application/json' })
      assert.deepEqual([status, answer.error], [400, 'invalid_request'])
    }
    const polluted = `{"__proto__":{"client_id":"${app.clientId}"},"constructor":"x",${JSON.stringify(fields).slice(1)}`
    const answer = await postToken(service, polluted, { 'content-type': 'application/json' })
    assert.equal(answer.status, 400)
  })

  it('grant types that are not offered', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ kind: 'confidential' })
    for (const type of [
      'client_credentials',
      'password',
      'refresh_token',
      'implicit',
      'urn:x',
      '__proto__',
    ]) {
      const { status, body } = await redeem(service, app, 'x', {
        grant_type: type,
        client_secret: app.secret,
      })
      assert.deepEqual([status, body.error], [400, 'unsupported_grant_type'], type)
    }
    const none = await redeem(service, app, 'x', { grant_type: undefined, client_secret: app.secret })
    assert.equal(none.body.error, 'invalid_request')
  })

  it('endpoints of the library that are not ours', async t => {
    const service = await startOAuth(t)
    for (const path of [
      '/oauth2/jwks',
      '/jwks',
      '/reg',
      '/request',
      '/session/end',
      '/me',
      '/device',
      '/token/introspection',
      '/oauth2/authorize/x/y',
      '/.well-known/openid-configuration',
      '/oauth2/token//',
      '/oauth2/token/x',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await service.fetch(ISSUER + path, { method })
        assert.equal(answer.status, 404, `${method} ${path}`)
      }
    }
  })

  it('every answer tells the limits, and none is kept', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const answers = [
      await service.fetch(String(authorizeUrl(requestOf(app)))),
      await service.fetch(`${ISSUER}/oauth2/authorize`),
      await service.fetch(`${ISSUER}/oauth2/token`, { method: 'POST' }),
      await service.fetch(`${ISSUER}/oauth2/revoke`, { method: 'POST' }),
      await service.fetch(`${ISSUER}/oauth2/userinfo`),
      await service.fetch(`${ISSUER}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${await tokenFor(service, FOX, app)}` },
      }),
    ]
    for (const { headers, url } of answers) {
      for (const name of ['limit', 'remaining', 'reset'])
        assert.match(headers.get(`ratelimit-${name}`)!, /^\d+$/)
      assert.equal(headers.get('cache-control'), 'no-store', url)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('set-cookie'), null)
    }
  })
})
