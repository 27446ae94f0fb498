import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import {
  catalogOver,
  countersOf,
  fullPatch,
  kindsAfter,
  lastSeq,
  NOW,
  TODAY,
} from '../../../tests/store/fixtures.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { WrittenDay } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import { hourCell, numberedCell, TERM_CELL } from './cells.ts'
import { unpackCells } from './packed-cells.ts'
import { TrackingStore } from './store.sql.ts'
import type { AudienceCell, CellDelta, Flush } from './store.ts'
import type { TrackingTables } from './tables.sql.ts'

const GERMANY = numberedCell('countries', 82)
const DESKTOP = numberedCell('devices', 0)
const HOUR = hourCell(NOW)
const OLD_DAY = TODAY - 100

async function setUp(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  await catalog.saveMany([fullPatch(1), fullPatch(2)], NOW)
  const store = new TrackingStore({ db, counters: catalog })
  return { db, catalog, store, writer: await store.openWriter(NOW) }
}

function delta(traits: Partial<CellDelta> = {}): CellDelta {
  return { day: TODAY, key: 1, cell: HOUR, term: '', views: 1, outbound: 0, ...traits }
}

function flushOf(writer: number, number: number, traits: Partial<Flush> = {}): Flush {
  return { writer, number, counters: [{ key: 1, day: TODAY, views: 1 }], cells: [delta()], ...traits }
}

/** Sorts by cell, then by term. */
function sorted(cells: readonly AudienceCell[]): AudienceCell[] {
  return cells.toSorted((a, b) => a.cell - b.cell || (a.term < b.term ? -1 : 1))
}

async function countRows(db: Database): Promise<Record<string, number>> {
  const { reader } = db.tables<TrackingTables>()
  const counts: Record<string, number> = {}
  for (const table of ['audience_cells', 'audience_days', 'audience_months'] as const) {
    const { rows } = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(rows)
  }
  return counts
}

async function addImpressions(store: TrackingStore): Promise<WrittenDay[]> {
  const added: WrittenDay[] = []
  for await (const some of store.addImpressions(NOW)) added.push(...some)
  return added
}

async function run(db: Database, statement: string): Promise<void> {
  await db.tables().transact(async tx => {
    await sql.raw(statement).execute(tx)
  })
}

async function repeat(step: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await step()
    if (done === 0) return all
    all += done
  }
}

