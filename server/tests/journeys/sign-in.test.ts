import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SessionsEndedSchema, SessionsSchema } from '@avatary/contract/sessions'
import { Compile } from 'typebox/compile'
import { startTestApp } from '../support/app.ts'
import { Browser } from '../support/browser.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { consentTo, PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

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
