import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { RouteContract } from '@avatary/contract/route'
import { catalogRoutes } from '@avatary/contract/routes/catalog'
import { MAX_FEED_ENTRIES } from '@avatary/contract/routes/feeds'
import { insightsRoutes } from '@avatary/contract/routes/insights'
import { interopRoutes } from '@avatary/contract/routes/interop'
import { worldRoutes } from '@avatary/contract/routes/world'
import { Compile, type Validator } from 'typebox/compile'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import type { CatalogTables } from '../../src/avatars/tables.sql.ts'
import { openMigratedDatabase } from '../../src/composition/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { avatary } from '../support/command-line.ts'
import { configOf } from '../support/config.ts'
import { type HostileAvatar, hostileAvatars } from '../support/hostile-records.ts'
import { NO_LIMITS } from '../support/no-limits.ts'
import { startWithPlatform } from '../support/platform.ts'
import { expectedAvatar, expectedForms, type RecordForms } from '../support/record-forms.ts'
import { recordLog } from '../support/record-log.ts'
import { testFolder } from '../support/temp-folder.ts'
import { childOf, childrenOf, readXml } from '../support/xml.ts'

/** Long enough that views which the test itself causes are written only after its last request. */
const ENV = { ...NO_LIMITS, FLUSH_INTERVAL_MS: '60000' }
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101' }

type Row = Record<string, unknown> & { id: string }

/** Reads avatars in every form in which an app shows them, and compares the answers with the records. */
class Reader {
  readonly #app: TestApp
  readonly #forms: ReadonlyMap<string, RecordForms>
  readonly #shapes = new Map<string, Validator>()
  /** Number of avatars compared with their records. */
  compared = 0

  constructor(app: TestApp, records: readonly CatalogRecord[]) {
    this.#app = app
    this.#forms = new Map(records.map(record => [record.id, expectedForms(record)]))
  }

