import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import type { CatalogTables } from '../../src/avatars/tables.sql.ts'
import type { Database } from '../../src/kernel/database.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { itRunsReviewedStatements } from '../support/sql-recorder.ts'
import { catalogOver, fullPatch, idOf, kindsAfter, lastSeq, NOW, newCatalog, recordOf } from './fixtures.ts'

const LATER = NOW + 1000

async function setVerified(db: Database, ...ids: string[]): Promise<void> {
  await db.tables<CatalogTables>().transact(async tx => {
    await tx.updateTable('avatars').set({ verified_at_ms: NOW }).where('id', 'in', ids).execute()
  })
}

forEachEngine('saving avatars', engine => {
  it('keeps all that a source tells, and gives it back as told', async t => {
    const store = await newCatalog(engine, t)
    const patch = fullPatch(1, { views: 7, likes: 3, addedAtMs: NOW - DAY_MS })
    assert.deepEqual(await store.saveMany([patch], NOW), ['added'])
    assert.deepEqual(await recordOf(store, patch.id), {
      ...patch,
      key: 1,
      aiTags: ['NAME'],
      authorVrclUrl: null,
      isActive: true,
      isListed: true,
    })
  })

  it('stores blanks and the time of saving for an avatar whose source has only its id', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([{ id: idOf(1) }], NOW)
    assert.deepEqual(await recordOf(store, idOf(1)), {
      id: idOf(1),
      key: 1,
      name: '',
      description: '',
      authorId: '',
      authorName: '',
      authorVrclUrl: null,
      imageUrl: '',
      tags: [],
      aiTags: [],
      platforms: [],
      performance: {},
      createdAtMs: null,
      updatedAtMs: null,
      addedAtMs: NOW,
      views: 0,
      likes: 0,
      isActive: true,
      isListed: true,
    } satisfies CatalogRecord)
  })

  it('tells for each patch, in order, whether it added, updated or changed nothing', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(2), fullPatch(4)], NOW)
    const outcomes = await store.saveMany(
      [fullPatch(5), fullPatch(4), fullPatch(2, { name: 'Other' }), fullPatch(1)],
      LATER,
    )
    assert.deepEqual(outcomes, ['added', 'unchanged', 'updated', 'added'])
  })

  it('changes nothing when the same is saved again: no row in the log', async t => {
    const store = await newCatalog(engine, t)
    const patches = [fullPatch(1, { views: 5 }), fullPatch(2, { platforms: ['quest', 'pc'] })]
    await store.saveMany(patches, NOW)
    const seq = await lastSeq(store)
    assert.deepEqual(await store.saveMany(patches, LATER), ['unchanged', 'unchanged'])
    assert.equal(await lastSeq(store), seq)
  })

  it('saves nothing of an empty batch', async t => {
    const store = await newCatalog(engine, t)
    assert.deepEqual(await store.saveMany([], NOW), [])
  })

  it('lets a later patch of the same id in a batch see the earlier one', async t => {
    const store = await newCatalog(engine, t)
    const outcomes = await store.saveMany(
      [
        { id: idOf(1), name: 'First', description: 'kept' },
        { id: idOf(1), name: 'Second' },
        { id: idOf(1), name: 'Second' },
        { id: idOf(1), views: 4 },
      ],
      NOW,
    )
    assert.deepEqual(outcomes, ['added', 'updated', 'unchanged', 'updated'])
    const { name, description, views, aiTags } = await recordOf(store, idOf(1))
    assert.deepEqual(
      { name, description, views, aiTags },
      {
        name: 'Second',
        description: 'kept',
        views: 4,
        aiTags: ['SECOND'],
      },
    )
    assert.deepEqual(await kindsAfter(store, 0), ['added'])
  })

  it('writes a known avatar once for several patches of one batch', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW)
    const seq = await lastSeq(store)
    const outcomes = await store.saveMany(
      [
        fullPatch(1, { name: 'Second' }),
        fullPatch(1, { name: 'Second', description: 'third' }),
        { id: idOf(1), likes: 2 },
      ],
      LATER,
    )
    assert.deepEqual(outcomes, ['updated', 'updated', 'updated'])
    assert.deepEqual(await kindsAfter(store, seq), ['updated', 'counts'])
    const { name, description, likes, aiTags } = await recordOf(store, idOf(1))
    assert.deepEqual([name, description, likes, aiTags], ['Second', 'third', 2, ['SECOND']])
  })

  it('leaves what a patch does not tell', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1, { views: 7, likes: 3 })], NOW)
    const before = await recordOf(store, idOf(1))
    const outcomes = await store.saveMany(
      [{ id: idOf(1) }, { id: idOf(1), authorId: '', createdAtMs: null, updatedAtMs: null }],
      LATER,
    )
    assert.deepEqual(outcomes, ['unchanged', 'unchanged'])
    assert.deepEqual(await recordOf(store, idOf(1)), before)
  })

  it('replaces what a patch tells, with empty text and lists too', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW)
    const blank = {
      name: '',
      description: '',
      authorName: '',
      imageUrl: '',
      tags: [],
      platforms: [],
      performance: {},
    }
    assert.deepEqual(await store.saveMany([{ id: idOf(1), ...blank }], LATER), ['updated'])
    const record = await recordOf(store, idOf(1))
    assert.deepEqual({ ...record, ...blank, aiTags: [] }, record)
  })

  it('lets a source older than what is known only fill what is blank', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany(
      [fullPatch(1, { description: '', tags: [], performance: {}, createdAtMs: null })],
      NOW,
    )
    const older = fullPatch(1, {
      name: 'Old name',
      description: 'Old description',
      tags: ['old'],
      platforms: ['ios'],
      performance: { ios: 'Poor' },
      createdAtMs: NOW - 30 * DAY_MS,
      updatedAtMs: NOW - 11 * DAY_MS,
      isActive: false,
    })
    assert.deepEqual(await store.saveMany([older], LATER), ['updated'])
    const record = await recordOf(store, idOf(1))
    assert.deepEqual(record, {
      ...record,
      name: 'Name 1',
      description: 'Old description',
      tags: ['old'],
      platforms: ['pc', 'quest'],
      performance: { ios: 'Poor' },
      createdAtMs: NOW - 30 * DAY_MS,
      updatedAtMs: NOW - 10 * DAY_MS,
      isActive: true,
    })
  })

  it('lets a source of the same age or newer replace what is known', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW)
    await store.saveMany([fullPatch(1, { name: 'Same age' })], LATER)
    assert.equal((await recordOf(store, idOf(1))).name, 'Same age')
    await store.saveMany([fullPatch(1, { name: 'Newer', updatedAtMs: NOW - 9 * DAY_MS })], LATER)
    const { name, updatedAtMs } = await recordOf(store, idOf(1))
    assert.deepEqual([name, updatedAtMs], ['Newer', NOW - 9 * DAY_MS])
  })

  it("lets the platform's own word replace what is known, whatever the dates say", async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW)
    const answer = fullPatch(1, { name: 'True', description: '', updatedAtMs: NOW - 11 * DAY_MS })
    assert.deepEqual(await store.saveMany([{ ...answer, authority: 'platform' }], LATER), ['updated'])
    const { name, description, updatedAtMs } = await recordOf(store, idOf(1))
    assert.deepEqual([name, description, updatedAtMs], ['True', '', NOW - 11 * DAY_MS])
  })

  const FROM_INDEX = {
    name: 'Claimed',
    description: 'Claimed',
    authorName: 'Claimed',
    tags: ['claimed'],
    platforms: ['ios'],
    updatedAtMs: NOW,
    isActive: false,
    authority: 'external',
  } as const

  it('lets an external index add an avatar, and of a known one only fill what is blank, however new it is', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1, { description: '', tags: [] })], NOW)
    const patches = [1, 2].map(number => ({ ...FROM_INDEX, id: idOf(number) }))
    assert.deepEqual(await store.saveMany(patches, LATER), ['updated', 'added'])
    const knownRecord = await recordOf(store, idOf(1))
    const { isActive, updatedAtMs, platforms } = knownRecord
    assert.deepEqual(
      [knownRecord.name, knownRecord.description, knownRecord.authorName, knownRecord.tags],
      ['Name 1', 'Claimed', 'Author', ['claimed']],
    )
    assert.deepEqual([isActive, updatedAtMs, platforms], [true, NOW - 10 * DAY_MS, ['pc', 'quest']])
    assert.equal((await recordOf(store, idOf(2))).name, 'Claimed')
  })

  it('lets an external index change nothing of an avatar that was looked up on the platform, not even blank fields', async t => {
    const db = await engine.open(t)
    const store = catalogOver(db)
    await store.saveMany([fullPatch(1, { description: '' }), fullPatch(2, { isActive: false })], NOW)
    await setVerified(db, idOf(1), idOf(2))
    const patches = [1, 2].map(number => ({ ...FROM_INDEX, isActive: true, id: idOf(number) }))
    assert.deepEqual(await store.saveMany(patches, LATER), ['unchanged', 'unchanged'])
    const answer = { ...FROM_INDEX, id: idOf(3), authority: 'platform' } as const
    const outcomes = await store.saveMany(
      [answer, { ...answer, name: 'Other', authority: 'external' }],
      LATER,
    )
    assert.deepEqual(outcomes, ['added', 'unchanged'])
  })

  it('never lowers a counter', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1, { views: 7, likes: 3 })], NOW)
    assert.deepEqual(await store.saveMany([{ id: idOf(1), views: 5, likes: 4 }], LATER), ['updated'])
    const { views, likes } = await recordOf(store, idOf(1))
    assert.deepEqual({ views, likes }, { views: 7, likes: 4 })
  })

  it('never changes the moment of adding, and never puts it into the future', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([{ id: idOf(1), addedAtMs: NOW + DAY_MS }], NOW)
    assert.equal((await recordOf(store, idOf(1))).addedAtMs, NOW)
    await store.saveMany([{ id: idOf(1), name: 'New', addedAtMs: NOW - DAY_MS }], LATER)
    assert.equal((await recordOf(store, idOf(1))).addedAtMs, NOW)
  })

  it('logs hiding when the platform stops serving an avatar, and showing when it does again', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(1)], NOW)
    const seq = await lastSeq(store)
    await store.saveMany([{ id: idOf(1), isActive: false }], LATER)
    const { isActive, isListed } = await recordOf(store, idOf(1))
    assert.deepEqual({ isActive, isListed }, { isActive: false, isListed: false })
    await store.saveMany([fullPatch(1)], LATER)
    assert.equal((await recordOf(store, idOf(1))).isListed, false, 'not told is no answer')
    await store.saveMany([{ id: idOf(1), isActive: true, name: 'Back' }], LATER)
    assert.equal((await recordOf(store, idOf(1))).isListed, true)
    assert.deepEqual(await kindsAfter(store, seq), ['hidden', 'shown'])
  })

  it('assigns keys in ascending order and never reuses them', async t => {
    const store = await newCatalog(engine, t)
    await store.saveMany([fullPatch(9), fullPatch(3)], NOW)
    await store.saveMany([fullPatch(1)], NOW - DAY_MS)
    const keys = (await store.byIds([idOf(9), idOf(3), idOf(1)])).map(({ id, key }) => [id, key])
    assert.deepEqual(Object.fromEntries(keys), { [idOf(9)]: 1, [idOf(3)]: 2, [idOf(1)]: 3 })
  })

  it('saves batches beyond one step, and their log, whole and in order', async t => {
    const store = await newCatalog(engine, t)
    const patches = Array.from({ length: 1003 }, (_, i) => fullPatch(i, { views: i }))
    const outcomes = await store.saveMany(patches, NOW)
    assert.equal(outcomes.filter(outcome => outcome === 'added').length, 1003)
    const changes = await store.changes.after(0, 2000)
    assert.deepEqual(
      changes.map(({ key, kind }) => [key, kind]),
      patches.map((_, i) => [i + 1, 'added']),
    )
    const records = await store.byKeys([1, 500, 1003])
    assert.deepEqual(records.map(({ key, views }) => [key, views]).sort(), [
      [1, 0],
      [1003, 1002],
      [500, 499],
    ])
  })

  it('rolls a failed batch back whole', async t => {
    const db = await engine.open(t)
    const failing = catalogOver(db)
    await failing.saveMany([fullPatch(1)], NOW)
    await assert.rejects(failing.saveMany([fullPatch(1, { name: 'New' }), fullPatch(2)], Number.NaN))
    assert.equal((await recordOf(failing, idOf(1))).name, 'Name 1')
    assert.deepEqual(await failing.byIds([idOf(2)]), [])
    assert.deepEqual(await kindsAfter(failing, 0), ['added'])
    assert.deepEqual(await failing.saveMany([fullPatch(2)], NOW), ['added'], 'and the store goes on')
  })

  it('adds an avatar once when many save it at the same moment', async t => {
    const url = await engine.createUrl(t)
    const stores = await Promise.all([1, 2, 3, 4].map(async () => catalogOver(await engine.open(t, url))))
    const patches = Array.from({ length: 200 }, (_, i) => fullPatch(i))
    const outcomes = await Promise.all(
      stores.map((store, i) => store.saveMany(i % 2 === 0 ? patches : patches.toReversed(), NOW)),
    )
    assert.equal(outcomes.flat().filter(outcome => outcome === 'added').length, 200)
    assert.equal(outcomes.flat().filter(outcome => outcome === 'unchanged').length, 600)
    assert.equal((await stores[0]!.changes.after(0, 1000)).length, 200)
  })

  itRunsReviewedStatements(engine.name, 'avatars', 'changes')
})
