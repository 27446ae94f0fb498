import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorizeAs,
  authorizeUrl,
  codeFor,
  redeem,
  requestOf,
  tokenFor,
  userInfo,
} from '../support/oauth-browser.ts'
import { FOX, jsonOf, ORIGIN, startOAuth, WOLF } from '../support/oauth-service.ts'
import { cookieOf } from '../support/people.ts'

/** Attacks on the user's decision on the consent page. */
describe('an attack on consent fails:', () => {
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
    it(`a forged decision by ${about}`, async t => {
      const service = await startOAuth(t)
      const { action } = await asked(service)
      const headers: Record<string, string> = { cookie: cookieOf(FOX), ...(origin && { origin }) }
      const answer = await service.fetch(ORIGIN + action, { ...allow(), headers })
      assert.equal(answer.status, 403)
      assert.equal((await jsonOf(answer)).code, 'origin_not_allowed')
      assert.deepEqual(await service.store.grants.list(FOX.key), [])
    })
  }

  it("a decision on another person's request", async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    const answer = await service.as(WOLF)(action, allow())
    assert.equal(answer.status, 400)
    assert.equal((await service.as(WOLF)(page)).status, 404)
    assert.deepEqual(await service.store.grants.list(WOLF.key), [])
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('a decision from another session of the same person', async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    const elsewhere = service.as({ ...FOX, by: { kind: 'session', id: 'elsewhere' } })
    assert.equal((await elsewhere(action, allow())).status, 400)
    assert.equal((await elsewhere(page)).status, 404)
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('a decision without being signed in', async t => {
    const service = await startOAuth(t)
    const { action } = await asked(service)
    const answer = await service.fetch(ORIGIN + action, { ...allow(), headers: { origin: ORIGIN } })
    assert.equal(answer.status, 401)
  })

  it('a decision by following a link', async t => {
    const service = await startOAuth(t)
    const { action } = await asked(service)
    assert.equal((await service.as(FOX)(`${action}?decision=allow`)).status, 405)
    const body = new URLSearchParams()
    assert.equal((await service.as(FOX)(`${action}?decision=allow`, { method: 'POST', body })).status, 400)
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('a decision that is made twice', async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    assert.equal((await service.as(FOX)(action, allow())).status, 303)
    assert.equal((await service.as(FOX)(action, allow())).status, 400)
    assert.equal((await service.as(FOX)(page)).status, 404)
  })

  it('a decision that says two things, or something else', async t => {
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

  it('a guessed or expired request', async t => {
    const service = await startOAuth(t)
    const { action, page } = await asked(service)
    assert.equal((await service.as(FOX)('/oauth/consent?id=guessed')).status, 404)
    assert.equal((await service.as(FOX)('/api/oauth2/authorize/guessed', allow())).status, 400)
    service.clock.advance(30 * 60_000)
    assert.equal((await service.as(FOX)(page)).status, 404)
    assert.equal((await service.as(FOX)(action, allow())).status, 400)
  })

  it('framing the consent page (clickjacking)', async t => {
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

  it('a form that leads elsewhere', async t => {
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

  it('a script in what an application says about itself', async t => {
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

  it('a script in the address of the consent page', async t => {
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
    it(`a program that takes the place of an application at ${redirectUri}`, async t => {
      const service = await startOAuth(t)
      const app = await service.register({ redirectUris: [redirectUri] })
      await codeFor(service, FOX, app)
      const again = await service.as(FOX)(String(authorizeUrl(requestOf(app))))
      assert.match(again.headers.get('location')!, /^\/oauth\/consent/)
      const silent = await authorizeAs(service, FOX, authorizeUrl({ ...requestOf(app), prompt: 'none' }))
      assert.equal(silent.searchParams.get('error'), 'consent_required')
    })
  }

  it('a token that is used after its user revoked the grant', async t => {
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
