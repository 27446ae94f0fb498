import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Person } from '../../src/kernel/person.ts'
import { startTestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { authorizeUrl, codeFor, redeem, requestOf, userInfo } from '../support/oauth-browser.ts'
import { FOX, ISSUER, jsonOf, ORIGIN, startOAuth, WOLF } from '../support/oauth-service.ts'
import { asSignedIn, consentTo, creator, PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

/** The same person with the session of a second sign-in. */
const FOX_AGAIN: Person = { ...FOX, by: { kind: 'session', id: 'session-of-fox-again' } }

async function start(t: TestContext) {
  const service = await startOAuth(t)
  const app = await service.register()
  const urlOf = (prompt?: string) => String(authorizeUrl({ ...requestOf(app), prompt }))
  const locationFor = async (person: Person, path: string) =>
    (await service.as(person)(path)).headers.get('location')!
  /** Sends an authorization request with a prompt, and follows the browser to where it is after signing in. */
  const begin = async (person: Person, prompt: string) => {
    const login = new URL(await locationFor(person, urlOf(prompt)), ORIGIN)
    assert.equal(login.pathname, '/api/login')
    return { login, returnTo: login.searchParams.get('returnTo')! }
  }
  /** Allows the request of the consent page at a path. */
  const allow = async (person: Person, path: string) => {
    const page = await (await service.as(person)(path)).text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    assert.ok(action, page)
    const body = new URLSearchParams({ decision: 'allow' })
    return (await service.as(person)(action, { method: 'POST', body })).headers.get('location')!
  }
  return { service, app, urlOf, locationFor, begin, allow }
}

describe('an application that sends', () => {
  for (const prompt of ['login', 'select_account'] as const) {
    it(`prompt=${prompt} makes a signed-in user sign in again`, async t => {
      const { service, app, locationFor, begin } = await start(t)
      await codeFor(service, FOX, app)
      const { login, returnTo } = await begin(FOX, prompt)
      assert.equal(login.searchParams.get('prompt'), prompt)
      const still = new URL(await locationFor(FOX, returnTo), ORIGIN)
      assert.deepEqual(
        [still.pathname, still.searchParams.get('prompt')],
        ['/api/login', prompt],
        'the old session does not do',
      )
      const next = still.searchParams.get('returnTo')!
      const back = new URL(await locationFor(FOX_AGAIN, next))
      assert.equal(back.origin + back.pathname, app.redirectUri, 'what was allowed is remembered')
      assert.equal((await redeem(service, app, back.searchParams.get('code')!)).status, 200)
    })

    it(`prompt=${prompt} lets another person sign in instead`, async t => {
      const { service, app, locationFor, begin, allow } = await start(t)
      const { returnTo } = await begin(FOX, prompt)
      const back = new URL(await allow(WOLF, await locationFor(WOLF, returnTo)))
      const { body } = await redeem(service, app, back.searchParams.get('code')!)
      assert.equal((await jsonOf(await userInfo(service, String(body.access_token)))).sub, WOLF.id)
      assert.deepEqual(await service.store.grants.list(FOX.key), [])
    })

    it(`prompt=${prompt} makes a signed-out user sign in once`, async t => {
      const { service, urlOf, locationFor, allow } = await start(t)
      const answer = await service.fetch(urlOf(prompt))
      const login = new URL(answer.headers.get('location')!, ORIGIN)
      assert.equal(login.searchParams.get('prompt'), prompt)
      const page = await locationFor(FOX, login.searchParams.get('returnTo')!)
      assert.match(page, /^\/oauth\/consent/)
      assert.ok(new URL(await allow(FOX, page)).searchParams.get('code'))
    })
  }

  it('nothing leads from its consent page to the same request for somebody else', async t => {
    const { service, app, urlOf, locationFor, allow } = await start(t)
    const consent = await locationFor(FOX, urlOf())
    const page = await (await service.as(FOX)(consent)).text()
    const other = /<a href="([^"]+)">Not you\?/.exec(page)![1]!.replaceAll('&amp;', '&')
    const login = new URL(await locationFor(FOX, other), ORIGIN)
    assert.deepEqual([login.pathname, login.searchParams.get('prompt')], ['/api/login', 'select_account'])
    const asked = await locationFor(WOLF, login.searchParams.get('returnTo')!)
    const back = new URL(await allow(WOLF, asked))
    assert.equal(back.searchParams.get('state'), 'the state')
    const { body } = await redeem(service, app, back.searchParams.get('code')!)
    assert.equal((await jsonOf(await userInfo(service, String(body.access_token)))).sub, WOLF.id)
    assert.deepEqual(await service.store.grants.list(FOX.key), [])
  })

  it('prompt=login consent makes its user sign in and decide again', async t => {
    const { service, app, locationFor, begin, allow } = await start(t)
    await codeFor(service, FOX, app)
    const { returnTo } = await begin(FOX, 'login consent')
    const page = await locationFor(FOX_AGAIN, returnTo)
    assert.match(page, /^\/oauth\/consent/)
    assert.ok(new URL(await allow(FOX_AGAIN, page)).searchParams.get('code'))
  })

  it('contradicting or unknown prompts gets an error', async t => {
    const { locationFor, urlOf } = await start(t)
    for (const prompt of ['none login', 'none select_account', 'create']) {
      const back = new URL(await locationFor(FOX, urlOf(prompt)))
      assert.equal(back.searchParams.get('error'), 'invalid_request', prompt)
    }
  })

  it('prompt=login passes it to the community site, and continues as the person who signed in there', async t => {
    const other = creator()
    const { env } = await startCommunity(t, [PLAYER, other])
    await using app = await startTestApp({ env })
    const momo = await signIn(app, PLAYER)
    const registered = await momo.post('/account/applications', {
      name: 'Lantern Board',
      kind: 'public',
      redirectUris: ['https://app.example/callback'],
    })
    const { clientId } = (await registered.json()) as { clientId: string }
    const request = requestOf({ clientId, secret: '', redirectUri: 'https://app.example/callback' })
    const url = String(authorizeUrl({ ...request, prompt: 'login' })).replace(ISSUER, '/api')
    const { browser } = momo
    const login = new URL((await browser.go(url)).headers.get('location')!, app.origin)
    const community = new URL((await browser.go(login.href)).headers.get('location')!)
    assert.equal(community.searchParams.get('prompt'), 'login')
    const returnTo = login.searchParams.get('returnTo')!
    const back = await browser.go(await consentTo(app, other, browser, returnTo))
    const answerToAsk = await browser.go(back.headers.get('location')!)
    const page = await (await browser.go(answerToAsk.headers.get('location')!)).text()
    assert.match(page, /<b><bdi>Creator 1<\/bdi><\/b>/)
  })
})

