import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CreatorOverview } from '@avatary/contract/creator'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { silentLog } from '../../src/platform/log.ts'
import { AuthorProfiles } from '../../src/slices/creator/profiles/author-profiles.ts'
import { AuthorProfileStore } from '../../src/slices/creator/profiles/store.sql.ts'
import { avatary } from '../support/command-line.ts'
import {
  ANNA,
  ANNA_AVATAR_IDS,
  ANNA_ID,
  BORIS_AVATAR_ID,
  bodyOf,
  type CreatorSite,
  codeOf,
  FOX,
  isFound,
  type OwnAvatar,
  startCreators,
  unlinked,
} from '../support/creators.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { type SignedInBrowser, signIn } from '../support/sign-in.ts'
import { testUpstream } from '../support/upstream.ts'

async function ownAvatarsOf(by: SignedInBrowser, query = ''): Promise<OwnAvatar[]> {
  return (await bodyOf<{ avatars: OwnAvatar[] }>(by.get(`/creator/avatars${query}`))).avatars
}

async function setListed(by: SignedInBrowser, id: string, listed: boolean) {
  return await bodyOf(by.put(`/creator/avatars/${id}/visibility`, { listed }))
}

async function openDb({ app, clock }: CreatorSite) {
  return await openMigratedDatabase({ config: app.config, clock, log: silentLog })
}

async function track(site: CreatorSite, event: 'view' | 'outbound'): Promise<void> {
  const body = JSON.stringify({ event, source: 'search', platform: 'pc' })
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }
  await bodyOf(site.app.get(`/avatars/${FOX}/track`, { method: 'POST', headers, body }))
}

