import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ROUTES } from '@avatary/contract/routes/all'
import { type CommunitySim, startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { createLog } from '../../src/platform/log.ts'
import { SESSION_COOKIE_NAME } from '../../src/slices/identity/cookies.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { ADMIN, asSignedIn, communityEnv, consentTo, creator, PLAYER, signIn } from '../support/sign-in.ts'

const VICTIM = PLAYER
const ATTACKER = creator()
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** Routes that write and need a session, with a path for each. */
const WRITES = ROUTES.filter(
  ({ auth, method }) => (auth === 'session' || auth === 'same-origin-session') && method !== 'GET',
).map(({ method, path, auth }) => ({ method, auth, path: path.replaceAll(/\{\w+\}/g, inventedId(1)) }))

describe('an attack on sessions fails:', () => {
  const clock = new ManualClock()
  const lines: string[] = []
  let sim: CommunitySim
  let app: TestApp

  before(async () => {
    sim = await startCommunitySim({ now: () => clock.now(), people: [VICTIM, ATTACKER, ADMIN] })
    const log = createLog({ level: 'debug', output: { write: line => void lines.push(line) } })
    const env = { ...communityEnv(sim), RATE_LIMIT_WRITES: '0' }
    app = await startTestApp({ env, clock, log, avatars: INVENTED_AVATARS })
  })
  after(async () => {
    await app[Symbol.asyncDispose]()
    await sim.stop()
  })

  const own = () => app.config.http.publicUrl
  const isAlive = async (cookie: string, at: TestApp = app) =>
    (await at.get('/account/sessions', { headers: { Cookie: cookie } })).status === 200

  /**
   * Sends every write that needs a session, as a page of some origin would.
   * @returns those that were not refused because of their origin.
   */
  async function forge(cookie: string, headers: Record<string, string>, body: string | null = '{}') {
    const passed: string[] = []
    for (const { method, path } of WRITES) {
      const answer = await app.get(path, { method, headers: { Cookie: cookie, ...headers }, body })
      const { code } = (await answer.json()) as { code?: string }
      if (answer.status !== 403 || code !== 'origin_not_allowed') passed.push(`${method} ${path}`)
    }
    return passed
  }

  it('forged writes from the page of another site', async () => {
    assert.ok(WRITES.length >= 25, `${WRITES.length} writes`)
    const { cookie } = await signIn(app, VICTIM)
    assert.deepEqual(await forge(cookie, { Origin: 'https://evil.example' }), [])
    assert.ok(await isAlive(cookie), 'signing out was among them')
  })

  it('forged writes from a sandboxed frame or a file, which have no origin', async () => {
    const { cookie } = await signIn(app, VICTIM)
    assert.deepEqual(await forge(cookie, { Origin: 'null' }), [])
  })

  it('forged writes from a page whose origin looks like ours', async () => {
    const { cookie } = await signIn(app, VICTIM)
    for (const origin of [`${own()}.evil.example`, own().replace('http:', 'https:'), `${own()}/`, '']) {
      assert.deepEqual(await forge(cookie, { Origin: origin }), [], origin)
    }
  })

  it('forged writes by a form, whose content type needs no permission', async () => {
    const { cookie } = await signIn(app, VICTIM)
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const headers = { Origin: 'https://evil.example', 'Content-Type': type }
      assert.deepEqual(await forge(cookie, headers, '{"a":1}'), [], type)
    }
  })

  it('a forged sign-out', async () => {
    const { cookie } = await signIn(app, VICTIM)
    const headers = { Cookie: cookie, Origin: 'https://evil.example' }
    assert.equal((await app.get('/logout', { method: 'POST', headers })).status, 403)
    assert.equal((await app.get('/logout', { headers: { Cookie: cookie } })).status, 405, 'nor by a link')
    assert.ok(await isAlive(cookie))
  })

  it('a page of another site reading what is signed in', async () => {
    const { cookie } = await signIn(app, VICTIM)
    const headers = { Cookie: cookie, Origin: 'https://evil.example' }
    const answer = await app.get('/account/sessions', { headers })
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.match(answer.headers.get('cache-control')!, /private|no-store/)
    const asked = { ...headers, 'Access-Control-Request-Method': 'DELETE' }
    const preflight = await app.get('/account/sessions', { method: 'OPTIONS', headers: asked })
    assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  })

  it('a script reading the cookie, or another site sending it', async () => {
    const browser = new Browser(app.origin)
    const answer = await browser.go(await consentTo(app, VICTIM, browser))
    const line = answer.headers.getSetCookie().find(cookie => cookie.startsWith(SESSION_COOKIE_NAME))!
    assert.match(line, /^avatary_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('the cookie over a connection that anyone can read', async () => {
    const env = { ...communityEnv(sim), PUBLIC_URL: 'https://avatars.example' }
    await using secure = await startTestApp({ env, clock })
    const browser = new Browser(secure.origin)
    const answer = await browser.go(await consentTo(secure, VICTIM, browser))
    const cookies = answer.headers.getSetCookie()
    assert.equal(cookies.length, 2)
    for (const cookie of cookies) assert.match(cookie, /; Secure/)
  })

  it('a cookie put beside ours by another host of the domain', async () => {
    const victim = await signIn(app, VICTIM)
    const attacker = await signIn(app, ATTACKER)
    for (const both of [
      [attacker, victim],
      [victim, attacker],
    ]) {
      const cookie = both.map(each => each.cookie).join('; ')
      assert.equal(await isAlive(cookie), false, 'whose it is cannot be told')
    }
    assert.ok(await isAlive(`${victim.cookie}; ${victim.cookie}`), 'twice the same is one')
  })

  it('guessed, cut, lengthened and hostile cookies', async () => {
    const { cookie } = await signIn(app, VICTIM)
    const [, value] = cookie.split('=') as [string, string]
    const guesses = [
      '',
      'x',
      'A'.repeat(43),
      value.slice(1),
      `${value}A`,
      `${value} `.repeat(2),
      '%00',
      "' or 1=1 --",
    ]
    guesses.push('\u00ff'.repeat(43), 'a'.repeat(8000), `%${value}`, value.toLowerCase(), '__proto__')
    for (const guess of guesses) {
      const answer = await app.get('/account/sessions', {
        headers: { Cookie: `${SESSION_COOKIE_NAME}=${guess}` },
      })
      assert.equal(answer.status, 401, guess)
    }
    assert.equal(await isAlive('__proto__=1; constructor=2'), false)
  })

  it("the session's listed id, or its stored hash, as a cookie or a token", async () => {
    const victim = await signIn(app, VICTIM)
    const { sessions } = (await (await victim.get('/account/sessions')).json()) as {
      sessions: { id: string }[]
    }
    for (const { id } of sessions) {
      assert.equal(await isAlive(`${SESSION_COOKIE_NAME}=${id}`), false)
      assert.equal(await isAlive(`${SESSION_COOKIE_NAME}=${id.padEnd(43, 'A')}`), false)
    }
  })

  it('the session in an Authorization header, and tokens of nobody beside a good cookie', async () => {
    const { cookie } = await signIn(app, VICTIM)
    const [, value] = cookie.split('=') as [string, string]
    const settings = async (headers: Record<string, string>) =>
      (await app.get('/account/settings', { headers })).status
    for (const token of [`Bearer ${value}`, `Bearer avk_${value}`, `Bearer avo_${value}`, 'Bearer']) {
      assert.equal(await settings({ Authorization: token }), 401, token)
      assert.equal(await settings({ Authorization: token, Cookie: cookie }), 401, `${token} beside a cookie`)
    }
    // Behind a proxy with Basic authentication, browsers send this with every request; it identifies nobody here.
    assert.equal(await settings({ Authorization: `Basic ${value}` }), 401)
    assert.equal(await settings({ Authorization: `Basic ${value}`, Cookie: cookie }), 200)
  })

  it('a session that was signed out, on another process', async () => {
    const victim = await signIn(app, VICTIM)
    await using other = await startTestApp({
      env: {
        ...communityEnv(sim),
        DATA_DIR: app.config.data.dir,
        SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      },
      clock,
    })
    assert.ok(await isAlive(victim.cookie, other))
    assert.equal((await victim.post('/logout')).status, 200)
    assert.equal(await isAlive(victim.cookie, other), false)
    assert.equal(await isAlive(victim.cookie), false)
    assert.equal(victim.browser.cookie(SESSION_COOKIE_NAME), undefined)
  })

  it('a stolen session after signing out everywhere', async () => {
    const here = await signIn(app, VICTIM)
    const stolen = await signIn(app, VICTIM)
    const other = await signIn(app, ATTACKER)
    const answer = await here.delete('/account/sessions')
    assert.ok(((await answer.json()) as { ended: number }).ended >= 2)
    for (const { cookie } of [here, stolen]) assert.equal(await isAlive(cookie), false)
    assert.ok(await isAlive(other.cookie), "others' stay")
  })

  it("ending somebody else's session by its id", async () => {
    const victim = await signIn(app, VICTIM)
    const attacker = await signIn(app, ATTACKER)
    const { sessions } = (await (await victim.get('/account/sessions')).json()) as {
      sessions: { id: string }[]
    }
    for (const id of [...sessions.map(session => session.id), 'x', '%00', 'a'.repeat(500)]) {
      const answer = await attacker.delete(`/account/sessions/${id}`)
      assert.equal(answer.status, 404)
    }
    assert.ok(await isAlive(victim.cookie))
  })

  it('where and by what somebody signs in is not kept', async () => {
    const browser = new Browser(app.origin)
    const callback = await consentTo(app, VICTIM, browser)
    await browser.go(callback, { headers: { 'User-Agent': AGENT, 'X-Forwarded-For': '203.0.113.9' } })
    const list = await (await asSignedIn(app, browser).get('/account/sessions')).text()
    assert.match(list, /"device":"desktop"/)
    assert.doesNotMatch(list, /Mozilla|Chrome|203\.0|127\.0/)
    assert.doesNotMatch(list, /T\d\d:/, 'days alone')
    assert.equal(holdsData('Chrome/140'), false)
  })

  it('reading sessions from the database', async () => {
    const { cookie } = await signIn(app, VICTIM)
    const [, value] = cookie.split('=') as [string, string]
    assert.ok(holdsData(VICTIM.email!), 'the test reads the right files')
    for (const secret of [value, 'sim-community-token', 'sim-community-code', sim.clientSecret]) {
      assert.equal(holdsData(secret), false, secret)
    }
  })

  it('reading sessions from the log', async () => {
    const victim = await signIn(app, VICTIM)
    const [, value] = victim.cookie.split('=') as [string, string]
    const browser = new Browser(app.origin)
    const callback = new URL(await consentTo(app, VICTIM, browser))
    sim.faults.add({ fault: 'server-error', times: 1, path: /token$/ })
    await browser.go(callback.href)
    sim.tokens.revokeAllOf(VICTIM.sub)
    const all = lines.join('')
    assert.match(all, /community site/, 'the failure was logged')
    const secrets = [value, callback.searchParams.get('code')!, callback.searchParams.get('state')!]
    for (const secret of [
      ...secrets,
      sim.clientSecret,
      'sim-community-token',
      VICTIM.email!,
      app.adminToken,
    ]) {
      assert.ok(!all.includes(secret), secret)
    }
  })

  it('an old session: ended after 30 days without a visit, and kept by visits', async () => {
    const idle = await signIn(app, VICTIM)
    const visitor = await signIn(app, VICTIM)
    for (let day = 0; day < 31; day++) {
      clock.advance(DAY_MS)
      const answer = await visitor.get('/account/sessions')
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('set-cookie')!, /Max-Age=2592000/)
    }
    assert.equal((await visitor.get('/account/sessions')).headers.get('set-cookie'), null, 'once an hour')
    assert.equal(await isAlive(idle.cookie), false)
  })

  it('more sessions than anyone needs: the oldest end', async () => {
    const first = await signIn(app, ATTACKER)
    for (let i = 0; i < 50; i++) {
      clock.advance(1000)
      await signIn(app, ATTACKER)
    }
    assert.equal(await isAlive(first.cookie), false)
  })

  it('clickjacking and content of others on pages', async () => {
    for (const path of ['/sign-in?problem=expired', '/docs', '/terms']) {
      const { headers, status } = await fetch(app.origin + path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
      assert.match(headers.get('content-security-policy')!, /base-uri 'none'/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
    }
  })

  it('the admin pages for somebody who is signed in and no administrator', async () => {
    const attacker = await signIn(app, ATTACKER)
    assert.equal((await attacker.get('/admin/blocks')).status, 401)
    assert.equal((await attacker.put(`/admin/blocks/${inventedId(1)}`, {})).status, 401)
  })

  it('forged writes in the name of an administrator', async () => {
    const admin = await signIn(app, ADMIN)
    assert.equal((await admin.get('/admin/blocks')).status, 200)
    const headers = { Cookie: admin.cookie, 'Content-Type': 'application/json' }
    const block = (more: Record<string, string>) =>
      app.get(`/admin/blocks/${inventedId(1)}`, {
        method: 'PUT',
        headers: { ...headers, ...more },
        body: '{}',
      })
    for (const forged of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      assert.equal((await block(forged as Record<string, string>)).status, 403)
    }
    assert.equal((await block({ Origin: own(), Authorization: 'Bearer wrong' })).status, 401)
    assert.equal((await block({ Origin: own() })).status, 200)
    const audit = await (await admin.get('/admin/audit')).text()
    assert.match(audit, /"actor":"user admin-1"/)
    await admin.post('/logout')
    assert.equal((await block({ Origin: own() })).status, 401)
  })

  /** True when the text occurs anywhere in the data folder. */
  function holdsData(text: string): boolean {
    const { dir } = app.config.data
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
    return files.some(file => readFileSync(join(file.parentPath, file.name)).includes(text))
  }
})
