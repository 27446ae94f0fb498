import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { type CommunitySim, startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { SESSION_COOKIE_NAME } from '../../src/slices/identity/cookies.ts'
import type { IdentityTables } from '../../src/slices/identity/tables.sql.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { afterwards } from '../support/cleanup.ts'
import { faultMatrix } from '../support/fault-matrix.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { recordLog } from '../support/record-log.ts'
import { asSignedIn, communityEnv, PLAYER } from '../support/sign-in.ts'
import { WITHOUT_PAUSES, withShortDeadlines } from '../support/system-calls.ts'

const REST_MS = 60 * 60_000

/** Consents without an HTTP request to the community site, which may be failing. */
function consent(sim: CommunitySim, authorize: URL): string {
  const query = authorize.searchParams
  const code = sim.tokens.issueCode({
    sub: PLAYER.sub,
    scope: query.get('scope')!,
    challenge: query.get('code_challenge')!,
    redirectUri: query.get('redirect_uri')!,
  })
  return `/api/login/callback?${new URLSearchParams({ code, state: query.get('state')!, iss: sim.origin })}`
}

async function countRows(app: TestApp): Promise<string> {
  await using db = await openDatabase(app.config.data.databaseUrl)
  const { reader } = db.tables<IdentityTables>()
  const counts = (['users', 'sessions'] as const).map(table =>
    reader.selectFrom(table).select('id').execute(),
  )
  return (await Promise.all(counts)).map(rows => rows.length).join()
}

async function signInThroughFaults(t: TestContext, path: RegExp) {
  const clock = new ManualClock()
  const sim = await startCommunitySim({ now: () => clock.now(), people: [PLAYER] })
  afterwards(t, () => sim.stop())
  const app = await startTestApp({
    env: communityEnv(sim),
    clock,
    system: withShortDeadlines(WITHOUT_PAUSES, sim),
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())

  const call = async (fault: Fault | null) => {
    clock.advance(REST_MS)
    sim.faults.clear()
    if (fault !== null) sim.faults.add({ fault, path })
    const before = await countRows(app)
    const browser = new Browser(app.origin)
    const beginAnswer = await browser.go('/api/login?returnTo=/account')
    const answer = await browser.go(consent(sim, new URL(beginAnswer.headers.get('location')!)))
    assert.equal(answer.status, 303)
    assert.equal(await answer.text(), '')
    const location = answer.headers.get('location')!
    const isSignedIn = (await asSignedIn(app, browser).get('/account/sessions')).status === 200
    assert.equal(isSignedIn, browser.cookie(SESSION_COOKIE_NAME) !== undefined)
    assert.equal(isSignedIn, location === '/account')
    assert.deepEqual(browser.cookieNames('avatary_sign_in'), [])
    if (!isSignedIn) {
      assert.equal(await countRows(app), before, 'nothing is half-written')
      const page = await browser.go(location)
      assert.equal(page.status, 200)
      assert.match(
        await page.text(),
        /does not answer right now.*\n.*href="\/api\/login\?returnTo=%2Faccount"/,
      )
    }
    return { outcome: location, waitedMs: 0 }
  }
  return await faultMatrix({ t, name: `sign-in, ${path.source}`, sim, call })
}

const UNAVAILABLE = '/sign-in?problem=unavailable&returnTo=%2Faccount'

for (const path of [/\/token$/, /\/userinfo$/]) {
  it(`whatever befalls the community site at ${path.source}, nobody is signed in by half, and is told so`, async t => {
    const rows = await signInThroughFaults(t, path)
    assert.deepEqual(
      rows.map(({ fault, outcome, afterwards }) => [fault, outcome, afterwards]),
      Object.keys(FAULTS).map(fault => [fault, UNAVAILABLE, '/account']),
    )
  })
}

it('an application that the community site does not know is told to the operator, not to the browser', async t => {
  const sim = await startCommunitySim({ now: () => Date.now(), people: [PLAYER] })
  afterwards(t, () => sim.stop())
  const { log, lines } = recordLog('error')
  const env = { ...communityEnv(sim), COMMUNITY_CLIENT_SECRET: 'wrong-secret' }
  await using app = await startTestApp({ env, log })
  const browser = new Browser(app.origin)
  const beginAnswer = await browser.go('/api/login?returnTo=/account')
  const answer = await browser.go(consent(sim, new URL(beginAnswer.headers.get('location')!)))
  assert.equal(answer.headers.get('location'), UNAVAILABLE)
  assert.match(lines.join(), /does not accept this server: check COMMUNITY_CLIENT_ID/)
  assert.doesNotMatch(lines.join(), /wrong-secret/)
})

it('without a community site signing in answers 503, and the rest works', async () => {
  await using app = await startTestApp()
  for (const path of ['/login', '/login/callback?code=a&state=b']) {
    const answer = await app.get(path)
    assert.equal(answer.status, 503)
    assert.equal(((await answer.json()) as { code: string }).code, 'upstream_not_configured')
  }
  assert.equal((await app.get('/stats')).status, 200)
  assert.equal((await app.get('/account/sessions')).status, 401)
})