describe('a creator', () => {
  it('sees the counts of every avatar by day, also when it is unlisted', async t => {
    const site = await startCreators(t, { env: { FLUSH_INTERVAL_MS: '50' } })
    const anna = await signIn(site.app, ANNA)
    for (let i = 0; i < 3; i++) await track(site, 'view')
    await track(site, 'outbound')
    const readFox = async () => (await ownAvatarsOf(anna, '?days=7')).find(({ id }) => id === FOX)!
    await site.app.settle()
    const before = await readFox()
    assert.deepEqual([before.window.views, before.window.outbound], [3, 1])
    assert.deepEqual([before.listed, before.hiddenBecause], [true, []])
    assert.equal(before.lifetime.views, 53, 'its fifty earlier views are included')
    assert.deepEqual(
      before.series.map(({ views }) => views),
      [0, 0, 0, 0, 0, 0, 3],
    )
    assert.equal(before.series.at(-1)!.date, '2026-11-21')
    const publicRow = await bodyOf<OwnAvatar>(site.app.get(`/insights/avatars/${FOX}?days=7`))
    for (const key of ['lifetime', 'window', 'series'] as const)
      assert.deepEqual(before[key], publicRow[key], 'the public row has the same numbers')

    await setListed(anna, FOX, false)
    assert.equal((await site.app.get(`/insights/avatars/${FOX}`)).status, 404)
    assert.deepEqual(await readFox(), { ...before, listed: false, hiddenBecause: ['unlisted'] })
    assert.deepEqual(
      (await ownAvatarsOf(anna)).map(({ id }) => id),
      ANNA_AVATAR_IDS,
      'newest first, in any state',
    )
  })

  it('can send the same request twice with one effect', async t => {
    const site = await startCreators(t)
    const anna = await signIn(site.app, ANNA)
    await using db = await openDb(site)
    const lastSeq = async () => (await catalogStore(db).changes.bounds()).lastSeq
    const before = await lastSeq()
    const unlisted = { ok: true, id: FOX, listed: false, hiddenBecause: ['unlisted'] }
    assert.deepEqual(await setListed(anna, FOX, false), unlisted)
    assert.deepEqual(await setListed(anna, FOX.toUpperCase(), false), unlisted)
    assert.deepEqual(await setListed(anna, FOX, true), { ok: true, id: FOX, listed: true, hiddenBecause: [] })
    assert.deepEqual(await setListed(anna, FOX, true), { ok: true, id: FOX, listed: true, hiddenBecause: [] })
    assert.equal((await lastSeq()) - before, 2)
  })

  it('sees pages of their avatars in every order, without the daily series, and a single avatar', async t => {
    const site = await startCreators(t, { env: { FLUSH_INTERVAL_MS: '50' } })
    const anna = await signIn(site.app, ANNA)
    await track(site, 'view')
    await site.app.settle()
    await setListed(anna, ANNA_AVATAR_IDS[0]!, false)
    const pageOf = async (query: string) => {
      const page = await bodyOf<{ total: number; nextOffset: number | null; avatars: OwnAvatar[] }>(
        anna.get(`/creator/avatars?series=no&${query}`),
      )
      assert.ok(page.avatars.every(({ series }) => series === undefined))
      return [page.total, page.nextOffset, page.avatars.map(({ id }) => id)]
    }
    const [newest, middle, oldest] = ANNA_AVATAR_IDS
    assert.deepEqual(await pageOf(''), [3, null, ANNA_AVATAR_IDS])
    assert.deepEqual(await pageOf('limit=2'), [3, 2, [newest, middle]])
    assert.deepEqual(await pageOf('limit=2&offset=2'), [3, null, [oldest]])
    assert.deepEqual(await pageOf('sort=views&limit=2'), [3, 2, [oldest, newest]])
    assert.deepEqual(await pageOf('listed=no'), [1, null, [newest]])
    assert.deepEqual(await pageOf('listed=yes&sort=views'), [2, null, [oldest, middle]])
    const whole = (await ownAvatarsOf(anna, '?days=7')).find(({ id }) => id === FOX)
    assert.deepEqual(await bodyOf(anna.get(`/creator/avatars/${FOX}?days=7`)), whole)
  })

  it('sees an overview whose sums agree with the rows of the avatars', async t => {
    const site = await startCreators(t, { env: { FLUSH_INTERVAL_MS: '50' } })
    const anna = await signIn(site.app, ANNA)
    for (let i = 0; i < 3; i++) await track(site, 'view')
    await site.app.settle()
    await setListed(anna, FOX, false)
    const ownAvatars = await ownAvatarsOf(anna, '?days=7')
    const overview = await bodyOf<CreatorOverview>(anna.get('/creator/overview?days=7'))
    const sumOf = (numberOf: (avatar: OwnAvatar) => number) =>
      ownAvatars.reduce((sum, avatar) => sum + numberOf(avatar), 0)
    assert.deepEqual([overview.days, overview.total, overview.listed], [7, 3, 2])
    assert.equal(
      overview.lifetime.views,
      sumOf(({ lifetime }) => lifetime.views!),
    )
    assert.equal(overview.window.views, 3)
    assert.equal(overview.trend.views, null)
    assert.deepEqual(
      overview.series.map(({ date, views }) => [date, views]),
      ownAvatars[0]!.series.map(({ date }, day) => [date, sumOf(({ series }) => series[day]!.views)]),
    )
    const { series } = ownAvatars.find(({ id }) => id === FOX)!
    const { name } = await bodyOf<{ name: string }>(anna.get(`/creator/avatars/${FOX}`))
    assert.deepEqual(overview.leading, [{ id: FOX, name, series }], 'the others have no views')
  })

  it('lists and unlists many at once, each with its own outcome', async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    const setAll = (listed: boolean, ids: readonly string[]) =>
      bodyOf<{ done: number; refused: number; results: object[] }>(
        anna.post('/creator/avatars/visibility', { ids, listed }),
      )
    const [newest, middle] = ANNA_AVATAR_IDS as [string, string]
    const sent = [
      `https://vrchat.com/home/avatar/${newest}`,
      BORIS_AVATAR_ID,
      'fox',
      middle.toUpperCase(),
      newest,
    ]
    assert.deepEqual(await setAll(false, sent), {
      done: 3,
      refused: 2,
      results: [
        { index: 0, id: newest, status: 'done', listed: false, hiddenBecause: ['unlisted'] },
        { index: 1, id: BORIS_AVATAR_ID, status: 'refused', code: 'not_owner' },
        { index: 2, id: 'fox', status: 'refused', code: 'avatar_not_found' },
        { index: 3, id: middle, status: 'done', listed: false, hiddenBecause: ['unlisted'] },
        { index: 4, id: newest, status: 'done', listed: false, hiddenBecause: ['unlisted'] },
      ],
    })
    const found = () => Promise.all([...ANNA_AVATAR_IDS, BORIS_AVATAR_ID].map(id => isFound(app, id)))
    assert.deepEqual(await found(), [false, false, true, true])
    assert.equal((await setAll(true, ANNA_AVATAR_IDS)).done, 3)
    assert.deepEqual(await found(), [true, true, true, true])
  })

  it('keeps an avatar unlisted when an import changes it', async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    const exported = await (await app.get('/avatars/all.ndjson')).text()
    await setListed(anna, FOX, false)
    const newer = { id: FOX, name: 'New name', authorId: ANNA_ID, updatedAt: '2026-11-20T00:00:00.000Z' }
    const rows = `${exported.trim()}\n${JSON.stringify(newer)}\n`
    const { code, stderr } = await avatary(['import', '-', `--data-dir=${app.config.data.dir}`], {
      stdin: rows,
    })
    assert.equal(code, 0, stderr)
    const readFox = async () =>
      (await ownAvatarsOf(anna)).find(({ id }) => id === FOX) as unknown as { name: string }
    await app.settle()
    assert.equal((await readFox()).name, 'New name')
    assert.equal(await isFound(app, FOX), false)
  })

  it('opts out with all avatars, also future ones, and in again', async t => {
    const site = await startCreators(t)
    const { app, clock } = site
    const anna = await signIn(app, ANNA)
    await setListed(anna, FOX, false)
    const listed = async () => Promise.all(ANNA_AVATAR_IDS.map(id => isFound(app, id)))
    assert.deepEqual(await bodyOf(anna.get('/creator/opt-out')), { optedOut: false, since: null, avatars: 3 })
    const optedOut = { ok: true, optedOut: true, avatars: 2 }
    assert.deepEqual(await bodyOf(anna.put('/creator/opt-out', { optedOut: true })), optedOut)
    assert.deepEqual(await listed(), [false, false, false])
    assert.deepEqual(await bodyOf(anna.put('/creator/opt-out', { optedOut: true })), {
      ...optedOut,
      avatars: 0,
    })
    const since = new Date(clock.now()).toISOString()
    assert.deepEqual(await bodyOf(anna.get('/creator/opt-out')), { optedOut: true, since, avatars: 3 })

    await using db = await openDb(site)
    const later = { ...INVENTED_AVATARS[0]!, id: inventedId(50), name: 'Later' }
    await catalogStore(db).saveMany([later], clock.now())
    await app.settle()
    assert.equal((await ownAvatarsOf(anna)).length, 4)
    assert.equal(await isFound(app, later.id), false)
    const ownAvatars = await ownAvatarsOf(anna)
    assert.deepEqual(
      Object.fromEntries(ownAvatars.map(({ id, hiddenBecause }) => [id, hiddenBecause.join()])),
      {
        [later.id]: 'opted_out',
        [ANNA_AVATAR_IDS[0]!]: 'opted_out',
        [ANNA_AVATAR_IDS[1]!]: 'opted_out',
        [FOX]: 'unlisted,opted_out',
      },
    )
    const relisted = await setListed(anna, FOX, true)
    assert.deepEqual([relisted.listed, relisted.hiddenBecause], [false, ['opted_out']])
    await setListed(anna, FOX, false)

    const optedIn = await bodyOf(anna.put('/creator/opt-out', { optedOut: false }))
    assert.deepEqual(optedIn, { ok: true, optedOut: false, avatars: 3 })
    assert.deepEqual(await listed(), [true, true, false], 'what was unlisted one by one stays so')
    assert.ok(await isFound(app, later.id))
    const { entries } = await bodyOf<{ entries: { actor: string; action: string; subject: string }[] }>(
      app.get('/admin/audit', { headers: { Authorization: `Bearer ${app.adminToken}` } }),
    )
    assert.deepEqual(
      entries.map(({ actor, action, subject }) => `${actor}: ${action} ${subject}`),
      [`verified creator: opt-in ${ANNA_ID}`, `verified creator: opt-out ${ANNA_ID}`],
    )
  })

  it('loses the rights within ten minutes of losing the link, and regains them with it', async t => {
    const { app, sim, clock } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    const userInfoRequests = () => sim.requests.filter(({ path }) => path === '/oauth2/userinfo').length
    const before = userInfoRequests()
    for (let i = 0; i < 5; i++) assert.equal((await ownAvatarsOf(anna)).length, 3)
    assert.equal(userInfoRequests(), before, 'what the sign-in told is still relied on')
    sim.putPerson(unlinked(ANNA))
    clock.advance(9 * MINUTE_MS)
    assert.equal((await ownAvatarsOf(anna)).length, 3)
    clock.advance(MINUTE_MS)
    for (let i = 0; i < 3; i++)
      assert.deepEqual(await codeOf(anna.get('/creator/avatars')), [409, 'no_verified_link'])
    assert.equal(userInfoRequests(), before + 1)
    sim.putPerson(ANNA)
    clock.advance(10 * MINUTE_MS)
    assert.equal((await ownAvatarsOf(anna)).length, 3)
    assert.equal(userInfoRequests(), before + 2)
  })

  it('finds opt-out and unlisted avatars in the export; they stay so when the account is deleted', async t => {
    const { app } = await startCreators(t)
    const anna = await signIn(app, ANNA)
    await setListed(anna, FOX, false)
    await bodyOf(anna.put('/creator/opt-out', { optedOut: true }))
    const exported = await bodyOf(anna.get('/account/export'))
    assert.deepEqual(exported.creator, { authorId: ANNA_ID, optedOut: true, unlisted: [FOX] })
    await bodyOf(anna.delete('/account', { username: ANNA.username }))
    for (const id of ANNA_AVATAR_IDS) assert.equal(await isFound(app, id), false)
    const again = await signIn(app, ANNA)
    assert.equal((await bodyOf(again.get('/creator/opt-out'))).optedOut, true)
  })

  it('sees the link to their profile on their avatars', async t => {
    const site = await startCreators(t)
    const { app, sim, clock } = site
    const anna = await signIn(app, ANNA)
    await ownAvatarsOf(anna)
    await using db = await openDb(site)
    const store = new AuthorProfileStore({ db })
    const { upstream } = testUpstream(sim.origin)
    const profiles = new AuthorProfiles({ store, upstream, clock, random: () => 0.5 })
    assert.equal((await profiles.ask()).kind, 'asked', 'without a scan of the catalog before')
    const shown = async () => (await ownAvatarsOf(anna)).map(({ authorVrclUrl }) => authorVrclUrl)
    const url = `${sim.origin}/@${ANNA.username}`
    await app.settle()
    assert.deepEqual(await shown(), [url, url, url])
    const { avatars } = await bodyOf<{ avatars: OwnAvatar[] }>(app.get(`/world/search?q=${FOX}`))
    assert.equal(avatars[0]!.id, FOX)
    const found = await bodyOf<{ avatars: OwnAvatar[] }>(app.get(`/avatars/search?q=${FOX}`))
    assert.equal(found.avatars[0]!.authorVrclUrl, url)
  })
})
