import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CommunitySim, startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { SESSION_COOKIE_NAME } from '../../src/slices/identity/cookies.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { asSignedIn, communityEnv, consentTo, creator, PLAYER, signIn } from '../support/sign-in.ts'

const VICTIM = PLAYER
const ATTACKER = creator()
const SIGN_IN_COOKIES = 'avatary_sign_in_'

describe('an attack on signing in fails:', () => {
  const clock = new ManualClock()
  let sim: CommunitySim
  let app: TestApp

  before(async () => {
    sim = await startCommunitySim({ now: () => clock.now(), people: [VICTIM, ATTACKER] })
    app = await startTestApp({ env: communityEnv(sim), clock })
  })
  after(async () => {
    await app[Symbol.asyncDispose]()
    await sim.stop()
  })

  const browse = () => new Browser(app.origin)
  /** The cookie of the only sign-in that the browser has begun. */
  const begunIn = (browser: Browser) => {
    const [name, ...more] = browser.cookieNames(SIGN_IN_COOKIES)
    assert.deepEqual([name === undefined, more], [false, []])
    return { name: name!, value: browser.cookie(name!)! }
  }
  const isSignedIn = async (browser: Browser) =>
    (await asSignedIn(app, browser).get('/account/sessions')).status === 200
  /** Asserts that nobody was signed in, and that the browser is shown the reason. */
  async function assertNobody(answer: Response, browser: Browser, problem: string): Promise<void> {
    assert.equal(answer.status, 303)
    const location = answer.headers.get('location')!
    assert.ok(location.startsWith(`/sign-in?problem=${problem}`), location)
    assert.equal(browser.cookie(SESSION_COOKIE_NAME), undefined)
    assert.equal(await isSignedIn(browser), false)
  }

  const REDIRECTS = {
    'to another site': ['https://evil.example', 'http:evil.example', 'javascript:alert(1)', 'evil.example'],
    'by two slashes': ['//evil.example', '///evil.example', '/a//evil.example', '/.//evil.example'],
    'by backslashes': ['/\\evil.example', '\\\\evil.example', '/a\\..\\b'],
    'by encoded slashes': ['/%2fevil.example', '/%5cevil.example', '/%252fevil.example', '/%2e%2e/%2f'],
    'by white space': ['/\t/evil.example', '/\n/evil.example', ' //evil.example', '/%09/evil.example'],
    'by header injection': ['/a\r\nSet-Cookie: a=b', '/%0d%0aLocation:x', '/a\u2028b'],
    'into the interface': [
      '/api/logout',
      '/api/login',
      '/API/x',
      '/api%2fx',
      '/api/oauth2/authorize/../token',
    ],
  }
  for (const [way, targets] of Object.entries(REDIRECTS)) {
    it(`open redirect ${way}`, async () => {
      for (const target of targets) {
        const answer = await app.get(`/login?${new URLSearchParams({ returnTo: target })}`)
        assert.equal(answer.status, 400, target)
        assert.match(((await answer.json()) as { error: string }).error, /`returnTo` must be a path/)
        assert.equal(answer.headers.get('set-cookie'), null)
      }
    })
  }

  it('open redirect through the page that tells of a problem', async () => {
    for (const target of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
      const page = await browse().go(
        `/sign-in?${new URLSearchParams({ problem: 'expired', returnTo: target })}`,
      )
      assert.doesNotMatch(await page.text(), /evil|javascript/)
    }
  })

  it('markup injected into the page that tells of a problem', async () => {
    const query = new URLSearchParams({ problem: '<script>alert(1)</script>', returnTo: '/"><script>' })
    const page = await browse().go(`/sign-in?${query}&error_description=<img>`)
    assert.doesNotMatch(await page.text(), /<script|<img|alert/)
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/)
  })

  it("login forgery: the attacker's answer in a browser that began nothing", async () => {
    const callback = await consentTo(app, ATTACKER, browse())
    const victim = browse()
    await assertNobody(await victim.go(callback), victim, 'expired')
  })

  it("login forgery: the attacker's answer in a browser that began a sign-in of its own", async () => {
    const callback = await consentTo(app, ATTACKER, browse())
    const victim = browse()
    const own = await consentTo(app, VICTIM, victim)
    await assertNobody(await victim.go(callback), victim, 'expired')
    assert.equal((await victim.go(own)).headers.get('location'), '/', 'and the own one still counts')
  })

  it("code injection: the attacker's code with the victim's state", async () => {
    const stolen = new URL(await consentTo(app, ATTACKER, browse())).searchParams.get('code')!
    const victim = browse()
    const ownUrl = new URL(await consentTo(app, VICTIM, victim))
    ownUrl.searchParams.set('code', stolen)
    await assertNobody(await victim.go(ownUrl.href), victim, 'refused')
  })

  it('a stolen code: redeemed in another browser', async () => {
    const victim = browse()
    const callback = new URL(await consentTo(app, VICTIM, victim))
    const attacker = browse()
    const ownUrl = new URL(await consentTo(app, ATTACKER, attacker))
    ownUrl.searchParams.set('code', callback.searchParams.get('code')!)
    await assertNobody(await attacker.go(ownUrl.href), attacker, 'refused')
  })

  it('mix-up: an answer that says to be of another site', async () => {
    const browser = browse()
    const callback = new URL(await consentTo(app, VICTIM, browser))
    callback.searchParams.set('iss', 'https://evil.example')
    const tokensBefore = sim.requests.filter(({ path }) => path === '/oauth2/token').length
    await assertNobody(await browser.go(callback.href), browser, 'refused')
    assert.equal(sim.requests.filter(({ path }) => path === '/oauth2/token').length, tokensBefore)
  })

  it('replay: the same answer twice', async () => {
    const browser = browse()
    const callback = await consentTo(app, VICTIM, browser)
    const keptCookie = begunIn(browser)
    assert.equal((await browser.go(callback)).headers.get('location'), '/')
    const again = browse()
    again.setCookie(keptCookie.name, keptCookie.value)
    await assertNobody(await again.go(callback), again, 'expired')
  })

  it('replay: a second code in a sign-in that was brought to an end', async () => {
    const browser = browse()
    const beginAnswer = await browser.go('/api/login')
    const keptCookie = begunIn(browser)
    const codes = await Promise.all(
      [1, 2].map(async () => {
        const consent = new URL(beginAnswer.headers.get('location')!)
        consent.searchParams.set('person', VICTIM.sub)
        return new URL((await fetch(consent, { redirect: 'manual' })).headers.get('location')!).search
      }),
    )
    assert.equal((await browser.go(`/api/login/callback${codes[0]}`)).headers.get('location'), '/')
    const again = browse()
    again.setCookie(keptCookie.name, keptCookie.value)
    await assertNobody(await again.go(`/api/login/callback${codes[1]}`), again, 'expired')
  })

  it('a program that requests the callback by HEAD neither signs in nor uses the answer up', async () => {
    const browser = browse()
    const callback = await consentTo(app, VICTIM, browser)
    assert.equal((await browser.go(callback, { method: 'HEAD' })).headers.get('set-cookie'), null)
    assert.equal((await browser.go(callback)).headers.get('location'), '/')
  })

  it('race: ten answers of one sign-in at the same moment begin one session', async () => {
    const first = browse()
    const callback = await consentTo(app, VICTIM, first)
    const keptCookie = begunIn(first)
    const browsers = Array.from({ length: 10 }, browse)
    for (const browser of browsers) browser.setCookie(keptCookie.name, keptCookie.value)
    await Promise.all(browsers.map(browser => browser.go(callback)))
    const signedIn = await Promise.all(browsers.map(isSignedIn))
    assert.equal(signedIn.filter(Boolean).length, 1)
  })

  it('tampering with the sealed sign-in', async () => {
    const browser = browse()
    const callback = await consentTo(app, VICTIM, browser)
    const { name, value: kept } = begunIn(browser)
    const at = kept.length - 30
    const changed = kept.slice(0, at) + (kept[at] === 'A' ? 'B' : 'A') + kept.slice(at + 1)
    for (const value of [changed, kept.slice(0, -4), 'x', `${kept}AAAA`, kept.split('.')[1]!]) {
      const other = browse()
      other.setCookie(name, value)
      await assertNobody(await other.go(callback), other, 'expired')
    }
  })

  it("another installation's sealed sign-in", async () => {
    await using other = await startTestApp({ env: communityEnv(sim), clock })
    const foreign = new Browser(other.origin)
    await foreign.go('/api/login')
    const browser = browse()
    const callback = await consentTo(app, VICTIM, browser)
    browser.setCookie(begunIn(browser).name, begunIn(foreign).value)
    await assertNobody(await browser.go(callback), browser, 'expired')
  })

  it('a sign-in that is completed after more than ten minutes', async () => {
    const browser = browse()
    const callback = await consentTo(app, VICTIM, browser)
    clock.advance(10 * 60_000 + 1)
    await assertNobody(await browser.go(callback), browser, 'expired')
  })

  it('parameter pollution: two codes, two states, two issuers', async () => {
    for (const name of ['code', 'state', 'iss']) {
      const browser = browse()
      const callback = new URL(await consentTo(app, VICTIM, browser))
      callback.searchParams.append(name, callback.searchParams.get(name)!)
      await assertNobody(await browser.go(callback.href), browser, name === 'state' ? 'expired' : 'refused')
    }
  })

  it('answers without a code, without a state, or of another flow', async () => {
    const changes: readonly ((query: URLSearchParams) => void)[] = [
      query => query.delete('code'),
      query => query.delete('state'),
      query => query.set('code', ''),
      query => query.set('access_token', 'x'),
      query => query.set('id_token', 'x.y.z'),
      query => query.set('response', 'x.y.z'),
    ]
    for (const change of changes) {
      const browser = browse()
      const callback = new URL(await consentTo(app, VICTIM, browser))
      change(callback.searchParams)
      if (callback.searchParams.has('access_token')) callback.searchParams.delete('code')
      const answer = await browser.go(callback.href)
      assert.match(answer.headers.get('location')!, /^\/sign-in\?problem=(expired|refused)/)
      assert.equal(await isSignedIn(browser), false)
    }
  })

  it('an error and a code in one answer', async () => {
    const browser = browse()
    const callback = new URL(await consentTo(app, VICTIM, browser))
    callback.searchParams.set('error', 'access_denied')
    await assertNobody(await browser.go(callback.href), browser, 'cancelled')
  })

  it('cancelled consent leaves nobody signed in', async () => {
    const browser = browse()
    const callback = await consentTo(app, { sub: 'nobody' }, browser, '/account')
    const answer = await browser.go(callback)
    assert.equal(answer.headers.get('location'), '/sign-in?problem=cancelled&returnTo=%2Faccount')
    await assertNobody(answer, browser, 'cancelled')
  })

  it('PKCE downgrade: every sign-in has a challenge of its own, and its verifier stays here', async () => {
    const browser = browse()
    const seen = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const { searchParams: query, href } = new URL((await browser.go('/api/login')).headers.get('location')!)
      assert.equal(query.get('code_challenge_method'), 'S256')
      assert.match(query.get('code_challenge')!, /^[\w-]{43}$/)
      seen.add(query.get('code_challenge')!).add(query.get('state')!)
      assert.doesNotMatch(href, /verifier|secret/)
      assert.doesNotMatch(browser.cookies('/api/login/callback'), new RegExp(query.get('state')!))
    }
    assert.equal(seen.size, 6)
  })

  it("several tabs: each sign-in comes back to its own, also when the other was forged with the victim's cookie", async () => {
    const browser = browse()
    const first = await consentTo(app, VICTIM, browser, '/first')
    const second = await consentTo(app, VICTIM, browser, '/second')
    const [one, other] = browser.cookieNames(SIGN_IN_COOKIES)
    assert.notEqual(one, other)
    const swapped = browse()
    swapped.setCookie(one!, browser.cookie(other!)!)
    await assertNobody(await swapped.go(first), swapped, 'expired')
    assert.equal((await browser.go(second)).headers.get('location'), '/second')
    assert.equal((await browser.go(first)).headers.get('location'), '/first')
    assert.deepEqual(browser.cookieNames(SIGN_IN_COOKIES), [])
    assert.equal(await isSignedIn(browser), true)
  })

  it('flooding a browser with sign-ins: the oldest are dropped, so that what it sends stays small', async () => {
    const browser = browse()
    const returnTo = `/account?${'x'.repeat(1000)}`
    const callbacks: string[] = []
    for (let i = 0; i < 12; i++) callbacks.push(await consentTo(app, VICTIM, browser, returnTo))
    assert.ok(browser.cookies('/api/login').length <= 6 * 1024, browser.cookies('/api/login'))
    await assertNobody(await browser.go(callbacks[0]!), browser, 'expired')
    assert.equal((await browser.go(callbacks.at(-1)!)).headers.get('location'), returnTo)
  })

  it('session fixation: a session planted before the sign-in is not taken over', async () => {
    const browser = browse()
    const planted = 'p'.repeat(43)
    browser.setCookie(SESSION_COOKIE_NAME, planted)
    const { cookie } = await signIn(app, VICTIM, browser)
    assert.ok(!cookie.includes(planted))
    const attacker = browse()
    attacker.setCookie(SESSION_COOKIE_NAME, planted)
    assert.equal(await isSignedIn(attacker), false)
  })

  it("session fixation: the attacker's own session ends when somebody signs in over it", async () => {
    const attacker = await signIn(app, ATTACKER)
    const planted = attacker.browser.cookie(SESSION_COOKIE_NAME)!
    const victim = browse()
    victim.setCookie(SESSION_COOKIE_NAME, planted)
    await signIn(app, VICTIM, victim)
    assert.notEqual(victim.cookie(SESSION_COOKIE_NAME), planted)
    assert.equal(await isSignedIn(attacker.browser), false)
  })

  it("account takeover by another's username", async () => {
    const owner = await signIn(app, VICTIM)
    const impostor = { sub: 'impostor', username: VICTIM.username, name: VICTIM.name, email: VICTIM.email! }
    sim.putPerson(impostor)
    const other = await signIn(app, impostor)
    assert.equal((await other.delete('/account/sessions')).status, 200)
    assert.equal((await owner.get('/account/sessions')).status, 200)
  })

  it('the address with the code is told to nobody, and nothing of it is kept', async () => {
    const browser = browse()
    const callback = await consentTo(app, VICTIM, browser)
    for (const answer of [await browser.go('/api/login'), await browse().go(callback)]) {
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })

  it('flags of the cookie that a sign-in is kept in', async () => {
    const { headers } = await browse().go('/api/login')
    assert.match(
      headers.get('set-cookie')!,
      /^avatary_sign_in_[\w-]{16}=[\w.-]+; Max-Age=600; Path=\/api\/login; HttpOnly; SameSite=Lax$/,
    )
  })
})