forEachEngine('saving what was tracked', engine => {
  it('adds counters, audience and totals in one transaction, with one change per avatar', async t => {
    const { db, catalog, store, writer } = await setUp(engine, t)
    const seq = await lastSeq(catalog)
    const cells = [
      delta(),
      delta({ cell: GERMANY, outbound: 1 }),
      delta({ key: 2, cell: TERM_CELL, term: 'fox' }),
    ]
    const counters = [
      { key: 1, day: TODAY, views: 2, outbound: 1, impressions: 5, wears: 1 },
      { key: 2, day: TODAY, impressions: 3 },
    ]
    await store.save({ writer, number: 1, counters, cells }, NOW)
    await store.save({ writer, number: 2, counters, cells }, NOW)
    await addImpressions(store)
    assert.deepEqual(await countersOf(catalog, 1, 2), [{ key: 1, views: 4, likes: 0 }])
    assert.deepEqual(await kindsAfter(catalog, seq), ['counts', 'counts'])
    assert.deepEqual(sorted(await store.audienceOf(1, TODAY, TODAY)), [
      { cell: GERMANY, term: '', views: 2, outbound: 2 },
      { cell: HOUR, term: '', views: 2, outbound: 0 },
    ])
    assert.deepEqual(await store.audienceOf(2, TODAY - 1, TODAY), [
      { cell: TERM_CELL, term: 'fox', views: 2, outbound: 0 },
    ])
    const days = await db.tables<TrackingTables>().reader.selectFrom('site_days').selectAll().execute()
    assert.deepEqual(
      days.map(row => ({ ...row })),
      [{ day: TODAY, views: 4, impressions: 16, outbound: 2, wears: 2, likes: 0, favorites: 0 }],
    )
  })

  it('adds impressions of avatars without other counts later, and once', async t => {
    const { db, catalog, store, writer } = await setUp(engine, t)
    await catalog.saveMany([fullPatch(3)], NOW)
    const impressions = async () => {
      const { reader } = db.tables<TrackingTables>()
      const rows = await reader.selectFrom('avatar_days').selectAll().orderBy('avatar_key').execute()
      return rows.map(row => [row.avatar_key, row.day - TODAY, row.views, row.impressions])
    }
    const counters = [
      { key: 1, day: TODAY - 1, impressions: 7 },
      { key: 1, day: TODAY, views: 1, impressions: 200 },
      { key: 3, day: TODAY, impressions: 300 },
    ]
    for (const number of [1, 1, 2]) await store.save({ writer, number, counters, cells: [] }, NOW)
    const viewed = [1, 0, 2, 400]
    assert.deepEqual(await impressions(), [viewed])
    await run(db, 'alter table site_days rename to away')
    await assert.rejects(addImpressions(store))
    await run(db, 'alter table away rename to site_days')
    assert.deepEqual(await impressions(), [viewed])
    const added = await Promise.all([addImpressions(store), addImpressions(store)])
    assert.deepEqual((await impressions()).sort(), [viewed, [1, -1, 0, 14], [3, 0, 0, 600]].sort())
    const counts = added.flat().map(({ day, counts }) => [day - TODAY, ...counts.filter(count => count > 0)])
    assert.deepEqual(counts.sort(), [
      [-1, 14],
      [0, 600],
    ])
    assert.deepEqual(await addImpressions(store), [])
  })

  it('adds a retried flush once', async t => {
    const { catalog, store, writer } = await setUp(engine, t)
    const other = await store.openWriter(NOW)
    for (const number of [1, 1, 2, 2, 1]) await store.save(flushOf(writer, number), NOW)
    await store.save(flushOf(other, 1), NOW)
    assert.deepEqual(await countersOf(catalog, 1), [{ key: 1, views: 3, likes: 0 }])
    assert.deepEqual(await store.audienceOf(1, TODAY, TODAY), [
      { cell: HOUR, term: '', views: 3, outbound: 0 },
    ])
  })

  it('adds nothing of a flush that fails, and all of it on retry', async t => {
    const { catalog, store, writer } = await setUp(engine, t)
    const bad = flushOf(writer, 1, {
      counters: [
        { key: 1, day: TODAY, views: 1 },
        { key: 99, day: TODAY, views: 1 },
      ],
    })
    await assert.rejects(store.save(bad, NOW))
    assert.deepEqual(await store.audienceOf(1, TODAY, TODAY), [])
    await store.save(flushOf(writer, 1), NOW)
    assert.deepEqual(await countersOf(catalog, 1), [{ key: 1, views: 1, likes: 0 }])
  })

  it('deletes writers that wrote nothing for long, and still counts what they write later', async t => {
    const { db, catalog, store, writer } = await setUp(engine, t)
    const active = await store.openWriter(NOW)
    await store.save(flushOf(writer, 1), NOW)
    await store.save(flushOf(active, 1), NOW + 1)
    assert.equal(await store.deleteWriters(NOW), 0)
    assert.equal(await store.deleteWriters(NOW + 1), 1)
    const { reader } = db.tables<TrackingTables>()
    const left = await reader.selectFrom('tracking_writers').select(['id', 'last_flush']).execute()
    assert.deepEqual(
      left.map(row => ({ ...row })),
      [{ id: active, last_flush: 1 }],
    )
    await store.save(flushOf(writer, 2), NOW + 2)
    for (const number of [1, 2]) await store.save(flushOf(writer, number), NOW + 2)
    assert.deepEqual(await countersOf(catalog, 1), [{ key: 1, views: 3, likes: 0 }])
    assert.ok((await store.openWriter(NOW + 2)) > active)
  })

  it('adds the counts of concurrent processes', async t => {
    const { catalog, store } = await setUp(engine, t)
    const writers = await Promise.all(Array.from({ length: 4 }, () => store.openWriter(NOW)))
    const counters = [1, 2].map(key => ({ key, day: TODAY, views: 1 }))
    const cells = [1, 2].flatMap(key => [delta({ key }), delta({ key, cell: GERMANY })])
    const writeThree = async (writer: number) => {
      for (const number of [1, 2, 3]) await store.save({ writer, number, counters, cells }, NOW)
    }
    await Promise.all(writers.map(writeThree))
    assert.deepEqual(await countersOf(catalog, 1, 2), [
      { key: 1, views: 12, likes: 0 },
      { key: 2, views: 12, likes: 0 },
    ])
    assert.deepEqual(
      (await store.audienceOf(2, TODAY, TODAY)).map(({ views }) => views),
      [12, 12],
    )
  })
})

