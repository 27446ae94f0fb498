import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorizeAs,
  authorizeUrl,
  codeFor,
  postToken,
  redeem,
  redemptionOf,
  requestOf,
  tokenFor,
  VERIFIER,
} from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, startOAuth } from '../support/oauth-service.ts'

describe('an attack by malformed requests fails:', () => {
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

  it('parameters that are too long, or a verifier that RFC 7636 does not allow', async t => {
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
    const fields = redemptionOf(app, code)
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
    const fields = redemptionOf(app, code)
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
