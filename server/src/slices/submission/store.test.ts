import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { catalogOver, fullPatch, idOf, NOW } from '../../../tests/store/fixtures.ts'
import { progressOf } from '../../../tests/store/lookup-stores.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Database } from '../../kernel/database.ts'
import type { LookupTables } from '../verification/tables.sql.ts'
import { SubmissionStore } from './store.sql.ts'

const id = (number: number) => idOf(number) as AvatarId
const ids = (...numbers: number[]) => numbers.map(id)
const range = (from: number, length: number) => Array.from({ length }, (_, i) => id(from + i))

async function open(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  return { db, store: new SubmissionStore({ db }), catalog: catalogOver(db) }
}

async function block(db: Database, subject: string): Promise<void> {
  await db.tables<LookupTables & { blocks: object }>().transact(async tx => {
    const row = { subject, kind: 'avatar' as const, reason: '', at_ms: NOW }
    await tx.insertInto('blocks').values(row).execute()
  })
}

forEachEngine('submissions', engine => {
  it('are queued in order, each at the end of the queue', async t => {
    const { store } = await open(engine, t)
    const first = await store.submit(ids(1, 2), 10, NOW)
    assert.deepEqual(first.judgements, [
      { status: 'queued', id: id(1), position: 1 },
      { status: 'queued', id: id(2), position: 2 },
    ])
    const second = await store.submit([id(2), null, id(3)], 10, NOW)
    assert.deepEqual(second, {
      waitingCount: 3,
      judgements: [
        { status: 'rejected', code: 'already_queued' },
        { status: 'rejected', code: 'invalid_id' },
        { status: 'queued', id: id(3), position: 3 },
      ],
    })
    assert.equal(await store.countWaiting(), 3)
    const progress = await store.progressOfEach(ids(1, 3, 4))
    assert.deepEqual(
      ids(1, 3, 4).map(of => progress.get(of)?.position),
      [1, 3, null],
    )
    assert.equal((await progressOf(store, id(2))).position, 2)
    assert.equal((await store.progressOfEach([])).size, 0)
  })

  it('of indexed avatars are refused, and of inactive ones queued again', async t => {
    const { store, catalog } = await open(engine, t)
    await catalog.saveMany([fullPatch(1), fullPatch(2, { isActive: false })], NOW)
    const { judgements } = await store.submit(ids(1, 2), 10, NOW)
    assert.deepEqual(judgements, [
      { status: 'rejected', code: 'already_indexed' },
      { status: 'queued', id: id(2), position: 1 },
    ])
    assert.deepEqual(await progressOf(store, id(1)), {
      isBlocked: false,
      isWithdrawn: false,
      position: null,
      dueAtMs: 0,
      isActive: true,
      decision: null,
    })
  })

  it('of blocked avatars, and of known avatars of blocked authors, are refused', async t => {
    const { db, store, catalog } = await open(engine, t)
    await block(db, id(1))
    await catalog.saveMany([fullPatch(2, { isActive: false })], NOW)
    await block(db, fullPatch(2).authorId!)
    const { judgements } = await store.submit(ids(1, 2, 3), 10, NOW)
    assert.deepEqual(
      judgements.map(judgement => (judgement.status === 'rejected' ? judgement.code : judgement.status)),
      ['blocked', 'blocked', 'queued'],
    )
    const blocked = await Promise.all(ids(1, 2, 3).map(async of => (await progressOf(store, of)).isBlocked))
    assert.deepEqual(blocked, [true, true, false])
  })

  it('of an avatar flagged as blocked in the catalog are refused even without a row in the blocks', async t => {
    const { db, store, catalog } = await open(engine, t)
    await catalog.saveMany([fullPatch(1, { isActive: false })], NOW)
    await db.tables<LookupTables>().transact(tx => tx.updateTable('avatars').set({ is_blocked: 1 }).execute())
    const { judgements } = await store.submit(ids(1), 10, NOW)
    assert.deepEqual(judgements, [{ status: 'rejected', code: 'blocked' }])
    assert.equal((await progressOf(store, id(1))).isBlocked, true)
  })

  it('of avatars that their creators unlisted are refused with a code of their own', async t => {
    const { db, store, catalog } = await open(engine, t)
    const patchOf = (number: number) => fullPatch(number, { authorId: `usr_author${number}` })
    await catalog.saveMany([patchOf(1), patchOf(2), patchOf(3), patchOf(4)], NOW)
    await db.tables<LookupTables>().transact(async tx => {
      await tx.updateTable('avatars').set({ is_unlisted: 1 }).where('id', '=', id(1)).execute()
      await tx.updateTable('avatars').set({ is_opted_out: 1 }).where('id', '=', id(2)).execute()
      await tx.insertInto('opt_outs').values({ author_id: 'usr_author3', at_ms: NOW }).execute()
    })
    const { judgements } = await store.submit(ids(1, 2, 3, 4), 10, NOW)
    const codes = judgements.map(judgement => (judgement.status === 'rejected' ? judgement.code : ''))
    assert.deepEqual(codes, ['not_listed', 'not_listed', 'not_listed', 'already_indexed'])
    const unlisted = await Promise.all(
      ids(1, 2, 3, 4).map(async of => (await progressOf(store, of)).isWithdrawn),
    )
    assert.deepEqual(unlisted, [true, true, true, false])
  })

  it('do not count other waiting lookups, which a submission moves into the queue', async t => {
    const { db, store } = await open(engine, t)
    const found = {
      priority: 1,
      queued_at_ms: NOW,
      attempts: 3,
      due_at_ms: NOW + 99_999,
      lease_id: 5,
      lease_until_ms: 9,
    }
    await db.tables<LookupTables>().transact(async tx => {
      const rows = [1, 2, 3].map(number => ({ ...found, avatar_id: id(number), place: number }))
      await tx.insertInto('lookups').values(rows).execute()
    })
    assert.equal(await store.countWaiting(), 0)
    assert.equal((await progressOf(store, id(2))).position, null)
    const { judgements } = await store.submit(ids(2), 1, NOW)
    assert.deepEqual(judgements, [{ status: 'queued', id: id(2), position: 1 }])
    const row = await db
      .tables<LookupTables>()
      .reader.selectFrom('lookups')
      .selectAll()
      .where('avatar_id', '=', id(2))
      .executeTakeFirst()
    assert.deepEqual([row?.attempts, row?.due_at_ms, row?.lease_id], [0, NOW, 5], 'and keep the lease')
  })

  it('of 200 simultaneous clients never overfill the queue, queue an id twice or share a position', async t => {
    const url = await engine.createUrl(t)
    const processes = await Promise.all([1, 2, 3, 4].map(() => engine.open(t, url)))
    const stores = processes.map(db => new SubmissionStore({ db }))
    const capacity = 500
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, client) => {
        const own = range(1000 + client * 3, 3)
        const shared = range((client % 50) * 2, 2)
        return stores[client % 4]!.submit([...own, ...shared, own[0]!], capacity, NOW)
      }),
    )
    const judgements = answers.flatMap(answer => answer.judgements)
    const queued = judgements.filter(judgement => judgement.status === 'queued')
    assert.equal(judgements.length, 1200)
    assert.equal(queued.length, capacity)
    assert.equal(new Set(queued.map(item => item.id)).size, capacity)
    assert.deepEqual(
      queued.map(item => item.position).sort((a, b) => a - b),
      Array.from({ length: capacity }, (_, i) => i + 1),
    )
    assert.equal(await stores[0]!.countWaiting(), capacity)
    for (const { id, position } of queued.filter((_, i) => i % 50 === 0))
      assert.equal((await progressOf(stores[0]!, id)).position, position)
  })

  it('are deleted when they are old', async t => {
    const { db, store } = await open(engine, t)
    await db.tables<LookupTables>().transact(async tx => {
      const rows = range(0, 2500).map((avatar_id, i) => ({
        avatar_id,
        state: 'rejected',
        reason: 'not_found',
        decided_at_ms: NOW + i,
      }))
      await tx.insertInto('submissions').values(rows).execute()
    })
    assert.deepEqual((await progressOf(store, id(7))).decision, { state: 'rejected', reason: 'not_found' })
    assert.equal(await store.deleteDecidedBefore(NOW + 2400), 2400)
    assert.equal((await progressOf(store, id(7))).decision, null)
    assert.notEqual((await progressOf(store, id(2400))).decision, null)
  })

  itRunsReviewedStatements(engine.name, 'submissions', 'lookups')
})
