import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeFor, postToken, redeem, VERIFIER } from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, type OAuthService, startOAuth, WOLF } from '../support/oauth-service.ts'

/** Attacks on how applications authenticate. */
describe('an attack on client authentication fails:', () => {
  const confidential = async (service: OAuthService) => {
    const app = await service.register({ kind: 'confidential' })
    return { app, code: await codeFor(service, FOX, app) }
  }

  it('a confidential client without its secret', async t => {
    const service = await startOAuth(t)
    const { app, code } = await confidential(service)
    const { status, body, headers } = await redeem(service, app, code)
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
    assert.match(headers.get('www-authenticate')!, /^Basic realm=/)
  })

  it('a public client that pretends to have a secret', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const { status, body } = await redeem(service, app, await codeFor(service, FOX, app), {
      client_secret: 'x',
    })
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })

  it('the secret of another application', async t => {
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

  it('a secret in the address', async t => {
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

  it('an Authorization header that is not well-formed Basic', async t => {
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

  it('guessing secrets: a flood is answered 429 with the time to wait', async t => {
    const service = await startOAuth(t, { env: { RATE_LIMIT_GLOBAL: '40' } })
    const { app, code } = await confidential(service)
    const answers = []
    for (let n = 0; n < 50; n++) answers.push(await redeem(service, app, code, { client_secret: `avs_${n}` }))
    const refusals = answers.filter(({ status }) => status === 429)
    assert.ok(refusals.length >= 10)
    assert.match(refusals[0]!.headers.get('retry-after')!, /^\d+$/)
    assert.ok(answers.every(({ status }) => status === 401 || status === 429))
  })

  it('a secret that was replaced', async t => {
    const service = await startOAuth(t)
    const creation = await service.as(FOX)('/api/account/applications', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Board',
        siteUrl: 'https://app.example',
        kind: 'confidential',
        redirectUris: ['https://app.example/callback'],
      }),
    })
    const { clientId, clientSecret } = (await creation.json()) as { clientId: string; clientSecret: string }
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
