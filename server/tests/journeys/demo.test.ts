import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { demoPeople } from '../../../sim/src/community/people.ts'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { DEMO_REPORTS } from '../../../sim/src/demo/demo-moderation.ts'
import { DEMO_PLACEMENTS } from '../../../sim/src/demo/demo-promotions.ts'
import { startApp } from '../../src/app.ts'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import type { Config } from '../../src/config/config.ts'
import { demoData, demoFile } from '../../src/config/demo-data.ts'
import { openDemo } from '../../src/demo/open-demo.ts'
import { simulateUpstreams } from '../../src/demo/upstreams.ts'
import type { Database } from '../../src/kernel/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { ReportStore } from '../../src/slices/moderation/index.ts'
import { ModerationStore } from '../../src/slices/moderation/store.sql.ts'
import { PromotionStore } from '../../src/slices/promotions/index.ts'
import { configOf } from '../support/config.ts'
import { copyDemoData } from '../support/demo-data.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { startServerProcess } from '../support/server-process.ts'
import { onSite, signIn } from '../support/sign-in.ts'
import { testFolder } from '../support/temp-folder.ts'
import { NO_UPSTREAMS, unsetIn } from '../support/unset.ts'
import { until } from '../support/until.ts'

const DEMO = createDemoCatalog()
/** Part of the demo's catalog: filling a database with it takes a third of the CPU time. */
const SMALL_CATALOG = { ...DEMO, indexedAvatars: DEMO.indexedAvatars.slice(0, 300) }
/** Some of the 300 avatars are blocked or no longer public. */
const MIN_INDEXED = 250

describe('the demo', () => {
  it('shows a filled catalog that takes submissions, and ends once the first real avatars are saved', async t => {
    const folder = testFolder(t, 'demo')
    await copyDemoData(folder)
    // Operators may block an avatar that is not submitted yet.
    const subject = { kind: 'avatar', id: 'avtr_00000000-0000-4000-8000-000000000009' } as const
    const act = { actor: 'operator', nowMs: Date.now() }
    await withDatabase(configOf({ DATA_DIR: folder }), db =>
      new ModerationStore({ db }).block(subject, null, act),
    )
    await using server = await startServerProcess({
      DEMO: '1',
      DATA_DIR: folder,
      PLATFORM_LOOKUPS_PER_MINUTE: '600',
    })
    const json = async (path: string, init?: RequestInit) =>
      (await (await fetch(server.baseUrl + path, init)).json()) as Record<string, unknown>

    const stats = await json('/stats')
    assert.ok(Number(stats.listed) >= 2000, JSON.stringify(stats))
    const { avatars } = (await json('/avatars/trending?limit=5')) as { avatars: { views: number }[] }
    assert.ok(avatars.every(({ views }) => views > 100))

    const { terms } = (await json('/avatars/popular-searches')) as { terms: string[] }
    assert.equal(terms.length, 5)
    for (const term of terms) {
      const found = await json(`/avatars/search?q=${encodeURIComponent(term)}`)
      assert.ok(Number(found.total) > 0, term)
    }

    const { total } = await json('/world/promoted')
    const { groups } = await json('/world/promoted/groups')
    const { admins } = await json('/world/admins')
    assert.deepEqual([total, (groups as object[]).length, (admins as string[]).length], [4, 2, 3])
    for (const path of ['/world/leaderboard', '/world/supporters']) {
      const { rows } = (await json(path)) as { rows: object[] }
      assert.equal(rows.length >= 10, true, path)
    }

    const { id } = DEMO.submittableAvatars[0]!
    const body = JSON.stringify({ avatarId: id })
    const headers = { 'Content-Type': 'application/json' }
    assert.deepEqual(await json('/avatars/submit', { method: 'POST', headers, body }), {
      ok: true,
      status: 'queued',
      id,
      position: 1,
    })
    await until(
      'the submitted avatar is found',
      async () => (await json(`/avatars/search?q=${id}`)).total === 1,
    )

    await saveRealAvatars(folder)
    await until('the demo has ended', async () => {
      const now = await json('/stats').catch(() => ({ indexed: -1 }))
      return now.indexed === INVENTED_AVATARS.length
    })
    assert.equal((await json(`/avatars/search?q=${id}`)).total, 0)
  })
})

