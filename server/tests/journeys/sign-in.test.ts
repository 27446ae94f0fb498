import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

describe('signing in', () => {
  it('signs a person in, lists the session, and signs out', async t => {
    const clock = new ManualClock()
    const { env } = await startCommunity(t, [PLAYER], clock)
    await using app = await startTestApp({ env, clock })
    const momo = await signIn(app, PLAYER)
    const sessions = (await (await momo.get('/account/sessions')).json()) as { sessions: object[] }
    assert.equal(sessions.sessions.length, 1)
    assert.equal((await momo.post('/logout')).status, 200)
    assert.equal((await momo.get('/account/sessions')).status, 401)
  })
})
