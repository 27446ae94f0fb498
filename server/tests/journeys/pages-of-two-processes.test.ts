import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { NO_LIMITS } from '../support/no-limits.ts'

const AVATARS = 300
const ADDED = Date.UTC(2026, 10, 1)

/** Visits of programs do not count, so that reading the lists does not change their order. */
const UNCOUNTED = { 'User-Agent': 'Googlebot/2.1' }

/** Every paged list, with the largest page size that yields several pages. */
const LISTS = [
  ...['recent', 'oldest', 'name', 'popular', 'updated', 'relevance'].map(
    sort => `/avatars/search?sort=${sort}&limit=30`,
  ),
  '/avatars/search?q=wolf&limit=30',
  '/avatars/search?q=wolf&sort=relevance&limit=30',
  ...['recent', 'name', 'popular'].map(sort => `/avatars/all?sort=${sort}&limit=30`),
  ...['recent', 'oldest', 'name', 'popular'].map(sort => `/world/list?sort=${sort}&limit=30`),
  '/world/all?limit=30',
  ...['views', 'trending', 'likes', 'ctr', 'newest'].map(sort => `/insights/avatars?sort=${sort}&limit=30`),
]

/** Spread over the range of ids, so that the order of ids differs from the order of arrival. */
function patchOf(n: number) {
  const spread = ((n * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return { id: `avtr_${spread}-0000-4000-8000-000000000000`, name: n % 3 === 0 ? 'Wolf' : `Wolf ${n % 10}` }
}

async function startOver(t: TestContext, DATABASE_URL: string): Promise<TestApp> {
  const env = { DATABASE_URL, ...NO_LIMITS }
  const app = await startTestApp({ env, clock: new ManualClock(ADDED + DAY_MS) })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return app
}

/** Two processes: one followed an import in batches, the other read everything at its start. */
async function startFollowedAndRebuilt(t: TestContext, { name, createUrl }: TestEngine) {
  const url = await createUrl(t)
  const databaseUrl = name === 'sqlite' ? `sqlite:${url}` : url
  const followed = await startOver(t, databaseUrl)
  const clock = new ManualClock(ADDED)
  await using db = await openMigratedDatabase({ config: followed.config, clock, log: silentLog })
  const store = catalogStore(db)
  const patches = Array.from({ length: AVATARS }, (_, n) => patchOf((n * 7) % AVATARS))
  for (let n = 0; n < AVATARS; n += 50) await store.saveMany(patches.slice(n, n + 50), ADDED)
  await store.saveMany(
    patches.filter((_, n) => n % 4 === 0).map(({ id }) => ({ id, description: 'Told later' })),
    ADDED,
  )
  await followed.settle()
  assert.equal((await followed.getJson('/stats')).listed, AVATARS)
  return { followed, rebuilt: await startOver(t, databaseUrl) }
}

interface Page {
  total: number
  avatars: { id: string }[]
}

/** Reads the pages of a list alternately from the processes, and returns the ids. */
async function idsInTurn(apps: readonly TestApp[], path: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; page * 30 < AVATARS; page++) {
    const app = apps[page % apps.length]!
    const answer = await app.getJson(`${path}&offset=${page * 30}`, { headers: UNCOUNTED })
    const { total, avatars } = answer as unknown as Page
    assert.equal(total, AVATARS, path)
    ids.push(...avatars.map(({ id }) => id))
  }
  return ids
}

forEachEngine('two processes, one of which followed the import and one of which began after it', engine => {
  it('give pages that fit together, in every list and order', async t => {
    const { followed, rebuilt } = await startFollowedAndRebuilt(t, engine)
    for (const path of LISTS) {
      const ids = await idsInTurn([followed, rebuilt], path)
      assert.equal(new Set(ids).size, AVATARS, path)
      assert.deepEqual(ids, await idsInTurn([rebuilt], path), path)
    }
  })

  it('give the same answers with the same ETag', async t => {
    const { followed, rebuilt } = await startFollowedAndRebuilt(t, engine)
    const apps = [followed, rebuilt]
    await haveSameTags(apps, [
      ...LISTS.filter(path => !path.startsWith('/world/')),
      '/stats',
      '/avatars/all.ndjson',
    ])
    // Answers for worlds contain the second in which they were made, and are identical within it.
    await rebuilt.settle()
    const bundle = '/world/bundle?include=stats,tags,promoted'
    await haveSameTags(apps, [...LISTS.filter(path => path.startsWith('/world/')), '/world/client', bundle])
  })
})

/** Asserts that all processes answer each path with the same ETag. */
async function haveSameTags(apps: readonly TestApp[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answers = apps.map(app => app.get(path, { headers: UNCOUNTED }))
    const [one, other] = await Promise.all(answers)
    const etag = one!.headers.get('ETag')
    assert.ok(etag !== null, path)
    assert.equal(other!.headers.get('ETag'), etag, path)
    assert.equal(await other!.text(), await one!.text(), path)
  }
}
