import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as oauth from 'oauth4webapi'
import { authorizeAs, authorizeUrl, codeFor, redeem, requestOf } from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, ORIGIN, startOAuth, WOLF } from '../support/oauth-service.ts'

/** Attacks on a user who signs in to an application, through URLs and the browser. */
describe('an attack on redirects fails:', () => {
  const REGISTERED = [
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'com.example.app:/callback',
  ]
  const TRICKS = {
    'another path': 'https://app.example/other',
    'a longer path': 'https://app.example/callback/more',
    'a path that climbs': 'https://app.example/callback/../other',
    'an encoded path': 'https://app.example/%63allback',
    'a slash at the end': 'https://app.example/callback/',
    'a query of its own': 'https://app.example/callback?next=https://evil.example',
    'a fragment': 'https://app.example/callback#',
    'another scheme': 'http://app.example/callback',
    'another port': 'https://app.example:8443/callback',
    'a user name': 'https://app.example@evil.example/callback',
    'a user name that is a host': 'https://evil.example\\@app.example/callback',
    'a host that ends alike': 'https://evilapp.example/callback',
    'a host that begins alike': 'https://app.example.evil.example/callback',
    'a host in capitals': 'https://APP.example/callback',
    'a loopback address with another path': 'http://127.0.0.1:8000/other',
    'a loopback address by another name': 'http://localhost:8000/callback',
    'a loopback address by its number': 'http://2130706433/callback',
    'a host that begins like a loopback address': 'http://127.0.0.1.evil.example/callback',
    'a loopback address as user name': 'http://127.0.0.1:8000@evil.example/callback',
    'a script': 'javascript:alert(1)//app.example/callback',
    data: 'data:text/html,callback',
    'a scheme that begins alike': 'com.example.app.evil:/callback',
    'no scheme': '//app.example/callback',
    nothing: '',
  }
  it('redirect URIs that are like a registered one', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ redirectUris: REGISTERED })
    for (const [trick, redirectUri] of Object.entries(TRICKS))
      await t.test(`redirect URI with ${trick}`, async () => {
        const url = authorizeUrl({ ...requestOf(app), redirect_uri: redirectUri })
        for (const answer of [await service.fetch(String(url)), await service.as(FOX)(String(url))]) {
          assert.equal(answer.status, 400)
          assert.equal(answer.headers.get('location'), null)
          assert.equal((await jsonOf(answer)).error, 'invalid_request')
        }
      })
  })

  it('open redirect by an unknown client', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const url = authorizeUrl({
      ...requestOf(app),
      client_id: 'avc_nobody',
      redirect_uri: 'https://evil.example/',
    })
    const answer = await service.as(FOX)(String(url))
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.get('location'), null)
    assert.equal(answer.headers.get('www-authenticate'), null)
  })

  it('open redirect by an error that comes before the redirect URI is looked at', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    for (const wrong of [
      { response_type: 'token' },
      { scope: 'ümlaut' },
      { code_challenge: 'short' },
      { prompt: 'x' },
    ]) {
      const url = authorizeUrl({ ...requestOf(app), ...wrong, redirect_uri: 'https://evil.example/' })
      const answer = await service.as(FOX)(String(url))
      assert.equal(answer.status, 400)
      assert.equal(answer.headers.get('location'), null)
    }
  })

  for (const [about, wrong, error] of [
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['the scope `email` alone', { scope: 'email' }, 'invalid_scope'],
    ['another response type', { response_type: 'magic' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a prompt that contradicts itself', { prompt: 'none consent' }, 'invalid_request'],
    ['a silent sign-in', { prompt: 'none' }, 'login_required'],
  ] as const) {
    it(`a signed-out browser as a redirector, by ${about}`, async t => {
      const service = await startOAuth(t)
      const app = await service.register({ redirectUris: ['https://evil.example/'] }, WOLF.key)
      const url = String(authorizeUrl({ ...requestOf(app), ...wrong }))
      const answer = await service.fetch(url)
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('location'), `/oauth/refused?error=${error}`)
      const page = await service.fetch(`${ORIGIN}/oauth/refused?error=${error}`)
      assert.equal(page.status, 400)
      assert.match(await page.text(), /The application that sent you here made a mistake/)
      if (error === 'login_required') return
      const signedIn = await service.as(FOX)(url)
      const back = new URL(signedIn.headers.get('location')!)
      assert.deepEqual([back.origin, back.searchParams.get('error')], ['https://evil.example', error])
    })
  }

  it('a signed-out browser as a redirector, by an application that operators know', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const locationOf = async (wrong: Record<string, string>) =>
      (await service.fetch(String(authorizeUrl({ ...requestOf(app), ...wrong })))).headers.get('location')!
    assert.equal(await locationOf({ scope: 'everything' }), '/oauth/refused?error=invalid_scope')
    assert.match(await locationOf({ prompt: 'none' }), /^https:\/\/app\.example\/callback\?error=login_req/)
  })

  it('browsers get a page in their language about what programs get as JSON', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'ko' }
    const askedUrl = authorizeUrl(requestOf(app))
    const withOther = (name: string, value: string) => {
      const url = new URL(askedUrl)
      url.searchParams.set(name, value)
      return String(url)
    }
    for (const [url, error, told] of [
      [withOther('client_id', 'avc_nobody'), 'unknown_application', /보낸 ID의 앱이 없습니다/],
      [withOther('redirect_uri', 'https://evil.example/'), 'redirect_uri', /등록되지 않은 주소/],
      [withOther('state', 'x'.repeat(9000)), 'invalid_request', /빠지거나 잘못된 부분/],
    ] as const) {
      const answer = await service.as(FOX)(url, { headers: html })
      assert.deepEqual(
        [answer.status, answer.headers.get('location')],
        [303, `/oauth/refused?error=${error}`],
      )
      const page = await service.fetch(ORIGIN + answer.headers.get('location')!, { headers: html })
      assert.equal(page.status, 400)
      assert.match(await page.text(), told)
      assert.equal((await service.as(FOX)(url)).status, 400, 'a program')
    }
    const decision = { method: 'POST', body: new URLSearchParams({ decision: 'allow' }), headers: html }
    const over = await service.as(FOX)('/api/oauth2/authorize/guessed', decision)
    assert.equal(over.headers.get('location'), '/oauth/refused?error=expired')
    const page = await service.fetch(`${ORIGIN}/oauth/refused?error=expired`, { headers: html })
    assert.match(await page.text(), /확인할 요청이 없습니다/)
  })

  it('a script or words of others on the page that tells of a mistake', async t => {
    const service = await startOAuth(t)
    for (const error of ['<script>alert(1)</script>', 'constructor', 'call 555-1234', '']) {
      const query = new URLSearchParams({ error, error_description: error })
      const answer = await service.fetch(`${ORIGIN}/oauth/refused?${query}`)
      assert.equal(answer.status, 400)
      assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'.*form-action 'none'/)
      const page = await answer.text()
      assert.match(page, /something in it is missing or wrong/)
      if (error !== '') assert.ok(!page.includes(error))
    }
  })

  it('a loopback port of an application is free, and the code stays bound to it', async t => {
    const service = await startOAuth(t)
    const app = await service.register({ redirectUris: REGISTERED })
    const redirectUri = 'http://127.0.0.1:49152/callback'
    const code = await codeFor(service, FOX, app, { redirect_uri: redirectUri })
    const other = await redeem(service, app, code, { redirect_uri: 'http://127.0.0.1:49153/callback' })
    assert.equal(other.body.error, 'invalid_grant')
    assert.equal((await redeem(service, app, code, { redirect_uri: redirectUri })).status, 200)
  })

  it('host header injection', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const answer = await service.fetch(String(authorizeUrl(requestOf(app))), { headers })
    assert.ok(answer.headers.get('location')!.startsWith('/api/login?'))
    const back = await authorizeAs(service, FOX, authorizeUrl(requestOf(app)))
    assert.equal(back.searchParams.get('iss'), ISSUER)
    const metadata = await service.fetch(`${ORIGIN}/.well-known/oauth-authorization-server/api`, { headers })
    assert.ok(!(await metadata.text()).includes('evil'))
  })

  it('header injection by the state', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const state = 'a\r\nLocation: https://evil.example/\r\n\r\n<script>&code=b;\u2028狐'
    const back = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(app), state }))
    assert.equal(back.origin, 'https://app.example')
    assert.equal(back.searchParams.get('state'), state)
    assert.equal(back.searchParams.getAll('code').length, 1)
  })

  it('response mode, request object and claims that are smuggled in', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const smuggled = {
      response_mode: 'form_post',
      request: 'eyJhbGciOiJub25lIn0.eyJyZWRpcmVjdF91cmkiOiJodHRwczovL2V2aWwuZXhhbXBsZSJ9.',
      request_uri: 'https://evil.example/request',
      claims: '{"userinfo":{"email":null}}',
      resource: 'https://evil.example/',
    }
    const back = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(app), ...smuggled }))
    assert.equal(back.origin + back.pathname, app.redirectUri)
    const token = await redeem(service, app, back.searchParams.get('code')!)
    assert.equal(token.body.scope, 'identify')
  })

  it('mix-up of authorization servers', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const back = await authorizeAs(service, FOX, authorizeUrl(requestOf(app)))
    const client = { client_id: app.clientId }
    const server = { issuer: ISSUER, authorization_response_iss_parameter_supported: true }
    assert.ok(oauth.validateAuthResponse(server, client, back, 'the state'))
    const evil = { ...server, issuer: 'https://evil.example' }
    assert.throws(() => oauth.validateAuthResponse(evil, client, back, 'the state'), /iss/)
    back.searchParams.delete('iss')
    assert.throws(() => oauth.validateAuthResponse(server, client, back, 'the state'), /iss/)
  })

  it('state fixation: a callback of somebody else signs nobody in', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const back = await authorizeAs(
      service,
      WOLF,
      authorizeUrl({ ...requestOf(app), state: 'of the attacker' }),
    )
    const server = { issuer: ISSUER, authorization_response_iss_parameter_supported: true }
    const client = { client_id: app.clientId }
    assert.throws(() => oauth.validateAuthResponse(server, client, back, 'of the victim'), /state/)
    const bare = await authorizeAs(service, WOLF, authorizeUrl({ ...requestOf(app), state: undefined }))
    assert.equal(bare.searchParams.get('state'), null)
  })
})