describe('the database of the demo', () => {
  it('is filled again after an interrupted fill, and only once when two servers start together', async t => {
    const folder = testFolder(t, 'demo')
    const config = demoConfig(folder)
    // A version that used this file name left it half filled when it was killed.
    await saveRealAvatars(dirname(demoFile(config)))
    let isMigrated = false
    const info = ({ event }: { event: string }) => {
      if (event === 'database-migrated') isMigrated = true
    }
    const log = { ...silentLog, info }
    let readings = 0
    const now = () => {
      // The avatars are saved between the first two readings of the clock after the migration.
      if (isMigrated && ++readings === 2) throw new Error('broken off')
      return Date.now()
    }
    await assert.rejects(openDemo({ config, clock: { now }, log, catalog: SMALL_CATALOG }), /broken off/)
    assert.equal(existsSync(demoFile(config)), false)

    const deps = { config, clock: systemClock, log: silentLog, catalog: SMALL_CATALOG }
    await using stack = new AsyncDisposableStack()
    for (const demo of await Promise.all([openDemo(deps), openDemo(deps)])) stack.use(demo)
    assert.deepEqual(readdirSync(dirname(demoFile(config))).sort(), ['avatary.sqlite', 'demo.sqlite'])
    await withDatabase({ ...config, data: demoData(config) }, async db => {
      const { indexed } = await catalogStore(db).countRows()
      const page = { limit: 100, offset: 0 }
      const placements = await new PromotionStore({ db }).placements('all', page, Date.now())
      const reports = await new ReportStore({ db }).list('all', page)
      assert.ok(indexed > MIN_INDEXED, String(indexed))
      assert.deepEqual([placements.total, reports.total], [DEMO_PLACEMENTS.length, DEMO_REPORTS.length + 1])
    })
  })
})

describe('the file of the demo', () => {
  const avatarsIn = async (config: Config) => {
    let indexed = 0
    await withDatabase({ ...config, data: demoData(config) }, async db => {
      indexed = (await catalogStore(db).countRows()).indexed
    })
    return indexed
  }

  const eventsOf = async (config: Config) => {
    const events: string[] = []
    const note = ({ event }: { event: string }) => void events.push(event)
    const log = { ...silentLog, info: note, warn: note }
    await using _ = await openDemo({ config, clock: systemClock, log, catalog: SMALL_CATALOG })
    return events.filter(event => event !== 'demo-started' && event !== 'database-migrated')
  }

  it('is made again when it is damaged or empty, and stays as it is otherwise', async t => {
    const folder = testFolder(t, 'demo')
    const config = demoConfig(folder)
    const file = demoFile(config)
    assert.deepEqual(await eventsOf(config), ['demo-loaded'])
    const whole = readFileSync(file)
    const middle = Math.floor(whole.length / 2)
    assert.deepEqual(await eventsOf(config), [])
    const damaged: Record<string, Buffer> = {
      'some pages overwritten': Buffer.from(whole).fill(7, middle, middle + 100_000),
      empty: Buffer.alloc(0),
    }
    for (const [what, bytes] of Object.entries(damaged)) {
      writeFileSync(file, bytes)
      assert.deepEqual(await eventsOf(config), ['demo-unusable', 'demo-loaded'], what)
      assert.ok((await avatarsIn(config)) > MIN_INDEXED)
    }
  })

  it('is not mixed with the write-ahead log of another database', async t => {
    const folder = testFolder(t, 'demo')
    const config = demoConfig(folder)
    const file = demoFile(config)
    const real = join(folder, 'avatary.sqlite')
    await withDatabase(configOf({ DATA_DIR: folder }), async db => {
      await catalogStore(db).saveMany(INVENTED_AVATARS, Date.now())
      mkdirSync(dirname(file))
      for (const end of ['-wal', '-shm']) copyFileSync(`${real}${end}`, `${file}${end}`)
    })
    assert.deepEqual(await eventsOf(config), ['demo-loaded'])
    assert.deepEqual(readdirSync(dirname(file)), ['demo.sqlite'])
    assert.ok((await avatarsIn(config)) > MIN_INDEXED)
  })
})

