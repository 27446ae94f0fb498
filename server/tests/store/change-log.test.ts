import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { ChangeLog } from '../../src/avatars/changes.sql.ts'
import type { CatalogTables } from '../../src/avatars/tables.sql.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { itRunsReviewedStatements } from '../support/sql-recorder.ts'
import { until } from '../support/until.ts'
import { allChanges, catalogOver, fullPatch, idOf, NOW, newCatalog } from './fixtures.ts'

forEachEngine('the log of changes', engine => {
  it('has no bounds while nothing has changed', async t => {
    const store = await newCatalog(engine, t)
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 0, lastSeq: 0 })
    assert.deepEqual(await allChanges(store), [])
    assert.equal(await store.changes.deleteBefore(NOW), 0)
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 0, lastSeq: 0 })
  })

  it('tells what changed, of which avatar, and when', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1), fullPatch(2)], NOW)
    await store.saveMany([{ id: idOf(2), name: 'New', views: 1 }], NOW + 5)
    assert.deepEqual(await allChanges(store), [
      { seq: 1, kind: 'added', key: 1, atMs: NOW },
      { seq: 2, kind: 'added', key: 2, atMs: NOW },
      { seq: 3, kind: 'updated', key: 2, atMs: NOW + 5 },
      { seq: 4, kind: 'counts', key: 2, atMs: NOW + 5 },
    ])
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 0, lastSeq: 4 })
  })

  it('is read from any number on, in parts', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany(
      [1, 2, 3, 4].map(number => fullPatch(number)),
      NOW,
    )
    const seqs = async (after: number, limit: number) =>
      (await store.changes.after(after, limit)).map(({ seq }) => seq)
    assert.deepEqual(await seqs(0, 3), [1, 2, 3])
    assert.deepEqual(await seqs(3, 3), [4])
    assert.deepEqual(await seqs(4, 3), [])
    assert.deepEqual(await seqs(99, 3), [])
    assert.deepEqual(await seqs(0, 0), [])
  })

  it('deletes changes from before a time, and tells from which number on it is complete', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1), fullPatch(2)], NOW - 2 * DAY_MS)
    await store.saveMany([fullPatch(3)], NOW - DAY_MS)
    await store.saveMany([fullPatch(4)], NOW)
    assert.equal(await store.changes.deleteBefore(NOW - DAY_MS), 2, 'a change of that very moment stays')
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 3, lastSeq: 4 })
    assert.deepEqual(
      (await allChanges(store)).map(({ seq }) => seq),
      [3, 4],
    )
    assert.equal(await store.changes.deleteBefore(NOW - DAY_MS), 0)
  })

  it('never loses the newest change, so that numbers go on where they were', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1), fullPatch(2), fullPatch(3)], NOW)
    assert.equal(await store.changes.deleteBefore(NOW + DAY_MS), 2)
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 3, lastSeq: 3 })
    await store.saveMany([fullPatch(4)], NOW + DAY_MS)
    assert.deepEqual(
      (await allChanges(store)).map(({ seq }) => seq),
      [3, 4],
    )
  })

  it('deletes changes of counters earlier than others, and tells up to which number', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1), fullPatch(2)], NOW - 3000)
    const count = (key: number, atMs: number) => store.saveCounters([{ key, day: 1, views: 1 }], atMs)
    await count(1, NOW - 2000)
    await store.saveMany([{ id: idOf(2), name: 'New' }], NOW - 1500)
    await count(2, NOW - 1000)
    await count(1, NOW)
    assert.equal(await store.changes.countsDeletedTo(), 0)
    await store.changes.deleteCounterChanges(NOW - 1000)
    const seqs = async () => (await allChanges(store)).map(({ seq }) => seq)
    assert.deepEqual([await seqs(), await store.changes.countsDeletedTo()], [[1, 2, 4, 5, 6], 4])
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 0, lastSeq: 6 })
    await store.changes.deleteCounterChanges(NOW + 1)
    assert.deepEqual([await seqs(), await store.changes.countsDeletedTo()], [[1, 2, 4, 6], 5])
    assert.equal(await store.changes.deleteBefore(NOW + 1), 3)
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 5, lastSeq: 6 })
  })

  it('deletes many changes in several steps', async t => {
    const store = await newCatalog(engine, t)
    // One step deletes 5000.
    const patches = Array.from({ length: 5_001 }, (_, i) => ({ id: idOf(i) }))
    await store.saveMany(patches, NOW - DAY_MS)
    await store.saveMany(
      patches.map(({ id }) => ({ id, views: 1 })),
      NOW - DAY_MS,
    )
    await store.saveMany([{ id: idOf(1), views: 2 }], NOW)
    assert.equal(await store.changes.deleteBefore(NOW), 10_002)
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 10_003, lastSeq: 10_003 })
  })

  it('keeps all changes after the first that is young enough, even those with an earlier time from a clock that was set back', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW - DAY_MS)
    await store.saveMany([fullPatch(2)], NOW)
    await store.saveMany([fullPatch(3)], NOW - 2 * DAY_MS)
    assert.equal(await store.changes.deleteBefore(NOW), 1)
    assert.deepEqual(await store.changes.bounds(), { firstSeq: 2, lastSeq: 3 })
  })

  it('is seen without holes by a reader while several write', async t => {
    const url = await engine.createUrl(t)
    const writers = await Promise.all([0, 1, 2].map(async () => catalogOver(await engine.open(t, url))))
    const reader = catalogOver(await engine.open(t, url))
    let isWriting = true
    const writing = Promise.all(
      writers.map(async (store, w) => {
        for (let i = 0; i < 30; i++)
          await store.saveMany([fullPatch(1000 * w + i), { id: idOf(1000 * w), views: i }], NOW)
      }),
    ).finally(() => {
      isWriting = false
    })
    const seen: number[] = []
    // Ends with an empty read that began after the last write.
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting
      const changes = await reader.changes.after(seen.at(-1) ?? 0, 7)
      seen.push(...changes.map(({ seq }) => seq))
      isLast &&= changes.length === 0
      await nextTurn()
    }
    await writing
    assert.deepEqual(
      seen,
      (await allChanges(reader)).map(({ seq }) => seq),
    )
    // Each writer added 30 avatars, and then changed the views of its first one from 0 to each of 1 to 29.
    assert.equal(seen.length, 3 * (30 + 29))
  })

  if (engine.name === 'postgres')
    it('shows no number before every smaller one, because the second writer waits for the first to commit', async t => {
      const url = await engine.createUrl(t)
      const [first, second, reader] = await Promise.all([1, 2, 3].map(() => engine.open(t, url)))
      await catalogOver(first!).saveMany([fullPatch(1), fullPatch(2)], NOW)
      const access = first!.tables<CatalogTables>()
      const append = Promise.withResolvers<void>()
      const permission = Promise.withResolvers<void>()
      const firstWrite = access.transact(async tx => {
        await new ChangeLog({ db: first! }).append(tx, [{ kind: 'updated', avatar_key: 1, at_ms: NOW }])
        append.resolve()
        await permission.promise
      })
      await append.promise
      const secondWrite = catalogOver(second!).saveMany([fullPatch(2, { name: 'New' })], NOW)
      const isWaiting = () =>
        reader!.tables().transact(async tx => {
          const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and locktype = 'advisory' and not granted`.execute(tx)
          return rows[0]!.n === 1
        })
      await Promise.race([secondWrite, until('the second writer to wait', isWaiting)])
      const catalog = catalogOver(reader!)
      assert.deepEqual(await catalog.changes.after(2, 10), [])
      permission.resolve()
      await Promise.all([firstWrite, secondWrite])
      assert.deepEqual(
        (await catalog.changes.after(2, 10)).map(({ seq, key }) => [seq, key]),
        [
          [3, 1],
          [4, 2],
        ],
      )
    })

  itRunsReviewedStatements(engine.name, 'changes', 'meta')
})