  async text(path: string): Promise<string> {
    const answer = await this.#app.get(path, { headers: BROWSER })
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.status, 200, path)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  }

  /** Returns an answer after checking that it matches the route's schema. */
  async json<Answer>(route: RouteContract, path: string): Promise<Answer> {
    return this.parsed<Answer>(route, await this.text(path), path)
  }

  parsed<Answer>(route: RouteContract, text: string, path: string): Answer {
    const value: unknown = JSON.parse(text)
    const shape = this.#shapes.get(route.id) ?? Compile(route.response)
    this.#shapes.set(route.id, shape)
    assert.ok(shape.Check(value), `${path}: ${JSON.stringify(shape.Errors(value)).slice(0, 500)}`)
    return value as Answer
  }

  /** Checks that every record occurs once, with its exact values. */
  holdsAll(rows: readonly Row[], form: keyof RecordForms, path: string): void {
    const ids = rows.map(({ id }) => id).sort()
    assert.deepEqual(ids, [...this.#forms.keys()].sort(), path)
    this.holds(rows, form, path)
  }

  holds(rows: readonly Row[], form: keyof RecordForms, path: string): void {
    assert.ok(rows.length > 0, path)
    for (const row of rows) {
      assertSame(JSON.stringify(row), this.#forms.get(row.id)![form], path)
      this.compared++
    }
  }
}

/** Reports only where the texts begin to differ, because they may have 200 kB. */
function assertSame(actual: string, expected: string, path: string): void {
  if (actual === expected) return
  let at = 0
  while (actual[at] === expected[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  assert.fail(`${path} answers ${around(actual)} in the place of ${around(expected)}`)
}

function assertMostViewedFirst(rows: readonly Row[]): void {
  const views = rows.map(row => row.views as number)
  assert.deepEqual(
    views,
    views.toSorted((a, b) => b - a),
  )
}

async function readCatalog(reader: Reader): Promise<void> {
  const { searchAvatars, allAvatars, allAvatarsNdjson, avatarChanges, trendingAvatars, listTags } =
    catalogRoutes
  for (const sort of ['recent', 'oldest', 'name', 'popular']) {
    const rows: Row[] = []
    for (let hasMore = true; hasMore; ) {
      const path = `/avatars/search?sort=${sort}&limit=60&offset=${rows.length}`
      const page = await reader.json<{ avatars: Row[]; hasMore: boolean }>(searchAvatars, path)
      rows.push(...page.avatars)
      hasMore = page.hasMore
    }
    reader.holdsAll(rows, 'catalog', `/avatars/search?sort=${sort}`)
    if (sort === 'popular') assertMostViewedFirst(rows)
  }
  for (const sort of ['recent', 'popular', 'name']) {
    const path = `/avatars/all?sort=${sort}`
    reader.holdsAll((await reader.json<{ avatars: Row[] }>(allAvatars, path)).avatars, 'mirrors', path)
  }
  const lines = (await reader.text('/avatars/all.ndjson')).trimEnd().split('\n')
  const streamed = lines.map(line => reader.parsed<Row>(allAvatarsNdjson, line, '/avatars/all.ndjson'))
  reader.holdsAll(streamed, 'mirrors', '/avatars/all.ndjson')
  const { changes } = await reader.json<{ changes: { avatar: Row }[] }>(
    avatarChanges,
    '/avatars/changes?since=0',
  )
  const changed = changes.map(({ avatar }) => avatar)
  reader.holdsAll(changed, 'mirrors', '/avatars/changes')
  const trending = await reader.json<{ avatars: Row[] }>(trendingAvatars, '/avatars/trending?limit=20')
  reader.holds(trending.avatars, 'catalog', '/avatars/trending')
  await reader.json(listTags, '/avatars/tags?limit=60')
}

async function readWorlds(reader: Reader, records: readonly CatalogRecord[]): Promise<void> {
  const list = async (route: RouteContract, path: string) =>
    (await reader.json<{ avatars: Row[] }>(route, path)).avatars
  for (const sort of ['popular', 'recent', 'oldest', 'name']) {
    const path = `/world/list?limit=500&sort=${sort}`
    const rows = await list(worldRoutes.worldList, path)
    reader.holdsAll(rows, 'worlds', path)
    if (sort === 'popular') assertMostViewedFirst(rows)
  }
  const whole: [RouteContract, string][] = [
    [worldRoutes.worldSearch, '/world/search?limit=500'],
    [worldRoutes.worldAll, '/world/all'],
    [worldRoutes.worldRandom, '/world/random?limit=500'],
    [worldRoutes.worldAvatars, `/world/avatars?ids=${records.map(({ id }) => id).join(',')}`],
  ]
  for (const [route, path] of whole) reader.holdsAll(await list(route, path), 'worlds', path)
  reader.holds(await list(worldRoutes.worldClient, '/world/client'), 'worlds', '/world/client')
  await reader.json(worldRoutes.worldTrending, '/world/trending?limit=500')
  await reader.json(worldRoutes.worldTags, '/world/tags?limit=200')
  const bundle = await reader.json<{ sections: { random: { avatars: Row[] } } }>(
    worldRoutes.worldBundle,
    '/world/bundle?include=stats,trending,random,tags',
  )
  reader.holds(bundle.sections.random.avatars, 'worlds', '/world/bundle')
  for (const { id } of records) {
    const path = `/world/avatar/${id}`
    const { ok, now, counted, ...avatar } = await reader.json<Row>(worldRoutes.worldAvatar, path)
    reader.holds([avatar as Row], 'catalog', path)
  }
}

async function readPrograms(reader: Reader, records: readonly CatalogRecord[]): Promise<void> {
  const { vrcxAvatars } = interopRoutes
  for (const { id, authorId, imageUrl } of records) {
    const found = await reader.json<Row[]>(vrcxAvatars, `/integrations/vrcx?search=${id}`)
    reader.holds(found, 'vrcx', `/integrations/vrcx?search=${id}`)
    const file = /file_[0-9a-f-]+/.exec(imageUrl)?.[0]
    if (file === undefined) continue
    const picture = await reader.json<Row>(vrcxAvatars, `/integrations/vrcx?fileId=${file}`)
    assert.equal(picture.id, id)
    reader.holds([picture], 'vrcx', `/integrations/vrcx?fileId=${file}`)
    if (authorId === '') continue
    const path = `/integrations/vrcx?authorId=${authorId}`
    reader.holds(await reader.json<Row[]>(vrcxAvatars, path), 'vrcx', path)
  }
}

/** The part of a text that an XML document can contain, as feeds show it in HTML. */
const shown = (text: string) =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
const unescaped = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

async function readFeeds(reader: Reader, records: readonly CatalogRecord[]): Promise<void> {
  const newest = records.toSorted((a, b) => b.addedAtMs - a.addedAtMs).slice(0, MAX_FEED_ENTRIES)
  const entries = childrenOf(readXml(await reader.text('/feeds/newest.atom')), 'entry')
  assert.deepEqual(
    entries.map(entry => ({ id: childOf(entry, 'id').text, title: unescaped(childOf(entry, 'title').text) })),
    newest.map(({ id, name }) => ({ id: `urn:uuid:${id.slice('avtr_'.length)}`, title: shown(name) })),
  )
  const authors = new Set(records.map(({ authorId }) => authorId).filter(id => id !== ''))
  for (const author of authors) readXml(await reader.text(`/feeds/author/${author}.atom`))
  readXml(await reader.text('/feeds/tag/fox.atom'))
}

async function readInsights(reader: Reader, records: readonly CatalogRecord[]): Promise<void> {
  const { insightsAvatars, insightsAvatar, insightsOverview } = insightsRoutes
  const avatarOf = (row: Row) =>
    Object.fromEntries(Object.keys(expectedAvatar(records[0]!)).map(key => [key, row[key]])) as Row
  for (const sort of ['views', 'newest', 'ctr']) {
    const rows: Row[] = []
    for (let next: number | null = 0; next !== null; ) {
      const path = `/insights/avatars?sort=${sort}&limit=100&offset=${next}`
      const page: { avatars: Row[]; nextOffset: number | null } = await reader.json(insightsAvatars, path)
      rows.push(...page.avatars)
      next = page.nextOffset
    }
    reader.holdsAll(rows.map(avatarOf), 'catalog', `/insights/avatars?sort=${sort}`)
    for (const row of rows) {
      const { views, likes } = row.lifetime as { views: number; likes: number }
      assert.deepEqual([views, likes], [row.views, row.likes], row.id)
    }
  }
  for (const { id } of records) {
    const path = `/insights/avatars/${id}`
    reader.holds([avatarOf(await reader.json<Row>(insightsAvatar, path))], 'catalog', path)
  }
  await reader.json(insightsOverview, '/insights/overview')
}

/** Reads the avatars in every form. */
async function readAll(app: TestApp, records: readonly CatalogRecord[]): Promise<void> {
  const reader = new Reader(app, records)
  await readCatalog(reader)
  await readInsights(reader, records)
  await readPrograms(reader, records)
  await readFeeds(reader, records)
  await readWorlds(reader, records)
  assert.ok(reader.compared >= records.length * 20)
}

async function importInto(dataDir: string, avatars: readonly HostileAvatar[]): Promise<void> {
  const stdin = avatars.map(({ told }) => `${told}\n`).join('')
  const { code, stdout, stderr } = await avatary(['import', '-', '--json'], {
    env: { DATA_DIR: dataDir },
    stdin,
  })
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).added, avatars.length)
}

/** A larger count than is accepted from any source; only counting reaches it. */
const MAX_COUNTED = Number.MAX_SAFE_INTEGER - 1
/** Number of avatars whose counters are set. */
const COUNTED_ON = 3

/** Sets the counters of the first avatars to the maximum, and returns the resulting records. */
async function countOn(dataDir: string, records: readonly CatalogRecord[]): Promise<CatalogRecord[]> {
  const config = configOf({ DATA_DIR: dataDir })
  await using db = await openMigratedDatabase({ config, clock: systemClock, log: silentLog })
  const counters = { views: MAX_COUNTED, likes: MAX_COUNTED }
  await db.tables<CatalogTables>().transact(async tx => {
    const rows = Array.from({ length: COUNTED_ON }, (_, i) => ({ avatar_key: i + 1, ...counters }))
    await tx
      .insertInto('avatar_counters')
      .values(rows)
      .onConflict(oc => oc.column('avatar_key').doUpdateSet(counters))
      .execute()
  })
  return records.map(record => (record.key <= COUNTED_ON ? { ...record, ...counters } : record))
}

describe('answers about hostile records', () => {
  it('parse, match their schemas and equal the records, in every form, also after a restart', async t => {
    const folder = testFolder(t, 'hostile')
    const seed = Math.trunc(Math.random() * 2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const avatars = hostileAvatars(seed)
    await importInto(folder, avatars)
    const told = avatars.map(({ record }) => record)
    const records = await countOn(folder, told)
    const env = { ...ENV, DATA_DIR: folder }
    {
      await using app = await startTestApp({ env })
      await readAll(app, records)
      await app.settle(10_000)
      assert.ok(readdirSync(folder).includes('catalog.snapshot'))
    }
    const { log, lines } = recordLog()
    await using app = await startTestApp({ env, log })
    assert.match(lines.join(''), /"source":"snapshot"/)
    const viewed = records.map(record => ({ ...record, views: record.views + 1 }))
    await readAll(app, viewed)
  })

  it('are sound after one submission of an avatar with 60 tags of 24 characters', async t => {
    const test = await startWithPlatform(t, { count: 2, env: NO_LIMITS })
    const [plain, hostile] = test.avatars as [(typeof test.avatars)[0], (typeof test.avatars)[0]]
    const tags = Array.from({ length: 60 }, (_, i) => `author_tag_${i}`.padEnd(24, 'x'))
    test.sim.put({ ...hostile, tags })
    await test.submit(hostile.id, plain.id)
    await test.untilDecided(plain.id)
    await test.app.settle()
    assert.equal((await test.app.getJson('/avatars/search')).total, 2)
    const { avatars } = (await test.app.getJson(`/avatars/search?q=${hostile.id}`)) as { avatars: Row[] }
    assert.deepEqual(avatars[0]!.tags, tags)
    for (const path of ['/avatars/search', '/avatars/all', '/world/list', '/integrations/vrcx?search=avtr'])
      assert.ok(await test.app.getJson(path), path)
  })
})
