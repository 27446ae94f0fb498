import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { ListedAvatars } from '../../src/avatars/listed.sql.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { recordsOf } from '../../src/avatars/row.ts'
import type { CatalogTables } from '../../src/avatars/tables.sql.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { itRunsReviewedStatements } from '../support/sql-recorder.ts'
import { catalogOver, countersOf, fullPatch, idOf, NOW, newCatalog, readWhole } from './fixtures.ts'

/** Avatars whose number is their key; others than the platform withhold those in `withheld`. */
async function withWithheld(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const store = catalogOver(db)
  await store.saveMany(
    [1, 2, 3, 4, 5].map(number => fullPatch(number)),
    NOW,
  )
  await db.tables<CatalogTables>().transact(async tx => {
    await tx.updateTable('avatars').set({ is_unlisted: 1 }).where('key', '=', 1).execute()
    await tx.updateTable('avatars').set({ is_blocked: 1 }).where('key', '=', 2).execute()
    await tx.updateTable('avatars').set({ is_opted_out: 1 }).where('key', '=', 3).execute()
  })
  await store.saveMany([{ id: idOf(4), isActive: false }], NOW)
  return { db, store }
}

forEachEngine('reading avatars', engine => {
  it('answers the known ones among the keys or ids, each once, and nothing for none', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1), fullPatch(2), fullPatch(3)], NOW)
    const byKeys = await store.byKeys([3, 1, 3, 99, -1])
    assert.deepEqual(byKeys.map(({ key }) => key).sort(), [1, 3])
    const byIds = await store.byIds([idOf(2), idOf(2), idOf(99), "' or 1=1 --", '{}', ''])
    assert.deepEqual(
      byIds.map(({ id }) => id),
      [idOf(2)],
    )
    assert.deepEqual(await store.byKeys([]), [])
    assert.deepEqual(await store.byIds([]), [])
    assert.deepEqual(await store.countersByKeys([]), [])
  })

  it('answers tens of thousands of keys in one go', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1), fullPatch(2)], NOW)
    const keys = Array.from({ length: 100_000 }, (_, i) => i)
    assert.equal((await store.byKeys(keys)).length, 2)
  })

  it('answers counters alone, of those that were ever counted', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1, { views: 4 }), fullPatch(2), fullPatch(3, { likes: 2 })], NOW)
    assert.deepEqual(await countersOf(store, 1, 2, 3, 9), [
      { key: 1, views: 4, likes: 0 },
      { key: 3, views: 0, likes: 2 },
    ])
  })

  it('gives everything, the earliest added first and equals by key, in batches no larger than asked for', async t => {
    const store = await newCatalog(engine, t)
    const numbers = Array.from({ length: 23 }, (_, i) => i)
    await store.saveMany(
      numbers.map(number => fullPatch(number, { addedAtMs: NOW - (number % 5) * DAY_MS })),
      NOW,
    )
    for (const size of [1, 4, 5, 23, 24, 1000]) {
      const { all, sizes } = await readWhole(store, size)
      assert.ok(sizes.every(length => length > 0 && length <= size))
      const expected = all.toSorted((a, b) => a.addedAtMs - b.addedAtMs || a.key - b.key)
      assert.deepEqual(
        all.map(({ key }) => key),
        expected.map(({ key }) => key),
      )
      assert.equal(new Set(all.map(({ id }) => id)).size, 23)
    }
  })

  it('gives everything in the order of keys, in batches no larger than asked for', async t => {
    const store = await newCatalog(engine, t)
    const patches = Array.from({ length: 23 }, (_, i) => fullPatch(i, { addedAtMs: NOW - (i % 5) * DAY_MS }))
    await store.saveMany(patches, NOW)
    const { all } = await readWhole(store)
    for (const size of [1, 4, 23, 24, 1000]) {
      const byKey = await readWhole(store, size, 'readByKey')
      assert.ok(byKey.sizes.every(length => length > 0 && length <= size))
      assert.deepEqual(
        byKey.all,
        all.toSorted((a, b) => a.key - b.key),
      )
    }
  })

  it('gives the same as JSON, whatever characters the texts have', async t => {
    const store = await newCatalog(engine, t)
    const texts = ['"\\/', '\u0001\n\u2028\u007f', '狐🦊e\u0301', '[1,{}]', 'null', '']
    const patches = texts.map((text, i) => fullPatch(i, { name: text, description: text, tags: [text] }))
    await store.saveMany(patches, NOW)
    await store.saveCounters([{ key: 2, day: 20_000, views: 2 ** 30, likes: 3 }], NOW)
    const { all } = await readWhole(store, 10, 'readByKey')
    for (const size of [1, 4, 6, 7]) {
      const read: CatalogRecord[] = []
      for await (const { rows, count } of store.readAsJson(size)) {
        assert.ok(count <= size)
        assert.equal(rows.length, rows.buffer.byteLength)
        const records = [...recordsOf(rows)]
        assert.equal(records.length, count)
        read.push(...records)
      }
      assert.deepEqual(
        read.toSorted((a, b) => a.key - b.key),
        all,
      )
    }
  })

  it('gives nothing of an empty catalog', async t => {
    const store = await newCatalog(engine, t)
    assert.deepEqual(await readWhole(store), { all: [], sizes: [] })
    assert.deepEqual(await readWhole(store, 10, 'readByKey'), { all: [], sizes: [] })
    assert.equal((await store.readAsJson(10).next()).done, true)
    assert.deepEqual(await store.countRows(), { indexed: 0, active: 0 })
  })

  it('gives hidden avatars too, and says that they are not listed', async t => {
    const { store } = await withWithheld(engine, t)
    const { all } = await readWhole(store)
    const states = all.map(({ key, isActive, isListed }) => [key, isActive, isListed])
    assert.deepEqual(states, [
      [1, true, false],
      [2, true, false],
      [3, true, false],
      [4, false, false],
      [5, true, true],
    ])
    assert.deepEqual(await store.countRows(), { indexed: 5, active: 4 })
  })

  it('logs no showing or hiding of an avatar that is withheld anyway', async t => {
    const { store } = await withWithheld(engine, t)
    const { lastSeq } = await store.changes.bounds()
    await store.saveMany([{ id: idOf(2), isActive: false }], NOW)
    await store.saveMany([{ id: idOf(2), isActive: true }], NOW)
    const kinds = (await store.changes.after(lastSeq, 10)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['updated', 'updated'])
  })

  it('keeps an avatar unlisted, blocked or opted out whatever a source tells', async t => {
    const { store } = await withWithheld(engine, t)
    await store.saveMany(
      [1, 2, 3].map(number => fullPatch(number, { name: 'New', isActive: true })),
      NOW,
    )
    const records = await store.byKeys([1, 2, 3])
    assert.deepEqual(
      records.map(({ name, isListed }) => [name, isListed]),
      Array(3).fill(['New', false]),
    )
  })

  it("answers the creator's verified profile", async t => {
    const db = await engine.open(t)
    const store = catalogOver(db)
    await store.saveMany([fullPatch(1), fullPatch(2, { authorId: 'usr_other' })], NOW)
    await db.tables<CatalogTables>().transact(async tx => {
      const { authorId } = fullPatch(1)
      const row = { author_id: authorId!, vrcl_url: 'https://community.example/anna', checked_at_ms: NOW }
      await tx.insertInto('creators').values(row).execute()
    })
    const urls = (await store.byIds([idOf(1), idOf(2)])).map(({ id, authorVrclUrl }) => [id, authorVrclUrl])
    assert.deepEqual(Object.fromEntries(urls), {
      [idOf(1)]: 'https://community.example/anna',
      [idOf(2)]: null,
    })
  })

  it('names its database: the same for all that open it, another for every other', async t => {
    const url = await engine.createUrl(t)
    const ids = await Promise.all(
      [url, url, undefined].map(async where => catalogOver(await engine.open(t, where)).databaseId()),
    )
    assert.match(ids[0]!, /^[0-9a-f-]{36}$/)
    assert.equal(ids[1], ids[0])
    assert.notEqual(ids[2], ids[0])
  })

  it('tells of listed avatars alone which were added last, and how many an author has', async t => {
    const { db, store } = await withWithheld(engine, t)
    await store.saveMany(
      [
        fullPatch(6, { addedAtMs: NOW - 1, views: 7 }),
        fullPatch(7, { addedAtMs: NOW - 1, views: 5 }),
        fullPatch(8, { addedAtMs: NOW + 1, authorId: 'usr_other' }),
      ],
      NOW,
    )
    const listed = new ListedAvatars({ db })
    const idsOf = async (limit: number) => (await listed.newest(limit)).map(({ id }) => id)
    assert.deepEqual(await idsOf(10), [8, 5, 7, 6].map(idOf))
    assert.deepEqual(await idsOf(2), [8, 5].map(idOf))
    assert.deepEqual(await listed.totalsOf(fullPatch(1).authorId!), { avatars: 3, views: 12 })
    assert.deepEqual(await listed.totalsOf('usr_nobody'), { avatars: 0, views: 0 })
  })

  itRunsReviewedStatements(engine.name, 'avatars', 'meta')
})