describe('two tabs that sign in at once', () => {
  it('both return to their pages, and the applications that sent them can be allowed', async t => {
    const { env } = await startCommunity(t, [PLAYER])
    await using app = await startTestApp({ env })
    const owner = await signIn(app, PLAYER)
    const clients = await Promise.all(
      ['One', 'Two'].map(async name => {
        const redirectUri = `https://${name.toLowerCase()}.example/callback`
        const creation = await owner.post('/account/applications', {
          name,
          kind: 'public',
          redirectUris: [redirectUri],
        })
        return { ...((await creation.json()) as { clientId: string }), secret: '', redirectUri }
      }),
    )

    const browser = new Browser(app.origin)
    const tabs: { redirectUri: string; callback: string }[] = []
    for (const client of clients) {
      const url = String(authorizeUrl(requestOf(client))).replace(ISSUER, '/api')
      const login = new URL((await browser.go(url)).headers.get('location')!, app.origin)
      const returnTo = login.searchParams.get('returnTo')!
      tabs.push({ ...client, callback: await consentTo(app, PLAYER, browser, returnTo) })
    }
    const pages: { redirectUri: string; page: string }[] = []
    for (const { redirectUri, callback } of tabs) {
      const back = await browser.go(callback)
      const answerToAsk = await browser.go(back.headers.get('location')!)
      pages.push({ redirectUri, page: answerToAsk.headers.get('location')! })
    }
    for (const { redirectUri, page } of pages) {
      const html = await (await browser.go(page)).text()
      const decided = await browser.go(/action="([^"]+)"/.exec(html)![1]!, {
        method: 'POST',
        headers: { Origin: app.config.http.publicUrl },
        body: new URLSearchParams({ decision: 'allow' }),
      })
      const back = new URL(decided.headers.get('location')!)
      assert.equal(back.origin + back.pathname, redirectUri)
      assert.ok(back.searchParams.get('code'))
    }
    const { sessions } = (await (await asSignedIn(app, browser).get('/account/sessions')).json()) as {
      sessions: object[]
    }
    assert.equal(sessions.length, 2, 'that of the owner, and one of this browser')
  })
})