forEachEngine('archiving audiences', engine => {
  it('packs the days before today in steps, without changing the audience', async t => {
    const { db, store, writer } = await setUp(engine, t)
    const cells = Array.from({ length: 3000 }, (_, key) => [
      delta({ key, day: TODAY - 2, views: key }),
      delta({ key, day: TODAY - 1, cell: DESKTOP, views: 0, outbound: 300 }),
      delta({ key, day: TODAY - 1, cell: TERM_CELL, term: '狐 fox' }),
      delta({ key, day: TODAY }),
    ]).flat()
    await store.save({ writer, number: 1, counters: [], cells }, NOW)
    const before = sorted(await store.audienceOf(1000, TODAY - 2, TODAY))
    const first = await store.archive.packBefore(TODAY)
    assert.deepEqual(sorted(await store.audienceOf(1000, TODAY - 2, TODAY)), before)
    const rest = await repeat(() => store.archive.packBefore(TODAY))
    assert.equal(first + rest, 9000)
    assert.ok(rest > 0)
    assert.deepEqual(sorted(await store.audienceOf(1000, TODAY - 2, TODAY)), before)
    assert.deepEqual(await countRows(db), { audience_cells: 3000, audience_days: 6000, audience_months: 0 })
  })

  it('adds late counts to a packed day', async t => {
    const { db, store, writer } = await setUp(engine, t)
    for (const number of [1, 2]) {
      const cells = [delta({ day: TODAY - 1 }), delta({ day: TODAY - 1, cell: TERM_CELL, term: 'fox' })]
      await store.save({ writer, number, counters: [], cells }, NOW)
      await repeat(() => store.archive.packBefore(TODAY))
    }
    assert.deepEqual(sorted(await store.audienceOf(1, TODAY - 1, TODAY)), [
      { cell: HOUR, term: '', views: 2, outbound: 0 },
      { cell: TERM_CELL, term: 'fox', views: 2, outbound: 0 },
    ])
    assert.deepEqual(await countRows(db), { audience_cells: 0, audience_days: 1, audience_months: 0 })
  })

  it('adds days that no window reaches to their months, in steps', async t => {
    const { db, store, writer } = await setUp(engine, t)
    const days = Array.from({ length: 40 }, (_, i) => OLD_DAY - i)
    const cells = days.flatMap(day => Array.from({ length: 20 }, (_, key) => delta({ key, day })))
    await store.save({ writer, number: 1, counters: [], cells: [...cells, delta({ day: TODAY - 5 })] }, NOW)
    await repeat(() => store.archive.packBefore(TODAY))
    assert.equal(await repeat(() => store.archive.rollUpBefore(TODAY - 90)), 800)
    const rows = await countRows(db)
    assert.equal(rows.audience_days, 1)
    const months = await db
      .tables<TrackingTables>()
      .reader.selectFrom('audience_months')
      .selectAll()
      .execute()
    const views = months.flatMap(({ cells }) => unpackCells(cells)).map(({ views }) => views)
    assert.equal(
      views.reduce((a, b) => a + b),
      800,
    )
    assert.ok(months.length <= 60)
    assert.deepEqual(await store.audienceOf(1, TODAY - 89, TODAY), [
      { cell: HOUR, term: '', views: 1, outbound: 0 },
    ])
  })

  itRunsReviewedStatements(
    engine.name,
    'audience_cells',
    'audience_days',
    'audience_months',
    'tracking_writers',
    'waiting_impressions',
  )
})
