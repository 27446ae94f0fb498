import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { CHALLENGE, VERIFIER } from '../support/oauth-browser.ts'
import { jsonOf } from '../support/oauth-service.ts'
import { consentTo, PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

const CALLBACK = 'http://127.0.0.1/callback'

it('an application is registered, signs somebody in who was not signed in, and is sent away again', async t => {
  const { env } = await startCommunity(t)
  await using app = await startTestApp({ env })
  const owner = await signIn(app, PLAYER)
  const input = { name: 'Lantern Board', siteUrl: 'https://app.example/', kind: 'confidential' }
  const registered = await owner.post('/account/applications', { ...input, redirectUris: [CALLBACK] })
  assert.equal(registered.status, 200)
  const { clientId, clientSecret } = (await registered.json()) as { clientId: string; clientSecret: string }

  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1:4567/callback',
    response_type: 'code',
    scope: 'identify email',
    state: 'the state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })
  const browser = new Browser(app.origin)
  const beginAnswer = await browser.go(`/api/oauth2/authorize?${request}`)
  const login = new URL(beginAnswer.headers.get('location')!, app.origin)
  assert.equal(login.pathname, '/api/login')
  const returnTo = login.searchParams.get('returnTo')!
  const returned = await browser.go(await consentTo(app, PLAYER, browser, returnTo))
  const answerToAsk = await browser.go(returned.headers.get('location')!)
  assert.match(answerToAsk.headers.get('location')!, /^\/oauth\/consent\?id=/)
  const page = await (await browser.go(answerToAsk.headers.get('location')!)).text()
  assert.match(page, /Sign in to <bdi>Lantern Board<\/bdi>\?/)
  assert.match(page, /<b><bdi>Momo<\/bdi><\/b> <bdi>@momo<\/bdi>/)
  const decided = await browser.go(/action="([^"]+)"/.exec(page)![1]!, {
    method: 'POST',
    headers: { Origin: app.config.http.publicUrl },
    body: new URLSearchParams({ decision: 'allow' }),
  })
  const back = new URL(decided.headers.get('location')!)
  assert.equal(back.host, '127.0.0.1:4567')
  assert.equal(back.searchParams.get('state'), 'the state')
  assert.equal(back.searchParams.get('iss'), `${app.config.http.publicUrl}/api`)

  const token = await jsonOf(
    await app.get('/oauth2/token', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      },
      body: JSON.stringify({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code'),
        redirect_uri: 'http://127.0.0.1:4567/callback',
        code_verifier: VERIFIER,
      }),
    }),
  )
  const bearer = { headers: { Authorization: `Bearer ${token.access_token}` } }
  assert.deepEqual(await app.getJson('/oauth2/userinfo', bearer), {
    sub: PLAYER.sub,
    username: 'momo',
    name: 'Momo',
    picture: null,
    profile: (await app.getJson('/oauth2/userinfo', bearer)).profile,
    email: 'momo@example.org',
  })

  const key = await jsonOf(await owner.post('/account/keys', { name: 'a key' }))
  const withKey = { headers: { Authorization: `Bearer ${key.key}` } }
  assert.equal((await app.get('/account/settings', withKey)).status, 200)
  assert.equal((await app.get('/oauth2/userinfo', withKey)).status, 401)
  for (const path of ['/account/settings', '/favorites', '/account/grants', '/account/applications']) {
    assert.equal((await app.get(path, bearer)).status, 401, path)
  }
  for (const path of ['/account/grants', '/account/applications']) {
    assert.equal((await app.get(path, withKey)).status, 401, path)
  }

  const { grants } = (await (await owner.get('/account/grants')).json()) as { grants: { id: string }[] }
  assert.equal((await owner.delete(`/account/grants/${grants[0]!.id}`)).status, 200)
  assert.equal((await app.get('/oauth2/userinfo', bearer)).status, 401)
})
