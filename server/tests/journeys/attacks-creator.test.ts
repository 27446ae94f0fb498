import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import {
  ANNA,
  ANNA_AVATAR_IDS,
  ANNA_ID,
  BORIS,
  BORIS_AVATAR_ID,
  BORIS_ID,
  bodyOf,
  codeOf,
  FOX,
  isFound,
  type OwnAvatar,
  startCreators,
  unlinked,
} from '../support/creators.ts'
import { inventedId } from '../support/invented-avatars.ts'
import { creator, PLAYER, signIn } from '../support/sign-in.ts'

const UNLISTED = { listed: false }
const visibilityOf = (id: string) => `/creator/avatars/${id}/visibility`
const REFUSAL = [409, 'no_verified_link']

const STRANGE = inventedId(91)
function strange(traits: Partial<AvatarPatch>): AvatarPatch {
  return { id: STRANGE, name: 'Strange', addedAtMs: 0, ...traits }
}

describe('an attack on creator tools fails:', () => {
  it("unlisting somebody else's avatar", async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    for (const id of [
      BORIS_AVATAR_ID,
      BORIS_AVATAR_ID.toUpperCase(),
      encodeURIComponent(`https://vrchat.com/home/avatar/${BORIS_AVATAR_ID}`),
    ])
      assert.deepEqual(await codeOf(anna.put(visibilityOf(id), UNLISTED)), [403, 'not_owner'], id)
    assert.ok(await isFound(app, BORIS_AVATAR_ID))
  })

  it('relisting what somebody else unlisted', async t => {
    const { app } = await startCreators(t)
    await bodyOf((await signIn(app, ANNA)).put(visibilityOf(FOX), UNLISTED))
    const boris = await signIn(app, BORIS)
    assert.deepEqual(await codeOf(boris.put(visibilityOf(FOX), { listed: true })), [403, 'not_owner'])
    assert.equal(await isFound(app, FOX), false)
  })

  it('having the name of an author whose id is not known', async t => {
    const avatars = [strange({ authorId: '', authorName: 'Creator 1' })]
    const { app } = await startCreators(t, { avatars })
    const anna = await signIn(app, ANNA)
    assert.deepEqual(await codeOf(anna.put(visibilityOf(STRANGE), UNLISTED)), [403, 'not_owner'])
    const { avatars: own } = await bodyOf<{ avatars: OwnAvatar[] }>(anna.get('/creator/avatars'))
    assert.deepEqual(
      own.map(({ id }) => id),
      ANNA_AVATAR_IDS,
    )
  })

  it('an author whose name is the id of another author', async t => {
    const avatars = [strange({ authorId: BORIS_ID, authorName: ANNA_ID })]
    const { app } = await startCreators(t, { avatars })
    const anna = await signIn(app, ANNA)
    assert.deepEqual(await codeOf(anna.put(visibilityOf(STRANGE), UNLISTED)), [403, 'not_owner'])
  })

  it('a legacy author id in another case, which is another author', async t => {
    const avatars = [strange({ authorId: 'AbCdEfGh12', authorName: 'Old' })]
    const { app, sim } = await startCreators(t, { avatars })
    const other = creator('abcdefgh12', 3)
    const owner = creator('AbCdEfGh12', 4)
    sim.putPerson(other)
    sim.putPerson(owner)
    const attacker = await signIn(app, other)
    assert.deepEqual(await codeOf(attacker.put(visibilityOf(STRANGE), UNLISTED)), [403, 'not_owner'])
    assert.equal((await bodyOf(attacker.get('/creator/avatars'))).total, 0)
    await bodyOf((await signIn(app, owner)).put(visibilityOf(STRANGE), UNLISTED))
    assert.equal(await isFound(app, STRANGE), false)
  })

  it('a link that is claimed but not verified', async t => {
    const { app, sim } = await startCreators(t)
    const account = { ...ANNA.platform_account!, verified: false }
    const impostor = { ...PLAYER, platform_account: account }
    sim.putPerson(impostor)
    const by = await signIn(app, impostor)
    assert.deepEqual(await codeOf(by.put(visibilityOf(FOX), UNLISTED)), REFUSAL)
    assert.deepEqual(await codeOf(by.put('/creator/opt-out', { optedOut: true })), REFUSAL)
    assert.deepEqual(await codeOf(by.get('/creator/avatars')), REFUSAL)
    assert.ok(await isFound(app, FOX))
  })

  it('a link that is lost between the check and the write', async t => {
    const { app, sim, clock } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    assert.equal((await bodyOf(anna.get('/creator/avatars'))).total, 3)
    sim.putPerson(unlinked(ANNA))
    clock.advance(10 * MINUTE_MS)
    assert.deepEqual(await codeOf(anna.put(visibilityOf(FOX), UNLISTED)), REFUSAL)
    assert.deepEqual(await codeOf(anna.put('/creator/opt-out', { optedOut: true })), REFUSAL)
    assert.ok(await isFound(app, FOX))
  })

  it('an account that was deleted at the community site', async t => {
    const { app, sim, clock } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    sim.removePerson(ANNA.sub)
    clock.advance(10 * MINUTE_MS)
    assert.deepEqual(await codeOf(anna.put(visibilityOf(FOX), UNLISTED)), REFUSAL)
  })

  it('an older session after the link moved to another platform account', async t => {
    const { app, sim } = await startCreators(t)
    const oldBrowser = await signIn(app, ANNA)
    const moved = {
      ...ANNA,
      platform_account: { ...ANNA.platform_account!, id: 'usr_00000000-0000-4000-8000-0000000000f0' },
    }
    sim.putPerson(moved)
    await signIn(app, moved)
    assert.deepEqual(await codeOf(oldBrowser.put(visibilityOf(FOX), UNLISTED)), [403, 'not_owner'])
    assert.equal((await bodyOf(oldBrowser.get('/creator/avatars'))).total, 0)
  })

  it('keeping the community site unavailable to keep a right', async t => {
    const { app, sim, clock } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    sim.faults.add({ fault: 'server-error' })
    clock.advance(9 * MINUTE_MS)
    await bodyOf(anna.put(visibilityOf(FOX), UNLISTED))
    clock.advance(MINUTE_MS)
    const unavailable = [503, 'upstream_unavailable']
    assert.deepEqual(await codeOf(anna.put(visibilityOf(FOX), { listed: true })), unavailable)
    assert.deepEqual(await codeOf(anna.put('/creator/opt-out', { optedOut: true })), unavailable)
    assert.equal(await isFound(app, FOX), false)
    sim.faults.clear()
    clock.advance(2 * MINUTE_MS)
    await bodyOf(anna.put(visibilityOf(FOX), { listed: true }))
    assert.ok(await isFound(app, FOX))
  })

  it('a forged write from the page of another site', async t => {
    const { app } = await startCreators(t)
    const { cookie } = await signIn(app, ANNA)
    const pages = ['https://evil.example', 'null', `${app.config.http.publicUrl}.evil.example`]
    for (const Origin of pages)
      for (const [path, body] of [
        [visibilityOf(FOX), UNLISTED],
        ['/creator/opt-out', { optedOut: true }],
      ] as const) {
        const headers = { Cookie: cookie, Origin, 'Content-Type': 'application/json' }
        const answer = app.get(path, { method: 'PUT', headers, body: JSON.stringify(body) })
        assert.deepEqual(await codeOf(answer), [403, 'origin_not_allowed'], Origin)
      }
    assert.ok(await isFound(app, FOX))
  })

  it('a personal API key in the place of the session', async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    const { key } = await bodyOf(anna.post('/account/keys', { name: 'Bot' }))
    const headers = {
      Authorization: `Bearer ${key}`,
      Origin: app.config.http.publicUrl,
      'Content-Type': 'application/json',
    }
    const put = (path: string, body: object) =>
      app.get(path, { method: 'PUT', headers, body: JSON.stringify(body) })
    const nobody = [401, 'sign_in_required']
    assert.deepEqual(await codeOf(put(visibilityOf(FOX), UNLISTED)), nobody)
    assert.deepEqual(await codeOf(put('/creator/opt-out', { optedOut: true })), nobody)
    assert.deepEqual(await codeOf(app.get('/creator/avatars', { headers })), nobody)
    assert.deepEqual(await codeOf(app.get('/creator/opt-out', { headers })), nobody)
    assert.equal((await app.get('/favorites', { headers })).status, 200, 'the key is one')
  })

  it('getting a blocked avatar listed', async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    const admin = { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' }
    for (const subject of [FOX, ANNA_ID]) {
      await bodyOf(app.get(`/admin/blocks/${subject}`, { method: 'PUT', headers: admin, body: '{}' }))
      await bodyOf(anna.put(visibilityOf(FOX), UNLISTED))
      const answer = await bodyOf(anna.put(visibilityOf(FOX), { listed: true }))
      assert.deepEqual(answer, { ok: true, id: FOX, listed: false, hiddenBecause: ['blocked'] })
      await bodyOf(anna.put('/creator/opt-out', { optedOut: true }))
      await bodyOf(anna.put('/creator/opt-out', { optedOut: false }))
      assert.equal(await isFound(app, FOX), false, subject)
    }
  })

  it('sending unknown fields: another owner, another id, an id in the body', async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    const body = {
      listed: false,
      id: BORIS_AVATAR_ID,
      authorId: BORIS_ID,
      personKey: 1,
      ['__proto__']: { listed: true },
    }
    await bodyOf(anna.put(visibilityOf(FOX), body))
    await bodyOf(anna.put(`/creator/opt-out?author=${BORIS_ID}`, { optedOut: true, authorId: BORIS_ID }))
    assert.ok(await isFound(app, BORIS_AVATAR_ID))
    const optOuts = await bodyOf<{ optOuts: { id: string }[] }>(
      app.get('/admin/opt-outs', { headers: { Authorization: `Bearer ${app.adminToken}` } }),
    )
    assert.deepEqual(
      optOuts.optOuts.map(({ id }) => id),
      [ANNA_ID],
    )
  })

  it("reading another creator's numbers", async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    for (const query of [`?author=${BORIS_ID}`, `?id=${BORIS_ID}&user=2`]) {
      const { avatars } = await bodyOf<{ avatars: OwnAvatar[] }>(anna.get(`/creator/avatars${query}`))
      assert.deepEqual(
        avatars.map(({ id }) => id),
        ANNA_AVATAR_IDS,
      )
    }
  })
})
