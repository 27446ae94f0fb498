import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type AccessToken, AuthorizationCode } from 'simple-oauth2'
import { authorizeAs, userInfo } from '../support/oauth-browser.ts'
import { FOX, ORIGIN, startOAuth } from '../support/oauth-service.ts'

/**
 * A confidential application, written as the README of `simple-oauth2` shows; the library has an HTTP client of its
 * own.
 */
async function start(t: TestContext, authorizationMethod: 'header' | 'body') {
  const service = await startOAuth(t)
  const app = await service.register({ kind: 'confidential' })
  const client = new AuthorizationCode({
    client: { id: app.clientId, secret: app.secret },
    auth: {
      tokenHost: service.address,
      tokenPath: '/api/oauth2/token',
      revokePath: '/api/oauth2/revoke',
      authorizePath: '/api/oauth2/authorize',
    },
    options: { authorizationMethod },
  })
  const signIn = async (): Promise<AccessToken> => {
    const { redirectUri } = app
    const url = client.authorizeURL({ redirect_uri: redirectUri, scope: 'identify', state: 'the state' })
    const back = await authorizeAs(service, FOX, url.replace(service.address, ORIGIN))
    assert.equal(back.searchParams.get('state'), 'the state')
    return await client.getToken({ code: back.searchParams.get('code')!, redirect_uri: redirectUri })
  }
  const statusOf = async ({ token }: AccessToken) =>
    (await userInfo(service, String(token.access_token))).status
  return { service, app, signIn, statusOf }
}

describe('simple-oauth2', () => {
  for (const method of ['header', 'body'] as const) {
    it(`signs in with the secret in the ${method}, and revokes the token`, async t => {
      const { signIn, statusOf } = await start(t, method)
      const token = await signIn()
      assert.match(String(token.token.access_token), /^avo_/)
      assert.equal(token.token.expires_in, 3600)
      assert.equal(await statusOf(token), 200)
      await token.revoke('access_token')
      assert.equal(await statusOf(token), 401)
      await token.revoke('access_token')
    })
  }

  it('is offered no refresh token, and has to send its user again', async t => {
    const { signIn, statusOf } = await start(t, 'header')
    const token = await signIn()
    assert.equal(token.token.refresh_token, undefined)
    await assert.rejects(token.refresh())
    assert.equal(await statusOf(token), 200)
    assert.equal(await statusOf(await signIn()), 200)
  })

  it('reads the answer to a revocation as JSON, as browsers and programs do', async t => {
    const { service, app, signIn } = await start(t, 'header')
    const { token } = await signIn()
    const answer = await service.fetch(`${ORIGIN}/api/oauth2/revoke`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}` },
      body: new URLSearchParams({ token: String(token.access_token) }),
    })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
    assert.equal(await answer.text(), '{}')
  })
})
