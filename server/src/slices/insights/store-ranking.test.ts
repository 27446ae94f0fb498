import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { COUNTERS, INSIGHT_SORTS, type InsightSort } from '@avatary/contract/insights'
import { recordOf } from '@avatary/contract/records'
import fc from 'fast-check'
import { sql as raw } from 'kysely'
import { catalogOver, fullPatch, idOf, NOW, TODAY } from '../../../tests/store/fixtures.ts'
import { afterwards } from '../../../tests/support/cleanup.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { analyse } from '../../avatars/analyse.ts'
import { WIRE_FIELDS } from '../../avatars/fields.ts'
import type { Database } from '../../kernel/database.ts'
import { LOG_START } from '../../platform/read-model/change-position.ts'
import { ReadModel } from '../../platform/read-model/read-model.ts'
import { rebuild } from '../../platform/read-model/rebuild.ts'
import { RecordStore } from '../../platform/read-model/record-store.ts'
import { createLiveIndex } from '../../platform/search/live-index.ts'
import { catalogQuery } from '../catalog/search.ts'
import { WrittenCounts } from '../tracking/index.ts'
import { DAYS_KEPT, HistoryFollower } from './follow.ts'
import { Histories } from './histories.ts'
import { InsightsRows } from './insights-rows.ts'
import { Ranking } from './ranking.ts'
import { InsightsStore } from './store.sql.ts'
import type { InsightsTables } from './tables.sql.ts'

const AVATARS = 14
const AUTHORS = ['usr_00000000-0000-4000-8000-0000000000aa', 'usr_00000000-0000-4000-8000-0000000000bb']

