import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { ChangesPage } from '@avatary/contract/catalog'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { creator, PLAYER, type SignedInBrowser, signIn, startCommunity } from '../support/sign-in.ts'

/** The author of three invented avatars. */
const ANNA = creator('usr_00000000-0000-4000-8000-0000000000a1')
const FOX = inventedId(1)

interface Page {
  total: number
  avatars: { id: string; likes?: number }[]
}

/** Two apps that share one database, like two processes. */
async function startTwo(t: TestContext, { name, createUrl }: TestEngine) {
  const { env } = await startCommunity(t, [PLAYER, ANNA])
  const url = await createUrl(t)
  const DATABASE_URL = name === 'sqlite' ? `sqlite:${url}` : url
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
  const both = { ...env, DATABASE_URL, SECRET_KEY, RATE_LIMIT_WRITES: '0', RATE_LIMIT_GLOBAL: '0' }
  const clock = new ManualClock(Date.now())
  const first = await startTestApp({ avatars: INVENTED_AVATARS, env: both, clock })
  afterwards(t, async () => await first[Symbol.asyncDispose]())
  const second = await startTestApp({ env: both, clock })
  afterwards(t, async () => await second[Symbol.asyncDispose]())
  return { first, second }
}

async function jsonOf<Body>(answer: Promise<Response>, status = 200): Promise<Body> {
  const response = await answer
  const text = await response.text()
  assert.equal(response.status, status, text)
  return JSON.parse(text) as Body
}

async function idsAt(app: TestApp, path: string): Promise<string[]> {
  const { avatars } = await jsonOf<Page>(app.get(path))
  return avatars.map(({ id }) => id)
}

/** For each list, whether it contains the avatar. */
async function whereListed(app: TestApp, id: string) {
  const page = async (path: string) => (await idsAt(app, path)).includes(id)
  const status = async (path: string) => (await app.get(path)).status === 200
  const { listed, hidden } = await jsonOf<{ listed: number; hidden: number }>(app.get('/stats'))
  const { tags } = await jsonOf<{ tags: { tag: string; count: number }[] }>(app.get('/world/tags'))
  return {
    search: await page('/avatars/search?q=fox'),
    byId: await page(`/avatars/search?q=${id}`),
    total: (await jsonOf<Page>(app.get('/avatars/search'))).total,
    worldSearch: await page('/world/search?q=fox'),
    worldAvatar: await status(`/world/avatar/${id}`),
    insights: await page('/insights/avatars?q=fox'),
    insightsDetail: await status(`/insights/avatars/${id}`),
    foxes: tags.find(({ tag }) => tag === 'fox')?.count ?? 0,
    stats: { listed, hidden },
  }
}

/**
 * True when the whole catalog, as mirrors copy it, contains the avatar; new ones may be missing for two minutes (spec,
 * "Catalog").
 */
async function whereCopied(app: TestApp, id: string) {
  const has = async (path: string) => (await (await app.get(path)).text()).includes(id)
  return [await has('/avatars/all'), await has('/avatars/all.ndjson'), await has('/world/all')]
}

/** The avatar's latest change in the change feed. */
async function lastChange(app: TestApp, id: string): Promise<string | undefined> {
  const { changes } = await jsonOf<ChangesPage>(app.get('/avatars/changes?since=0'))
  return changes.findLast(change => (change.type === 'remove' ? change.id : change.avatar.id) === id)?.type
}

const SHOWN = {
  search: true,
  byId: true,
  total: 8,
  worldSearch: true,
  worldAvatar: true,
  insights: true,
  insightsDetail: true,
  foxes: 2,
  stats: { listed: 8, hidden: 0 },
}
const GONE = {
  search: false,
  byId: false,
  total: 7,
  worldSearch: false,
  worldAvatar: false,
  insights: false,
  insightsDetail: false,
  foxes: 1,
  stats: { listed: 7, hidden: 1 },
}

async function hasBecome(app: TestApp, expected: object): Promise<void> {
  await app.settle()
  assert.deepEqual(await whereListed(app, FOX), expected, 'after two seconds')
}

async function unlist(by: SignedInBrowser, listed: boolean) {
  const body = await jsonOf<{ listed: boolean }>(by.put(`/creator/avatars/${FOX}/visibility`, { listed }))
  assert.equal(body.listed, listed)
}

forEachEngine('people, as two processes serve them', engine => {
  it('sign in as a creator, save, group, like, unlist, see it vanish on another process, relist', async t => {
    const { first, second } = await startTwo(t, engine)
    const anna = await signIn(first, ANNA)
    assert.deepEqual(await whereListed(second, FOX), SHOWN)
    assert.deepEqual(await whereCopied(second, FOX), [true, true, true])

    await jsonOf(anna.put(`/favorites/${FOX}`))
    const group = await jsonOf<{ id: string }>(anna.post('/favorites/groups', { name: 'Mine', icon: 'cat' }))
    await jsonOf(anna.put(`/favorites/${FOX}/group`, { groupId: group.id }))
    const { likes } = await jsonOf<{ likes: number }>(anna.put(`/likes/${FOX}`))
    assert.equal(likes, 1)
    const likesElsewhere = async () =>
      (await jsonOf<Page>(second.get(`/avatars/search?q=${FOX}`))).avatars[0]?.likes
    await second.settle()
    assert.equal(await likesElsewhere(), 1)

    await unlist(anna, false)
    assert.deepEqual(await whereListed(first, FOX), GONE, 'at once where it was done')
    await hasBecome(second, GONE)
    assert.deepEqual(await whereCopied(second, FOX), [false, false, false])
    assert.equal(await lastChange(second, FOX), 'remove')
    const saved = await jsonOf<{ avatars: { id: string; available: boolean; groupId: string }[] }>(
      anna.get('/favorites'),
    )
    assert.deepEqual(
      saved.avatars.map(({ id, available, groupId }) => ({ id, available, groupId })),
      [{ id: FOX, available: false, groupId: group.id }],
    )
    const own = await jsonOf<{ avatars: { id: string; listed: boolean; lifetime: { likes: number } }[] }>(
      anna.get('/creator/avatars'),
    )
    const fox = own.avatars.find(({ id }) => id === FOX)!
    assert.deepEqual([fox.listed, fox.lifetime.likes], [false, 1], 'its creator still sees how it does')

    await unlist(anna, true)
    assert.deepEqual(await whereListed(first, FOX), SHOWN)
    await hasBecome(second, SHOWN)
    assert.equal(await lastChange(second, FOX), 'upsert')
    assert.equal(await likesElsewhere(), 1)
  })
})
