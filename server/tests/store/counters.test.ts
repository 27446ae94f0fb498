import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CatalogTables } from '../../src/avatars/tables.sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { itRunsReviewedStatements } from '../support/sql-recorder.ts'
import { catalogOver, countersOf, fullPatch, idOf, lastSeq, NOW, newCatalog, TODAY } from './fixtures.ts'

const LATER = NOW + 1000

forEachEngine('saving counters', engine => {
  it('adds to lifetime and days, and logs one change for each avatar whose counters changed', async t => {
    const db = await engine.open(t)
    const store = catalogOver(db)
    await store.saveMany([fullPatch(1, { views: 10 }), fullPatch(2), fullPatch(3)], NOW)
    const seq = await lastSeq(store)
    await store.saveCounters(
      [
        { key: 1, day: TODAY, views: 2, impressions: 30, outbound: 1, wears: 4, likes: 1, favorites: 1 },
        { key: 1, day: TODAY - 1, views: 5 },
        { key: 1, day: TODAY, views: 1, favorites: -1 },
        { key: 2, day: TODAY, likes: 1 },
      ],
      LATER,
    )
    await store.saveCounters([{ key: 1, day: TODAY, views: 1, likes: -1 }], LATER + 1)
    assert.deepEqual(await store.changes.after(seq, 10), [
      { seq: seq + 1, kind: 'counts', key: 1, atMs: LATER },
      { seq: seq + 2, kind: 'counts', key: 2, atMs: LATER },
      { seq: seq + 3, kind: 'counts', key: 1, atMs: LATER + 1 },
    ])
    const counters = await countersOf(store, 1, 2, 3)
    assert.deepEqual(counters, [
      { key: 1, views: 19, likes: 0 },
      { key: 2, views: 0, likes: 1 },
    ])
    const days = await db
      .tables<CatalogTables>()
      .reader.selectFrom('avatar_days')
      .selectAll()
      .orderBy('avatar_key')
      .orderBy('day')
      .execute()
    const none = { views: 0, impressions: 0, outbound: 0, wears: 0, likes: 0, favorites: 0 }
    assert.deepEqual(
      days.map(row => ({ ...row })),
      [
        { ...none, avatar_key: 1, day: TODAY - 1, views: 5 },
        {
          avatar_key: 1,
          day: TODAY,
          views: 4,
          impressions: 30,
          outbound: 1,
          wears: 4,
          likes: 0,
          favorites: 0,
        },
        { ...none, avatar_key: 2, day: TODAY, likes: 1 },
      ],
    )
  })

  it('logs nothing of what no answer of the catalog shows', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW)
    const seq = await lastSeq(store)
    await store.saveCounters([{ key: 1, day: TODAY, impressions: 5, favorites: 1 }], NOW)
    await store.saveCounters(
      [
        { key: 1, day: TODAY, likes: 1 },
        { key: 1, day: TODAY, likes: -1 },
      ],
      NOW,
    )
    await store.saveCounters([], NOW)
    assert.equal(await lastSeq(store), seq)
  })

  it('never lets a lifetime counter fall below zero', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1, { views: 2, likes: 2 }), fullPatch(2)], NOW)
    await store.saveCounters(
      [
        { key: 1, day: TODAY, views: -5, likes: -1 },
        { key: 2, day: TODAY, likes: -1, views: 3 },
      ],
      NOW,
    )
    const counters = await countersOf(store, 1, 2)
    assert.deepEqual(counters, [
      { key: 1, views: 0, likes: 1 },
      { key: 2, views: 3, likes: 0 },
    ])
    await store.saveCounters([{ key: 2, day: TODAY, likes: 1 }], NOW)
    assert.deepEqual(await countersOf(store, 2), [{ key: 2, views: 3, likes: 1 }])
  })

  it('counts ten thousand avatars in one go', async t => {
    const store = await newCatalog(engine, t)
    const numbers = Array.from({ length: 10_000 }, (_, i) => i)
    await store.saveMany(
      numbers.map(number => ({ id: idOf(number) })),
      NOW,
    )
    await store.saveCounters(
      numbers.map(i => ({ key: i + 1, day: TODAY, views: i })),
      NOW,
    )
    const counters = await store.countersByKeys(numbers.map(i => i + 1))
    assert.equal(counters.length, 9_999)
    assert.ok(counters.every(({ key, views }) => views === key - 1))
    assert.equal(await lastSeq(store), 19_999)
  })

  it('loses none when several count at once, in whatever order', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all([1, 2, 3, 4].map(async () => catalogOver(await engine.open(t, url))))
    const numbers = Array.from({ length: 300 }, (_, i) => i + 1)
    await stores[0]!.saveMany(
      numbers.map(number => fullPatch(number)),
      NOW,
    )
    const deltas = numbers.map(key => ({ key, day: TODAY, views: 1 }))
    const renamed = numbers.map(number => ({ id: idOf(number), description: 'New', views: 1 }))
    await Promise.all([
      ...stores.map(store => store.saveCounters(deltas, NOW)),
      ...stores.map(store => store.saveCounters(deltas.toReversed(), NOW)),
      stores[0]!.saveMany(renamed, NOW),
      stores[1]!.saveMany(renamed.toReversed(), NOW),
    ])
    const counters = await stores[0]!.countersByKeys(numbers)
    assert.equal(counters.length, 300)
    // Saving a record with one view sets the counter, if that happens before the first of the eight views is counted.
    for (const { views } of counters) assert.ok(views === 8 || views === 9, `${views}`)
  })

  itRunsReviewedStatements(engine.name, 'avatar_counters', 'avatar_days')
})
