import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import type { TrackBody } from '@avatary/contract/tracking'
import { openMigratedDatabase } from '../../src/composition/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { BUILD_LIFETIME_MS } from '../../src/slices/catalog/bulk.ts'
import type { SearchTermTables } from '../../src/slices/catalog/popular-searches.sql.ts'
import { bucketName, dimensionOf, numberedCell, TERM_CELL } from '../../src/slices/tracking/cells.ts'
import { TrackingStore } from '../../src/slices/tracking/store.sql.ts'
import type { TrackingTables } from '../../src/slices/tracking/tables.sql.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { recordLog } from '../support/record-log.ts'

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 SecretBrowser/7.31'
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const ADDRESS = '198.51.100.77'
/** Milliseconds for which the ranking of the week is cached. */
const TRENDING_FRESH_MS = 10_000
const FAST = {
  FLUSH_INTERVAL_MS: '10',
  RATE_LIMIT_READ: '0',
  RATE_LIMIT_BULK: '0',
  RATE_LIMIT_GLOBAL: '0',
  RATE_LIMIT_VIEWS: '0',
}

async function track(
  app: TestApp,
  id: string,
  body: Partial<TrackBody> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return await app.get(`/avatars/${id}/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': BROWSER, ...headers },
    body: JSON.stringify({ event: 'view', ...body }),
  })
}

async function avatarsAt(app: TestApp, path: string): Promise<Avatar[]> {
  return ((await app.getJson(path)) as unknown as { avatars: Avatar[] }).avatars
}

async function viewsInSearch(app: TestApp, id: string): Promise<number> {
  return (await avatarsAt(app, `/avatars/search?q=${id}`))[0]!.views
}

/** The views of one avatar according to each list that shows them. */
async function viewsOf(app: TestApp, id: string): Promise<number[]> {
  const lists = [
    '/avatars/search?limit=60',
    `/avatars/search?q=${id}`,
    '/avatars/all',
    '/avatars/trending?limit=20',
  ]
  const avatars = await Promise.all(lists.map(path => avatarsAt(app, path)))
  return avatars.map(list => list.find(avatar => avatar.id === id)!.views)
}

describe('tracking over HTTP', () => {
  it('shows a view in every list and to every listener, with the exact number', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    await avatarsAt(app, '/avatars/all')
    const leaving = new AbortController()
    const events = await app.get('/avatars/events', { signal: leaving.signal })
    const heard: string[] = []
    const listening = (async () => {
      for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) heard.push(chunk)
    })().catch(() => {})
    await clock.passUntil('the stream to begin', () => heard.length > 0)

    for (let i = 0; i < 30; i++) {
      const answer = await track(app, inventedId(4), { source: 'search' })
      assert.equal(answer.status, 200)
      assert.deepEqual(await answer.json(), { ok: true })
    }
    await track(app, inventedId(4), { event: 'outbound' })
    await clock.settle(BUILD_LIFETIME_MS)
    assert.equal(await viewsInSearch(app, inventedId(4)), 30)
    await clock.passUntil('the frame', () =>
      heard.join('').includes(`"id":"${inventedId(4)}","views":30,"likes":0`),
    )
    assert.deepEqual(await viewsOf(app, inventedId(4)), [30, 30, 30, 30])
    await clock.settle(TRENDING_FRESH_MS)
    assert.equal((await avatarsAt(app, '/avatars/trending?limit=1'))[0]!.id, inventedId(4))
    leaving.abort()
    await listening
  })

  it('takes what navigator.sendBeacon sends, and null for what a page does not know', async () => {
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST })
    const body = JSON.stringify({ event: 'view', term: null, source: null, platform: null, referrer: null })
    for (const type of ['text/plain;charset=UTF-8', 'application/json']) {
      const answer = await app.get(`/avatars/${inventedId(4)}/track`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      })
      assert.equal(answer.status, 200, type)
      assert.deepEqual(await answer.json(), { ok: true })
    }
    await app.settle()
    assert.equal(await viewsInSearch(app, inventedId(4)), 2)
  })

  it('knows no avatar that is not listed', async () => {
    await using app = await startTestApp({
      avatars: [...INVENTED_AVATARS, { ...INVENTED_AVATARS[0]!, id: inventedId(9), isActive: false }],
    })
    for (const id of [inventedId(9), inventedId(99), 'fox']) {
      const answer = await track(app, id)
      assert.equal(answer.status, 404)
      assert.equal(((await answer.json()) as { code: string }).code, 'avatar_not_found')
    }
  })

  it('writes what was counted when it stops: totals, impressions, audience; nothing of bots', async () => {
    await using app = await startTestApp({
      avatars: INVENTED_AVATARS,
      env: { FLUSH_INTERVAL_MS: '60000', TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' },
    })
    const visitor = {
      'X-Forwarded-For': ADDRESS,
      'CF-IPCountry': 'DE',
      Referer: 'https://www.google.co.jp/search?q=private',
    }
    await track(app, inventedId(1), { source: 'search', platform: 'pc', term: 'ＦＯＸ' }, visitor)
    await track(app, inventedId(1), { event: 'outbound', source: 'nowhere', term: 'xyzzy' }, visitor)
    await track(app, inventedId(1), {}, { ...visitor, 'User-Agent': BOT })
    const shown = [
      '/avatars/search?q=arctic',
      '/avatars/search?q=arctic',
      '/avatars/trending?limit=20',
      '/avatars/all',
    ]
    for (const path of shown) await app.get(path)
    const { etag } = Object.fromEntries((await app.get('/avatars/search?q=arctic')).headers)
    assert.equal(
      (await app.get('/avatars/search?q=arctic', { headers: { 'If-None-Match': etag! } })).status,
      304,
    )
    await app.app.stop()

    await using db = await openMigratedDatabase({ config: app.config, clock: systemClock, log: silentLog })
    const { reader } = db.tables<TrackingTables>()
    const rows = await reader.selectFrom('avatar_days').selectAll().where('avatar_key', '=', 1).execute()
    const [{ views, outbound, impressions, day }] = rows as [(typeof rows)[0]]
    assert.deepEqual(
      { views, outbound, impressions, rows: rows.length },
      { views: 1, outbound: 1, impressions: 5, rows: 1 },
    )
    const audience = await new TrackingStore({
      db,
      counters: { saveCountersWithin: async () => [] },
    }).audienceOf(1, day, day)
    const one = (cell: number, views: number, outbound: number, term = '') => ({
      cell,
      term,
      views,
      outbound,
    })
    assert.deepEqual(
      audience.filter(({ cell: of }) => of >> 16 !== 3).sort((a, b) => a.cell - b.cell),
      [
        one(numberedCell('referrers', 4), 1, 1),
        one(numberedCell('devices', 0), 1, 1),
        one(numberedCell('countries', 82), 1, 1),
        one(numberedCell('surfaces', 1), 1, 0),
        one(numberedCell('platforms', 0), 1, 0),
        one(TERM_CELL, 1, 0, 'fox'),
      ],
    )
  })

  for (const [who, isCounted] of [
    [BOT, false],
    ['curl/8.14.1', false],
    [BROWSER, true],
    ['UnityPlayer/2022.3.22f1-DWR (UnityWebRequest/1.0, libcurl/8.5.0-DEV)', true],
    ['VRCX 2025.08.17', true],
  ] as const) {
    it(`counts ${isCounted ? 'everywhere' : 'nowhere'} what is done by ${who}, and says so`, async () => {
      await using app = await startTestApp({
        avatars: INVENTED_AVATARS,
        env: { FLUSH_INTERVAL_MS: '60000' },
      })
      const as = { headers: { 'User-Agent': who } }
      const id = inventedId(1)
      const told = [
        await (await track(app, id, {}, as.headers)).json(),
        await (await track(app, id, { event: 'outbound' }, as.headers)).json(),
        await app.getJson(`/world/avatar/${id}`, as),
        await app.getJson(`/world/avatar/${id}/wear`, as),
      ] as { ok: boolean; counted?: boolean }[]
      assert.deepEqual(
        told.map(({ ok, counted }) => [ok, counted ?? true]),
        Array(4).fill([true, isCounted]),
      )
      for (const path of [
        '/avatars/search?q=arctic',
        '/avatars/trending?limit=20',
        '/world/search?q=arctic',
        '/world/list',
        '/world/client?q=arctic',
        '/world/random',
        `/world/avatars?ids=${id}`,
        '/world/bundle?include=trending,random',
        '/integrations/vrcx?search=arctic',
      ])
        assert.equal((await app.get(path, as)).status, 200, path)
      await app.app.stop()

      await using db = await openMigratedDatabase({ config: app.config, clock: systemClock, log: silentLog })
      const { reader } = db.tables<TrackingTables & SearchTermTables>()
      const rows = await reader.selectFrom('avatar_days').selectAll().where('avatar_key', '=', 1).execute()
      const counts = rows.map(({ views, outbound, wears, impressions }) => [
        views,
        outbound,
        wears,
        impressions,
      ])
      assert.deepEqual(counts, isCounted ? [[2, 1, 1, 8]] : [])
      const cells = await reader.selectFrom('audience_cells').selectAll().execute()
      assert.equal(cells.length > 0, isCounted)
      const terms = await reader.selectFrom('search_term_days').select(['term', 'searches']).execute()
      assert.deepEqual(
        terms.map(({ term, searches }) => [term, searches]),
        isCounted ? [['arctic', 4]] : [],
      )
    })
  }

  it('looks countries up in a file where no proxy tells them', async () => {
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: { TRUST_PROXY: 'loopback' } })
    await track(app, inventedId(1), {}, { 'X-Forwarded-For': '8.8.8.8', 'CF-IPCountry': 'DE' })
    await app.app.stop()
    await using db = await openMigratedDatabase({ config: app.config, clock: systemClock, log: silentLog })
    const { reader } = db.tables<TrackingTables>()
    const cells = await reader.selectFrom('audience_cells').select('cell').execute()
    const countries = cells.filter(row => dimensionOf(row.cell) === 'countries')
    assert.deepEqual(
      countries.map(row => bucketName(row.cell)),
      ['US'],
    )
  })

  it('keeps nothing that could tell who it was, in tables, files or logs', async () => {
    const { log, lines } = recordLog('debug')
    await using app = await startTestApp({
      avatars: INVENTED_AVATARS,
      env: {
        ...FAST,
        TRUST_PROXY: 'loopback',
        COUNTRY_HEADER: 'CF-IPCountry',
        LOG_LEVEL: 'debug',
        RATE_LIMIT_VIEWS: '2',
      },
      log,
    })
    const visitor = {
      'X-Forwarded-For': ADDRESS,
      'CF-IPCountry': 'DE',
      Referer: 'https://secret-site.example/secret-path',
      Cookie: 'secret-cookie=1',
      'Accept-Language': 'de-secret',
    }
    const body = {
      source: 'secret-source',
      platform: 'secret-platform',
      term: 'secret-term',
      referrer: 'https://secret.example/',
    }
    for (const told of [{ ok: true }, { ok: true }, { ok: true, counted: false }])
      assert.deepEqual(await (await track(app, inventedId(1), body, visitor)).json(), told)
    await track(app, inventedId(1), { event: 'outbound' }, visitor)
    await track(app, 'fox', body, visitor)
    await app.get('/avatars/search?q=secret-term', { headers: { ...visitor, 'User-Agent': BROWSER } })
    await app.settle()
    assert.equal(await viewsInSearch(app, inventedId(1)), 52)
    await app.app.stop()

    const secrets = /198\.51\.100|SecretBrowser|secret-|secret\.example|Gecko/
    for (const line of lines) assert.doesNotMatch(line, secrets)
    const files = readdirSync(app.config.data.dir)
    assert.ok(files.some(name => name.endsWith('.sqlite')))
    for (const name of files) {
      const bytes = readFileSync(join(app.config.data.dir, name)).toString('latin1')
      assert.doesNotMatch(bytes, secrets, name)
    }
  })
})