const count = (most: number) => fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, fc.nat(most))
const history = fc.record({
  key: fc.integer({ min: 1, max: AVATARS }),
  back: fc.nat(190),
  impressions: count(30),
  views: count(9),
  outbound: count(3),
  wears: count(3),
  likes: fc.integer({ min: -2, max: 3 }),
  favorites: fc.integer({ min: -1, max: 2 }),
})
const question = fc.record({
  sort: fc.constantFrom(...INSIGHT_SORTS),
  days: fc.integer({ min: 7, max: 90 }),
  offset: fc.nat(AVATARS + 1),
  limit: fc.integer({ min: 1, max: 6 }),
  filter: fc.constantFrom('none', 'author', 'platform', 'word', 'both'),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

/** A catalog with ties of every kind, and with hidden avatars. */
async function setUp(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  const patches = Array.from({ length: AVATARS }, (_, i) =>
    fullPatch(i + 1, {
      name: i % 3 === 0 ? 'Wombat' : 'Cat',
      authorId: AUTHORS[i % 2]!,
      platforms: i % 4 === 0 ? ['quest'] : ['pc'],
      addedAtMs: NOW - (i % 5) * 1000,
      views: i % 2 === 0 ? 20 : 0,
      isActive: i % 7 !== 3,
    }),
  )
  await catalog.saveMany(patches, NOW)
  return { db, catalog, store: new InsightsStore({ db }) }
}

async function viewOf(t: TestContext, { catalog }: Awaited<ReturnType<typeof setUp>>): Promise<ReadModel> {
  const model = new ReadModel({
    index: createLiveIndex(),
    records: RecordStore.create(WIRE_FIELDS),
    analyse,
    position: LOG_START,
  })
  afterwards(t, () => model[Symbol.asyncDispose]())
  await rebuild(catalog, model)
  return model
}

const METRICS: Record<InsightSort, string> = {
  views: 'w.views',
  impressions: 'w.impressions',
  outbound: 'w.outbound',
  likes: 'w.likes',
  favorites: 'w.favorites',
  trending: 'w.views - w.before',
  ctr: 'case when w.impressions = 0 then 0.0 else cast(w.views as double precision) / w.impressions end',
  newest: '0',
}

/** Ids in order, and the number with activity, computed by plain SQL over all days. */
async function bySql(
  db: Database,
  { sort, days, filter }: Question,
): Promise<{ ids: string[]; tracked: number }> {
  const from = TODAY - days + 1
  const within = (column: string, first: number, last: number) =>
    `coalesce(sum(case when day between ${first} and ${last} then ${column} else 0 end), 0)`
  const columns = ['impressions', 'views', 'outbound', 'likes', 'favorites']
  const sums = columns.map(column => `${within(column, from, TODAY)} as ${column}`).join(', ')
  const any = columns.concat('wears').map(column => `${column} <> 0`)
  const where = [
    'is_active = 1',
    ...(filter === 'author' || filter === 'both' ? [`author_id = '${AUTHORS[0]}'`] : []),
    ...(filter === 'platform' || filter === 'both' ? ['platforms = 1'] : []),
    ...(filter === 'word' ? [`name = 'Wombat'`] : []),
  ].join(' and ')
  const ranked = [METRICS[sort], 'coalesce(c.views, 0)', 'coalesce(c.likes, 0)']
  const order = (sort === 'newest' ? [] : ranked)
    .map(value => `case when w.key is null then 0 else ${value} end desc, `)
    .join('')
  const ranking = raw.raw<{ id: string; tracked: number }>(`
    select a.id, case when w.key is null then 0 else 1 end as tracked
    from avatars a
    left join avatar_counters c on c.avatar_key = a.key
    left join (
      select avatar_key as key, ${sums}, ${within('views', from - days, from - 1)} as before
      from avatar_days where ${any.join(' or ')} group by avatar_key
    ) w on w.key = a.key
    where ${where}
    order by case when w.key is null then 1 else 0 end, ${order}a.added_at_ms desc, a.key desc
  `)
  const { rows } = await db.tables<InsightsTables>().transact(async tx => await ranking.execute(tx))
  return {
    ids: rows.map(({ id }) => id),
    tracked: rows.filter(({ tracked }) => Number(tracked) === 1).length,
  }
}

function queryOf({ filter, offset, limit }: Question) {
  return catalogQuery({
    sort: 'recent',
    offset,
    limit,
    ...(filter === 'word' && { q: 'wombat' }),
    ...((filter === 'author' || filter === 'both') && { author: AUTHORS[0]! }),
    ...((filter === 'platform' || filter === 'both') && { platform: 'pc' as const }),
  })
}

forEachEngine('the ranking of the catalog', engine => {
  it('agrees with plain SQL over all days: order, totals, any page, any window', async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(history, { maxLength: 60 }),
        fc.array(question, { minLength: 10, maxLength: 25 }),
        fc.boolean(),
        async (histories, questions, isRolledUp) => {
          const parts = await setUp(engine, t)
          const { catalog, store, db } = parts
          const deltas = histories.map(({ back, ...counts }) => ({ day: TODAY - back, ...counts }))
          await catalog.saveCounters(deltas, NOW)
          const expected = await Promise.all(questions.map(one => bySql(db, one)))
          while (isRolledUp && (await store.earlier.rollUpBefore(TODAY - DAYS_KEPT + 1)) > 0) {}
          const over = await rankingOver(t, parts)
          for (const [i, asked] of questions.entries()) assertPage(over, asked, expected[i]!)
        },
      ),
      { numRuns: engine.name === 'sqlite' ? 10 : 4 },
    )
  })

  it('agrees with plain SQL also after more was counted, and when avatars lose their activity', async t => {
    const recent = history.map(({ back, ...counts }) => ({ day: TODAY - (back % 100), ...counts }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(recent, { maxLength: 12 }), { minLength: 2, maxLength: 4 }),
        fc.array(question, { minLength: 5, maxLength: 12 }),
        async (portions, questions) => {
          const parts = await setUp(engine, t)
          const over = await rankingOver(t, parts)
          const undone = portions[0]!.map(({ key, day, ...counts }) => ({
            key,
            day,
            ...recordOf(COUNTERS, counter => -counts[counter]),
          }))
          for (const deltas of [...portions, undone]) {
            await parts.catalog.saveCounters(deltas, NOW)
            await over.follower.follow()
            await rebuild(parts.catalog, over.view)
            for (const question of questions) assertPage(over, question, await bySql(parts.db, question))
          }
        },
      ),
      { numRuns: engine.name === 'sqlite' ? 10 : 3 },
    )
  })

  it('gives an avatar the same rank as the list by views', async t => {
    const parts = await setUp(engine, t)
    await parts.catalog.saveCounters(
      [1, 2, 3, 5, 8].map(key => ({ key, day: TODAY - key, views: key % 3 })),
      NOW,
    )
    const { ranking, view } = await rankingOver(t, parts)
    const { slots, tracked } = ranking.page(
      catalogQuery({ sort: 'recent', offset: 0, limit: 100 }),
      'views',
      TODAY,
      30,
    )
    assert.equal(tracked, 4)
    for (const [place, slot] of slots.slice(0, tracked).entries())
      assert.deepEqual(ranking.rankOf(slot, TODAY, 30), { rank: place + 1, count: 4 })
    assert.deepEqual(ranking.rankOf(view.slotOf(idOf(7)), TODAY, 30), { rank: null, count: 4 })
  })

  it('omits avatars without counts from leaderboards, and those with few views from click-through', async t => {
    const parts = await setUp(engine, t)
    await parts.catalog.saveCounters(
      [
        { key: 1, day: TODAY, views: 9, outbound: 9 },
        { key: 2, day: TODAY, views: 10, outbound: 5 },
        { key: 3, day: TODAY, views: 20, outbound: 4, likes: -1 },
        { key: 5, day: TODAY - 8, views: 90 },
      ],
      NOW,
    )
    const { ranking, view } = await rankingOver(t, parts)
    const leaders = (metric: 'views' | 'trending' | 'clickThrough' | 'likes') =>
      ranking.top(metric, TODAY, 7, 10).map(slot => Number(view.idOf(slot).slice(-2)))
    assert.deepEqual(leaders('views'), [3, 2, 1])
    assert.deepEqual(leaders('trending'), [3, 2, 1])
    assert.deepEqual(leaders('clickThrough'), [2, 3])
    assert.deepEqual(leaders('likes'), [])
  })

  it('has the lifetime numbers of the catalog, including imported ones', async t => {
    const parts = await setUp(engine, t)
    await parts.catalog.saveCounters([{ key: 1, day: TODAY, views: 2, likes: 1, wears: 3 }], NOW)
    const { numbers, view } = await rankingOver(t, parts)
    const slot = view.slotOf(idOf(1))
    const { lifetime, window } = numbers.rowOf(slot, TODAY, 30)
    assert.deepEqual({ views: lifetime.views, likes: lifetime.likes }, view.countersOf(slot))
    assert.deepEqual([lifetime.views, window.views, lifetime.wears], [22, 2, 3])
  })
})

async function rankingOver(t: TestContext, parts: Awaited<ReturnType<typeof setUp>>) {
  const view = await viewOf(t, parts)
  const histories = new Histories()
  const follower = new HistoryFollower({
    histories,
    store: parts.store,
    written: new WrittenCounts(),
    clock: new ManualClock(NOW),
  })
  await follower.load()
  const ranking = new Ranking({ histories, view })
  return { view, follower, ranking, numbers: new InsightsRows({ histories, view }) }
}

function assertPage(
  { ranking, view }: Awaited<ReturnType<typeof rankingOver>>,
  question: Question,
  { ids, tracked }: Awaited<ReturnType<typeof bySql>>,
): void {
  const page = ranking.page(queryOf(question), question.sort, TODAY, question.days)
  assert.deepEqual(
    { total: page.total, tracked: page.tracked, ids: page.slots.map(slot => view.idOf(slot)) },
    { total: ids.length, tracked, ids: ids.slice(question.offset, question.offset + question.limit) },
    JSON.stringify(question),
  )
}