describe('the upstreams of the demo', () => {
  const NAMES = ['platform', 'external index', 'community site', 'membership platform', 'Discord']

  it('are all simulated when nothing is configured, so that an account can be connected to Discord', async t => {
    const folder = testFolder(t, 'demo')
    const simulated = await simulateUpstreams(demoConfig(folder), {
      catalog: DEMO,
      clock: systemClock,
    })
    await using stack = new AsyncDisposableStack()
    stack.use(simulated)
    assert.deepEqual(simulated.names, NAMES, 'add it to NAMES of this test')
    // A single process shares its limits with no other.
    const unset = unsetIn(simulated.config).filter(path => path !== 'data.redisUrl')
    assert.deepEqual(unset, NO_UPSTREAMS, 'simulate it by a line in server/src/demo/upstreams.ts')
    const app = await startApp({ config: simulated.config, log: silentLog })
    stack.defer(() => app.stop())
    await app.ready
    const site = { origin: `http://127.0.0.1:${app.port}`, config: simulated.config }
    const [person] = demoPeople(DEMO.indexedAvatars)
    const somebody = await signIn(site, person!)
    const beginAnswer = await somebody.post('/discord/connect', { returnTo: 'dashboard' })
    const { url } = (await beginAnswer.json()) as { url: string }
    const consent = await (await fetch(url)).text()
    const [, choice] = /href="([^"]+)">Continue as Robin/.exec(consent)!
    const chosen = new URL(choice!.replaceAll('&#38;', '&'), url)
    const back = await fetch(chosen, { redirect: 'manual' })
    const done = await somebody.browser.go(onSite(site, back.headers.get('location')!))
    assert.equal(done.headers.get('location'), `${site.config.http.publicUrl}/dashboard?discord=connected`)
    const status = (await (await somebody.get('/discord/status')).json()) as {
      user: { username: string }
      checks: { key: string; passed: boolean }[]
    }
    assert.equal(status.user.username, 'robin')
    assert.equal(status.checks.find(({ key }) => key === 'supporter')?.passed, true)
    const { guilds } = (await (await somebody.get('/discord/guilds')).json()) as { guilds: { id: string }[] }
    const settings = await Promise.all(
      guilds.map(async ({ id }) => await (await somebody.get(`/discord/guilds/${id}`)).json()),
    )
    const present = (settings as { botPresent: boolean }[]).map(({ botPresent }) => botPresent)
    assert.deepEqual(present.toSorted(), [false, true])
  })

  it('leave out what is configured', async () => {
    const env = {
      EXTERNAL_INDEX_URL: 'http://127.0.0.1:1',
      DISCORD_PUBLIC_KEY: 'ab'.repeat(32),
      PLATFORM_AUTH_COOKIE: 'authcookie_x',
      PLATFORM_CONTACT: 'me@example.org',
    }
    const config = configOf(env)
    await using simulated = await simulateUpstreams(config, { catalog: DEMO, clock: systemClock })
    const configured = ['platform', 'external index', 'Discord']
    assert.deepEqual(
      simulated.names,
      NAMES.filter(name => !configured.includes(name)),
    )
    assert.deepEqual(simulated.config.discord, config.discord)
    assert.deepEqual(simulated.config.externalIndex, config.externalIndex)
  })

  it('draw one picture at a time, however many are fetched, and none that must be converted', async () => {
    let drawing = 0
    const atOnce: number[] = []
    const draw = async (_file: string, _size: number, format = 'png') => {
      assert.equal(format, 'webp')
      atOnce.push(++drawing)
      // The demo's own requests arrive meanwhile.
      await fetch(simulated.config.platform.apiUrl)
      drawing--
      return Buffer.from('PNG')
    }
    await using simulated = await simulateUpstreams(configOf({}), { catalog: DEMO, clock: systemClock, draw })
    const headers = { 'User-Agent': 'Avatary/1.0 me@example.org' }
    const pictures = Array.from({ length: 6 }, async (_, index) => {
      const url = `${simulated.config.platform.apiUrl}/image/file_${index}/1/256`
      return await (await fetch(url, { headers })).text()
    })
    assert.deepEqual(await Promise.all(pictures), Array(6).fill('PNG'))
    assert.deepEqual(atOnce, Array(6).fill(1))
  })
})

function demoConfig(folder: string): Config {
  return configOf({ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' })
}

async function withDatabase(config: Config, work: (db: Database) => Promise<unknown>): Promise<void> {
  await using db = await openMigratedDatabase({ config, clock: systemClock, log: silentLog })
  await work(db)
}

async function saveRealAvatars(dir: string): Promise<void> {
  await withDatabase(configOf({ DATA_DIR: dir }), db =>
    catalogStore(db).saveMany(INVENTED_AVATARS, Date.now()),
  )
}
