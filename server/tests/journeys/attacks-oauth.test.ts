import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as oauth from 'oauth4webapi'
import {
  authorizeAs,
  authorizeUrl,
  codeFor,
  redeem,
  requestOf,
  tokenFor,
  userInfo,
} from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, ORIGIN, startOAuth, WOLF } from '../support/oauth-service.ts'
import { cookieOf } from '../support/people.ts'

/** Attacks on a user who signs in to an application: through the address, the consent page, and the browser. */
describe('attacks on redirects', () => {
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
  for (const [trick, redirectUri] of Object.entries(TRICKS)) {
    it(`redirect URI with ${trick}`, async t => {
      const service = await startOAuth(t)
      const app = await service.register({ redirectUris: REGISTERED })
      const url = authorizeUrl({ ...requestOf(app), redirect_uri: redirectUri })
      for (const answer of [await service.fetch(String(url)), await service.as(FOX)(String(url))]) {
        assert.equal(answer.status, 400)
        assert.equal(answer.headers.get('location'), null)
        assert.equal((await jsonOf(answer)).error, 'invalid_request')
      }
    })
  }

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
    const asked = authorizeUrl(requestOf(app))
    const withOther = (name: string, value: string) => {
      const url = new URL(asked)
      url.searchParams.set(name, value)
      return String(url)
    }
    for (const [url, error, told] of [
      [withOther('client_id', 'avc_nobody'), 'unknown_application', /보낸 ID의 앱이 없습니다/],
      [withOther('redirect_uri', 'https://evil.example/'), 'redirect_uri', /등록되지 않은 주소/],
      [withOther('state', 'x'.repeat(9000)), 'invalid_request', /빠졌거나 잘못된 것/],
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
    assert.match(await page.text(), /결정할 것이 없습니다/)
  })

  it('script or foreign words on the page that tells of a mistake', async t => {
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

describe('attacks on consent', () => {
  const asked = async (
    service: Awaited<ReturnType<typeof startOAuth>>,
    wanted: Record<string, string> = {},
  ) => {
    const app = await service.register()
    const answer = await service.as(FOX)(String(authorizeUrl({ ...requestOf(app), ...wanted })))
    const page = answer.headers.get('location')!
    const id = new URL(page, ORIGIN).searchParams.get('id')!
    return { app, page, action: `/api/oauth2/authorize/${id}` }
  }
  const allow = () => ({ method: 'POST', body: new URLSearchParams({ decision: 'allow' }) })

  for (const [about, origin] of [
    ['a page of another site', 'https://evil.example'],
    ['a page without an origin', 'null'],
    ['a page that hides its origin', ''],
    ['a page at another port', 'https://avatary.test:8443'],
    ['a page without https', 'http://avatary.test'],
  ] as const) {
    it(`forged decision by ${about}`, async t => {
      const service = await startOAuth(t)
      const { action } = await asked(service)
      const headers: Record<string, string> = { cookie: cookieOf(FOX), ...(origin && { origin }) }
      const answer = await service.fetch(ORIGIN + action, { ...allow(), headers })
      assert.equal(answer.status, 403)
      assert.equal((await jsonOf(answer)).code, 'origin_not_allowed')
      assert.deepEqual(await service.store.grants.list(FOX.key), [])
    })
  }

  it("decision on another person's request", async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    const answer = await service.as(WOLF)(action, allow())
    assert.equal(answer.status, 400)
    assert.equal((await service.as(WOLF)(page)).status, 404)
    assert.deepEqual(await service.store.grants.list(WOLF.key), [])
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('decision from another session of the same person', async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    const elsewhere = service.as({ ...FOX, by: { kind: 'session', id: 'elsewhere' } })
    assert.equal((await elsewhere(action, allow())).status, 400)
    assert.equal((await elsewhere(page)).status, 404)
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('decision without being signed in', async t => {
    const service = await startOAuth(t)
    const { action } = await asked(service)
    const answer = await service.fetch(ORIGIN + action, { ...allow(), headers: { origin: ORIGIN } })
    assert.equal(answer.status, 401)
  })

  it('decision by following a link', async t => {
    const service = await startOAuth(t)
    const { action } = await asked(service)
    assert.equal((await service.as(FOX)(`${action}?decision=allow`)).status, 405)
    const body = new URLSearchParams()
    assert.equal((await service.as(FOX)(`${action}?decision=allow`, { method: 'POST', body })).status, 400)
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('decision that is made twice', async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    assert.equal((await service.as(FOX)(action, allow())).status, 303)
    assert.equal((await service.as(FOX)(action, allow())).status, 400)
    assert.equal((await service.as(FOX)(page)).status, 404)
  })

  it('decision that says two things, or something else', async t => {
    const service = await startOAuth(t)
    const { action } = await asked(service)
    for (const body of ['decision=cancel&decision=allow', 'decision=yes', 'decision=', '', 'allow']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      assert.equal((await service.as(FOX)(action, { method: 'POST', body, headers })).status, 400)
    }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ decision: 'allow' })
    assert.equal((await service.as(FOX)(action, { method: 'POST', body, headers })).status, 400)
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('guessed or expired request', async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    assert.equal((await service.as(FOX)('/oauth/consent?id=guessed')).status, 404)
    assert.equal((await service.as(FOX)('/api/oauth2/authorize/guessed', allow())).status, 400)
    service.clock.advance(30 * 60_000)
    assert.equal((await service.as(FOX)(page)).status, 404)
    assert.equal((await service.as(FOX)(action, allow())).status, 400)
  })

  it('clickjacking', async t => {
    const service = await startOAuth(t)
    const { page } = await asked(service)
    for (const path of [page, '/oauth/consent?id=unknown']) {
      const { headers } = await service.as(FOX)(path)
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
      assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })

  it('form that leads elsewhere', async t => {
    const service = await startOAuth(t)
    const policyOf = async (path: string) =>
      (await service.as(FOX)(path)).headers.get('content-security-policy')!
    const app = await service.register({ redirectUris: ['com.example.app:/callback'] })
    const answer = await service.as(FOX)(String(authorizeUrl(requestOf(app))))
    const own = await policyOf(answer.headers.get('location')!)
    assert.match(own, /; form-action 'self' com\.example\.app:;/)
    assert.match(await policyOf('/oauth/consent?id=unknown'), /; form-action 'none';/)
    const { page } = await asked(service)
    const ofWebApplication = await policyOf(page)
    assert.doesNotMatch(ofWebApplication, /form-action|unsafe-inline/, 'Chromium would hold redirects to it')
    assert.equal(own.replace(/form-action [^;]*; /, ''), ofWebApplication)
  })

  it('script in what an application says about itself', async t => {
    const service = await startOAuth(t)
    const app = await service.register({
      name: '</h1><script>alert(1)</script>',
      siteUrl: 'https://app.example/"><img src=x onerror=alert(1)>',
    })
    const answer = await service.as(FOX)(String(authorizeUrl(requestOf(app))))
    const page = await (await service.as(FOX)(answer.headers.get('location')!)).text()
    assert.ok(page.includes('&lt;/h1&gt;&lt;script&gt;'))
    assert.doesNotMatch(page, /<script|<img|onerror=alert\(1\)>/)
  })

  it('script in the address of the consent page', async t => {
    const service = await startOAuth(t)
    const page = await (await service.as(FOX)('/oauth/consent?id="><script>alert(1)</script>')).text()
    assert.ok(!page.includes('<script'))
  })

  it('silent sign-in without consent', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const silent = authorizeUrl({ ...requestOf(app), prompt: 'none' })
    const nobody = await service.fetch(String(silent))
    assert.equal(new URL(nobody.headers.get('location')!).searchParams.get('error'), 'login_required')
    const back = await authorizeAs(service, FOX, silent)
    assert.equal(back.searchParams.get('error'), 'consent_required')
    await codeFor(service, FOX, app)
    assert.ok((await authorizeAs(service, FOX, silent)).searchParams.get('code'))
  })

  it('more scopes than were consented to', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    await codeFor(service, FOX, app)
    const silent = authorizeUrl({ ...requestOf(app), scope: 'identify email', prompt: 'none' })
    const back = await authorizeAs(service, FOX, silent)
    assert.equal(back.searchParams.get('error'), 'consent_required')
  })

  it('consent that was given to another application', async t => {
    const service = await startOAuth(t)
    await codeFor(service, FOX, await service.register())
    const other = await service.register({ redirectUris: ['https://app.example/callback'] })
    const back = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(other), prompt: 'none' }))
    assert.equal(back.searchParams.get('error'), 'consent_required')
  })

  for (const redirectUri of ['http://127.0.0.1:8000/callback', 'com.example.app:/callback']) {
    it(`program that takes the place of an application at ${redirectUri}`, async t => {
      const service = await startOAuth(t)
      const app = await service.register({ redirectUris: [redirectUri] })
      await codeFor(service, FOX, app)
      const again = await service.as(FOX)(String(authorizeUrl(requestOf(app))))
      assert.match(again.headers.get('location')!, /^\/oauth\/consent/)
      const silent = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(app), prompt: 'none' }))
      assert.equal(silent.searchParams.get('error'), 'consent_required')
    })
  }

  it('token that lives on after its user took the grant back', async t => {
    const service = await startOAuth(t)
    const app = await service.register()
    const token = await tokenFor(service, FOX, app)
    const code = await codeFor(service, FOX, app)
    const grants = await service.store.grants.list(FOX.key)
    const stranger = await service.as(WOLF)(`/api/account/grants/${grants[0]!.id}`, { method: 'DELETE' })
    assert.equal(stranger.status, 404)
    assert.equal((await userInfo(service, token)).status, 200)
    assert.equal(
      (await service.as(FOX)(`/api/account/grants/${grants[0]!.id}`, { method: 'DELETE' })).status,
      200,
    )
    assert.equal((await userInfo(service, token)).status, 401)
    assert.equal((await redeem(service, app, code)).body.error, 'invalid_grant')
    const again = await service.as(FOX)(String(authorizeUrl(requestOf(app))))
    assert.match(again.headers.get('location')!, /^\/oauth\/consent/)
  })
})
