import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { PLAYER, signIn, startCommunity } from '../support/sign-in.ts'

const FOX = inventedId(1)

describe('an account in the whole app', () => {
  it('exists after signing in, has keys that work, and is deleted permanently', async t => {
    const { env } = await startCommunity(t)
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env })
    const momo = await signIn(app, PLAYER)
    const elsewhere = await signIn(app, PLAYER)
    assert.equal((await momo.put(`/likes/${FOX}`)).status, 200)
    assert.equal((await momo.put(`/favorites/${FOX}`)).status, 200)
    const { user, usage } = (await (await momo.get('/account/summary')).json()) as {
      user: { id: string; username: string }
      usage: unknown
    }
    assert.deepEqual(
      [user.id, user.username, usage],
      [PLAYER.sub, PLAYER.username, { saved: 1, groups: 0, likes: 1 }],
    )
    const { key } = (await (await momo.post('/account/keys', { name: 'Bot' })).json()) as { key: string }
    const withKey = { headers: { Authorization: `Bearer ${key}` } }
    assert.equal((await app.get('/favorites', withKey)).status, 200)
    assert.equal((await app.get('/account/keys', withKey)).status, 401)
    const exported = (await (await momo.get('/account/export')).json()) as Record<string, unknown>
    assert.deepEqual([exported.email, (exported.sessions as unknown[]).length], [PLAYER.email, 2])

    assert.equal((await momo.delete('/account', { username: PLAYER.username })).status, 200)
    for (const browser of [momo, elsewhere]) assert.equal((await browser.get('/account/summary')).status, 401)
    assert.equal((await app.get('/favorites', withKey)).status, 401)

    const again = await signIn(app, PLAYER)
    const summary = (await (await again.get('/account/summary')).json()) as { usage: unknown }
    assert.deepEqual(summary.usage, { saved: 0, groups: 0, likes: 0 })
  })

  it('keeps all acknowledged writes after a restart', async t => {
    const { env } = await startCommunity(t)
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env })
    const momo = await signIn(app, PLAYER)
    await momo.put(`/favorites/${FOX}`)
    await momo.put('/account/settings', { defaultSort: 'name' })
    const before = await Promise.all(
      ['/favorites', '/account/settings'].map(async path => (await momo.get(path)).text()),
    )
    await app.app.stop()
    await using second = await startTestApp({ env: { ...env, DATA_DIR: app.config.data.dir } })
    const cookie = { headers: { cookie: momo.cookie } }
    const after = await Promise.all(
      ['/favorites', '/account/settings'].map(async path => (await second.get(path, cookie)).text()),
    )
    assert.deepEqual(after, before)
  })
})
