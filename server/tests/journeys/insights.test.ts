import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import { COUNTERS, type Counter } from '@avatary/contract/insights'
import type { CatalogStore } from '../../src/avatars/store.sql.ts'
import type { CounterDelta } from '../../src/avatars/store.ts'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { fromCsv } from '../../src/kernel/csv.ts'
import { utcDay } from '../../src/kernel/days.ts'
import { silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { NO_LIMITS } from '../support/no-limits.ts'

const FAST = { FLUSH_INTERVAL_MS: '10', ...NO_LIMITS, RATE_LIMIT_VIEWS: '0' }
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101' }
const IDS = INVENTED_AVATARS.map(({ id }) => id)

const SHOWN_IN_WORLD_AND_SEARCH = 2

type Counters = Record<Counter, number>
interface Row extends Avatar {
  lifetime: Counters
  window: Counters
  previous: Counters
  trend: Record<Counter, number | null>
  sparkline: number[]
}
interface Detail extends Row {
  series: (Counters & { date: string })[]
  rank: number | null
  audience: { views: Record<string, { key: string; count: number }[]> }
}
interface Ranking {
  total: number
  tracked: number
  nextOffset: number | null
  avatars: Row[]
}
interface Overview {
  window: Counters
  series: (Counters & { date: string })[]
  leaderboards: Record<string, Row[]>
}

async function ask<Answer>(app: TestApp, path: string): Promise<Answer> {
  const answer = await app.get(path)
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as Answer
}

/** Opens the database as another process does. */
async function elsewhere(app: TestApp, clock: ManualClock) {
  const db = await openMigratedDatabase({ config: app.config, clock, log: silentLog })
  return { store: catalogStore(db), [Symbol.asyncDispose]: () => db.close() }
}

async function keysOf(store: CatalogStore): Promise<Map<string, number>> {
  return new Map((await store.byIds(IDS)).map(({ id, key }) => [id, key]))
}

function track(app: TestApp, id: string, event: 'view' | 'outbound'): Promise<Response> {
  return app.get(`/avatars/${id}/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BROWSER },
    body: JSON.stringify({ event, source: 'search', platform: 'pc', term: 'fox' }),
  })
}

/** Collects the latest frame of the event stream for each avatar. */
function listen(app: TestApp) {
  const leaving = new AbortController()
  const latest = new Map<string, { views: number; likes: number }>()
  const done = (async () => {
    const events = await app.get('/avatars/events', { signal: leaving.signal })
    let text = ''
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const lines = text.split('\n')
      text = lines.pop()!
      for (const line of lines.filter(line => line.startsWith('data: '))) {
        const frame = JSON.parse(line.slice(6))
        if (frame.type === 'counts') latest.set(frame.id, { views: frame.views, likes: frame.likes })
      }
    }
  })().catch(() => {})
  const stop = async () => {
    leaving.abort()
    await done
  }
  return { latest, stop }
}

describe('insights over HTTP', () => {
  it('agree with catalog, worlds and events on every number, whatever traffic there was', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    await using other = await elsewhere(app, clock)
    const keys = await keysOf(other.store)
    const frames = listen(app)
    const counted = new Map(IDS.map(id => [id, Object.fromEntries(COUNTERS.map(c => [c, 0])) as Counters]))
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % below
    }
    const act = async (): Promise<void> => {
      const id = IDS[random(IDS.length)]!
      const ownCounters = counted.get(id)!
      const day = utcDay(clock.now())
      switch (random(7)) {
        case 0:
          ownCounters.views++
          return void (await track(app, id, 'view'))
        case 1:
          ownCounters.outbound++
          return void (await track(app, id, 'outbound'))
        case 2:
          ownCounters.views++
          return void (await app.get(`/world/avatar/${id}`))
        case 3:
          ownCounters.wears++
          return void (await app.get(`/world/avatar/${id}/wear`))
        case 4: {
          const { avatars } = await ask<{ avatars: Avatar[] }>(app, `/avatars/search?q=${id}`)
          for (const avatar of avatars) counted.get(avatar.id)!.impressions++
          return
        }
        case 5: {
          const likes = ownCounters.likes > 0 && random(2) === 0 ? -1 : 1
          ownCounters.likes += likes
          await other.store.saveCounters([{ key: keys.get(id)!, day, likes }], clock.now())
          return
        }
        default: {
          const favorites = ownCounters.favorites > 0 && random(2) === 0 ? -1 : 1
          ownCounters.favorites += favorites
          await other.store.saveCounters([{ key: keys.get(id)!, day, favorites }], clock.now())
        }
      }
    }
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 50; i++) await act()
      const isSeen = async () => {
        const { window } = await ask<Overview>(app, `/insights/overview?days=${30 + round}`)
        return COUNTERS.every(
          counter =>
            window[counter] ===
            [...counted.values()].reduce((sum, ownCounters) => sum + ownCounters[counter], 0),
        )
      }
      clock.advance(30_000)
      await app.settle()
      assert.ok(await isSeen())
      const rows = async () => (await ask<Ranking>(app, '/insights/avatars?limit=100')).avatars
      const lifetimeOf = (id: string, counter: 'views' | 'likes') =>
        (INVENTED_AVATARS.find(patch => patch.id === id)![counter] ?? 0) + counted.get(id)![counter]
      for (const { id, window, views, likes } of await rows()) {
        for (const counter of COUNTERS) assert.equal(window[counter], counted.get(id)![counter])
        assert.deepEqual([views, likes], [lifetimeOf(id, 'views'), lifetimeOf(id, 'likes')])
      }
      const list = new Map((await rows()).map(row => [row.id, row]))
      // Read them before any request that counts as an impression.
      const details = new Map<string, Detail>()
      for (const id of IDS) details.set(id, await ask<Detail>(app, `/insights/avatars/${id}`))
      const world = await ask<{ avatars: Avatar[] }>(app, `/world/avatars?ids=${IDS.join(',')}`)
      for (const avatar of world.avatars) {
        const { id, views, likes } = avatar
        const ownCounters = counted.get(id)!
        assert.deepEqual({ views, likes }, { views: lifetimeOf(id, 'views'), likes: lifetimeOf(id, 'likes') })
        const row = list.get(id)!
        const lifetime = { ...ownCounters, views, likes }
        assert.deepEqual(row.lifetime, lifetime)
        assert.deepEqual([row.views, row.likes], [views, likes])
        assert.deepEqual(details.get(id)!.lifetime, lifetime)
        const [found] = (await ask<{ avatars: Avatar[] }>(app, `/avatars/search?q=${id}`)).avatars
        ownCounters.impressions += SHOWN_IN_WORLD_AND_SEARCH
        assert.deepEqual([found!.views, found!.likes], [views, likes])
        const heard = frames.latest.get(id)
        if (ownCounters.views + ownCounters.likes > 0)
          await clock.passUntil('the frame', () => {
            const { views: v, likes: l } = frames.latest.get(id) ?? {}
            return v === views && l === likes
          })
        else assert.equal(heard, undefined)
      }
    }
    await frames.stop()
  })

  it('turn with the UTC day, and follow what other processes write, in well under five seconds', async () => {
    const clock = new ManualClock(Date.UTC(2026, 10, 21, 23, 59))
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    await using other = await elsewhere(app, clock)
    const keys = await keysOf(other.store)
    const key = keys.get(inventedId(1))!
    const today = utcDay(clock.now())
    const days: CounterDelta[] = Array.from({ length: 20 }, (_, i) => ({
      key,
      day: today - i,
      views: i + 1,
      impressions: 100,
    }))
    await other.store.saveCounters(days, clock.now())
    const detail = () => ask<Detail>(app, `/insights/avatars/${inventedId(1)}?days=7`)
    await app.settle()
    const before = await detail()
    assert.equal(before.window.views, 28)
    assert.deepEqual(
      [before.previous.views, before.trend.views, before.sparkline.slice(-2), before.series.at(-1)!.date],
      [77, -63.6, [2, 1], '2026-11-21'],
    )
    clock.advance(60_000)
    const after = await detail()
    assert.deepEqual(
      [after.window.views, after.previous.views, after.sparkline.slice(-2), after.series.at(-1)!.date],
      [21, 70, [1, 0], '2026-11-22'],
    )
    assert.deepEqual(
      after.series.map(({ views }) => views),
      [6, 5, 4, 3, 2, 1, 0],
    )
    assert.equal((await ask<Ranking>(app, '/insights/avatars?days=7&limit=1')).avatars[0]!.window.views, 21)
  })

  it('finds by name, creator, id and tags, and not by descriptions', async () => {
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST })
    const namesOf = async (q: string) => {
      const query = `q=${encodeURIComponent(q)}`
      const { total, avatars } = await ask<Ranking>(app, `/insights/avatars?${query}`)
      assert.equal(total, avatars.length, q)
      return avatars.map(({ name }) => name).sort()
    }
    const foxes = ['Arctic Fox', 'Red Fox']
    assert.deepEqual(await namesOf('fox'), [...foxes, 'Foxglove'].sort())
    assert.deepEqual(await namesOf('"fox"'), foxes)
    assert.deepEqual(await namesOf('grey wolf'), [])
    assert.deepEqual(await namesOf('wolf -grey'), ['Wolf'])
    assert.deepEqual(await namesOf('no animal'), [])
    assert.deepEqual(await namesOf('キキョウ'), [])
    assert.deepEqual(await namesOf('マヌカ'), ['マヌカ ver․2'])
    assert.deepEqual(await namesOf('千代'), ['マヌカ ver․2', '桔梗の浴衣'].sort())
    assert.deepEqual(await namesOf('approved'), ['𝓕𝓪𝓷𝓬𝔂 Cat'])
    assert.deepEqual(await namesOf(inventedId(8)), ['Wolf'])
    assert.equal((await ask<Ranking>(app, '/avatars/search?q=grey+wolf')).total, 1)
    assert.equal((await ask<Ranking>(app, '/insights/avatars?q=')).total, INVENTED_AVATARS.length)
  })

  it('rank avatars with activity before the rest, which is newest first, and find any by text', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    await track(app, inventedId(4), 'view')
    await app.settle()
    const number = ({ id }: Row) => Number(id.slice(-3))
    const all = await ask<Ranking>(app, '/insights/avatars')
    assert.equal(all.tracked, 1)
    assert.deepEqual(all.avatars.map(number), [4, 8, 7, 6, 5, 3, 2, 1])
    assert.deepEqual([all.total, all.nextOffset], [8, null])
    const paged: number[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const page: Ranking = await ask(app, `/insights/avatars?limit=3&offset=${offset}`)
      paged.push(...page.avatars.map(number))
      offset = page.nextOffset
    }
    assert.deepEqual(paged, [4, 8, 7, 6, 5, 3, 2, 1])
    const found = await ask<Ranking>(app, `/insights/avatars?q=${encodeURIComponent('桔梗')}`)
    assert.deepEqual([found.total, found.tracked, number(found.avatars[0]!)], [1, 0, 5])
    const byAnna = await ask<Ranking>(app, '/insights/avatars?author=anna&platform=quest')
    assert.deepEqual(byAnna.avatars.map(number), [1])
    assert.deepEqual(await ask<Ranking>(app, '/insights/avatars?offset=50'), {
      total: 8,
      tracked: 1,
      nextOffset: null,
      avatars: [],
    })
  })

  it('show no avatar that was hidden, not even in what is kept for thirty seconds', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    for (const number of [4, 5]) await track(app, inventedId(number), 'view')
    const leaders = async () => {
      const { leaderboards } = await ask<Overview>(app, '/insights/overview')
      return leaderboards.views!.map(({ id }) => id)
    }
    await clock.settle(30_000)
    assert.equal((await leaders()).length, 2)
    await app.get(`/admin/blocks/${inventedId(4)}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason: 'stolen' }),
    })
    await app.settle()
    assert.deepEqual(await leaders(), [inventedId(5)])
    assert.equal((await ask<Ranking>(app, '/insights/avatars')).total, 7)
    assert.equal((await app.get(`/insights/avatars/${inventedId(4)}`)).status, 404)
    assert.equal((await app.get('/insights/avatars/fox')).status, 404)
  })

  it('tell who looked, in groups of three at least', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    for (let i = 0; i < 3; i++) await track(app, inventedId(4), 'view')
    await app.get(`/world/avatar/${inventedId(4)}`)
    const detail = () => ask<Detail>(app, `/insights/avatars/${inventedId(4)}`)
    await app.settle()
    const { window, audience } = await detail()
    const { views } = audience
    assert.equal(window.views, 4)
    assert.deepEqual(views.surfaces, [
      { key: 'search', count: 3 },
      { key: 'other', count: 1 },
    ])
    assert.deepEqual(views.terms, [{ key: 'fox', count: 3 }])
    assert.deepEqual(views.hours, [{ key: '12', count: 4 }])
  })

  it('give the daily series as a table to whoever asks for one', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, env: FAST, clock })
    await track(app, inventedId(4), 'view')
    const path = `/insights/avatars/${inventedId(4)}?days=7`
    await clock.settle(30_000)
    assert.equal((await ask<Detail>(app, path)).window.views, 1)
    for (const where of [path, '/insights/overview?days=7']) {
      const table = await app.get(where, { headers: { Accept: 'text/csv' } })
      assert.match(table.headers.get('content-type')!, /^text\/csv/)
      assert.match(table.headers.get('content-disposition')!, /^attachment; filename="avatary-[\w-]+\.csv"$/)
      const json = await app.get(where, { headers: { Accept: 'application/json' } })
      for (const answer of [table, json]) assert.match(answer.headers.get('vary')!, /\bAccept\b(?!-)/)
      const { series } = (await json.json()) as Detail
      const reading = fromCsv(await table.text())
      assert.ok(reading.kind === 'rows')
      const told = series.map(day => Object.values(day).map(String))
      assert.deepEqual([reading.columns, reading.rows], [Object.keys(series[0]!), told])
      assert.equal(series.length, 7)
    }
  })
})
