import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CurrentSession, SessionsEndedSchema, SessionsSchema } from '@avatary/contract/sessions'
import { Compile } from 'typebox/compile'
import { startTestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { ADMIN, consentTo, creator, PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

const FEATURES = { signIn: true, verification: false, discord: false, discordBot: false, demo: false }

const listShape = Compile(SessionsSchema)
const endedShape = Compile(SessionsEndedSchema)

describe('signing in', () => {
  it('signs a person in, lists the session, and signs out', async t => {
    const clock = new ManualClock()
    const { env } = await startCommunity(t, [PLAYER], clock)
    await using app = await startTestApp({ env, clock })
    const momo = await signIn(app, PLAYER)
    const list: unknown = await (await momo.get('/account/sessions')).json()
    assert.ok(listShape.Check(list), JSON.stringify(list))
    const [{ id, ...session }] = list.sessions as [(typeof list.sessions)[0]]
    assert.match(id, /^[\w-]{16}$/)
    assert.deepEqual(session, {
      device: 'other',
      createdOn: '2026-11-21',
      seenOn: '2026-11-21',
      isCurrent: true,
    })
    assert.equal((await momo.post('/logout')).status, 200)
    assert.equal((await momo.get('/account/sessions')).status, 401)
    assert.equal((await momo.post('/logout')).status, 401)
  })

  it('redirects to the requested page, which may be the consent page of an application', async t => {
    const { env } = await startCommunity(t)
    await using app = await startTestApp({ env })
    const consent =
      '/api/oauth2/authorize?client_id=c&redirect_uri=https%3A%2F%2Fapp.example%2Fb&scope=identify+email'
    for (const returnTo of ['/', '/account?tab=keys#new', consent]) {
      const browser = new Browser(app.origin)
      const answer = await browser.go(await consentTo(app, PLAYER, browser, returnTo))
      assert.equal(answer.headers.get('location'), returnTo)
    }
  })

  it('ends one session of several, and all of them', async t => {
    const { env } = await startCommunity(t)
    await using app = await startTestApp({ env })
    const [here, there] = [await signIn(app, PLAYER), await signIn(app, PLAYER)]
    const { sessions } = (await (await here.get('/account/sessions')).json()) as {
      sessions: { id: string; isCurrent: boolean }[]
    }
    const other = sessions.find(({ isCurrent }) => !isCurrent)!
    assert.equal((await here.delete(`/account/sessions/${other.id}`)).status, 200)
    assert.equal((await there.get('/account/sessions')).status, 401)
    const unknown = await here.delete(`/account/sessions/${other.id}`)
    assert.deepEqual(
      [unknown.status, ((await unknown.json()) as { code: string }).code],
      [404, 'unknown_session'],
    )
    const ended: unknown = await (await here.delete('/account/sessions')).json()
    assert.ok(endedShape.Check(ended))
    assert.equal(ended.ended, 1)
    assert.equal((await here.get('/account/sessions')).status, 401)
  })
})

describe('the current session', () => {
  it('is null when nobody is signed in, also where nobody can', async () => {
    await using app = await startTestApp()
    const answer = await app.getJson('/session')
    assert.deepEqual(answer, { session: null, features: { ...FEATURES, signIn: false } })
    const cookie = { headers: { Cookie: `avatary_session=${'x'.repeat(43)}` } }
    assert.equal((await app.getJson('/session', cookie)).session, null)
  })

  it('tells a person who they are, and whether they are an administrator or a creator', async t => {
    const upperCase = creator('usr_11111111-1111-4111-8111-11111111111A')
    const { sim, env } = await startCommunity(t, [PLAYER, ADMIN, upperCase])
    await using app = await startTestApp({ env })
    const sessionOf = async (person: { sub: string }) => {
      const browser = await signIn(app, person)
      return (await (await browser.get('/session')).json()) as CurrentSession
    }
    const profile = `${sim.origin}/@momo`
    const person = { id: 'player-1', username: 'momo', name: 'Momo', picture: null, profile }
    assert.deepEqual(await sessionOf(PLAYER), {
      session: { person, administrator: false, creator: null },
      features: FEATURES,
    })
    assert.equal((await sessionOf(ADMIN)).session?.administrator, true)
    assert.deepEqual((await sessionOf(upperCase)).session?.creator, {
      id: 'usr_11111111-1111-4111-8111-11111111111a',
      name: 'Creator 1',
    })
  })
})
