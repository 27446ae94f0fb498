import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fullPatch, kindsAfter, lastSeq, NOW, recordOf } from '../../../tests/store/fixtures.ts'
import {
  AUTHOR,
  block,
  id,
  ids,
  leaseNext,
  open,
  optOut,
  progressOf,
  takeAll,
  verifiedAt,
  WITHOUT_PACE,
} from '../../../tests/store/lookup-stores.ts'
import { forEachEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { type LookupTables, PRIORITY } from './tables.sql.ts'

forEachEngine('lookups', engine => {
  it('of public avatars index them, at once and as verified', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1), 10, NOW)
    const lookup = await leaseNext(lookups)
    const patch = fullPatch(1, { isActive: true })
    assert.deepEqual(await lookups.decide(lookup, { kind: 'public', patch }, NOW + 5), { kind: 'indexed' })
    assert.equal((await recordOf(catalog, id(1))).isListed, true)
    assert.equal(await verifiedAt(db, id(1)), NOW + 5)
    assert.deepEqual(await kindsAfter(catalog, 0), ['added'])
    assert.deepEqual(await progressOf(submissions, id(1)), {
      isBlocked: false,
      isWithdrawn: false,
      position: null,
      dueAtMs: 0,
      isActive: true,
      decision: { state: 'indexed' },
    })
    assert.equal(await submissions.countWaiting(), 0)
  })

  it('of avatars that are not public do not index them, and give the reason', async t => {
    const { catalog, submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2), 10, NOW)
    for (const reason of ['not_found', 'not_public'] as const) {
      const decision = await lookups.decide(await leaseNext(lookups), { kind: 'rejected', reason }, NOW)
      assert.deepEqual(decision, { kind: 'rejected' })
    }
    assert.deepEqual(await catalog.byIds(ids(1, 2)), [])
    const outcomes = await Promise.all(
      ids(1, 2).map(async of => (await progressOf(submissions, of)).decision),
    )
    assert.deepEqual(outcomes, [
      { state: 'rejected', reason: 'not_found' },
      { state: 'rejected', reason: 'not_public' },
    ])
  })

  it('refresh a known avatar: update it while public, hide it when not, and show it when public again', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1, { updatedAtMs: NOW - 1 })], NOW)
    const seq = await lastSeq(catalog)
    const fresh = fullPatch(1, { name: 'New', performance: { pc: 'Poor' }, isActive: true })
    await lookups.decide(await leaseNext(lookups), { kind: 'public', patch: fresh }, NOW)
    const { name, performance } = await recordOf(catalog, id(1))
    assert.deepEqual([name, performance], ['New', { pc: 'Poor' }], 'though another source told a later date')
    assert.deepEqual(await lookups.lease(WITHOUT_PACE, NOW + 1), { kind: 'idle' }, 'and it is fresh')

    const later = NOW + 2 * DAY_MS
    const again = { staleBeforeMs: later - DAY_MS }
    const gone = { kind: 'rejected', reason: 'not_found' } as const
    await lookups.decide(await leaseNext(lookups, later, again), gone, later)
    assert.equal((await recordOf(catalog, id(1))).isListed, false)
    assert.equal(await verifiedAt(db, id(1)), later)
    assert.deepEqual(await lookups.lease({ ...WITHOUT_PACE, staleBeforeMs: later * 2 }, later), {
      kind: 'idle',
    })

    assert.equal((await submissions.submit(ids(1), 10, later)).judgements[0]!.status, 'queued')
    await lookups.decide(await leaseNext(lookups, later), { kind: 'public', patch: fresh }, later)
    assert.equal((await recordOf(catalog, id(1))).isListed, true)
    assert.deepEqual(await kindsAfter(catalog, seq), ['updated', 'hidden', 'shown'])
  })

  it('that find nothing new only change the date of verification', async t => {
    const { db, catalog, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1)], NOW)
    const seq = await lastSeq(catalog)
    const patch = fullPatch(1, { isActive: true })
    await lookups.decide(await leaseNext(lookups), { kind: 'public', patch }, NOW + 7)
    assert.deepEqual([await lastSeq(catalog), await verifiedAt(db, id(1))], [seq, NOW + 7])
  })

  it('never index a blocked avatar, whenever it was blocked', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await submissions.submit(ids(1, 2, 3), 10, NOW)
    await block(db, id(1))
    const second = await leaseNext(lookups)
    assert.equal(second.id, id(2), 'the blocked one costs no lookup')
    await block(db, id(2))
    const patch = { ...fullPatch(2), isActive: true }
    assert.deepEqual(await lookups.decide(second, { kind: 'public', patch }, NOW), { kind: 'blocked' })
    const third = await leaseNext(lookups)
    await block(db, AUTHOR)
    assert.deepEqual(await lookups.decide(third, { kind: 'public', patch: fullPatch(3) }, NOW), {
      kind: 'blocked',
    })
    assert.deepEqual(await catalog.byIds(ids(1, 2, 3)), [])
    const states = await Promise.all(
      ids(1, 2, 3).map(async of => (await progressOf(submissions, of)).decision),
    )
    assert.deepEqual(states, Array(3).fill({ state: 'rejected', reason: 'blocked' }))
    assert.equal(await submissions.countWaiting(), 0)
  })

  it('add no avatar of an author who opted out, but refresh known ones', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1)], NOW)
    await optOut(db, AUTHOR)
    await submissions.submit(ids(2), 10, NOW)
    assert.deepEqual(
      await lookups.decide(await leaseNext(lookups), { kind: 'public', patch: fullPatch(2) }, NOW),
      { kind: 'blocked' },
    )
    assert.deepEqual(await catalog.byIds(ids(2)), [])
    assert.deepEqual(
      await lookups.decide(await leaseNext(lookups), { kind: 'public', patch: fullPatch(1) }, NOW),
      { kind: 'indexed' },
    )
  })

  it('of finds are queued once, behind submissions, unless already verified, waiting or blocked', async t => {
    const { db, catalog, submissions, lookups } = await open(engine, t)
    await catalog.saveMany([fullPatch(1), fullPatch(2)], NOW)
    await db
      .tables<LookupTables>()
      .transact(tx =>
        tx.updateTable('avatars').set({ verified_at_ms: NOW }).where('id', '=', id(1)).execute(),
      )
    await submissions.submit(ids(3), 10, NOW)
    await block(db, id(4))
    assert.equal(await lookups.enqueueFinds([...ids(1, 2, 3, 4, 5, 5)], NOW), 2)
    assert.equal(await lookups.enqueueFinds(ids(2, 5), NOW), 0)
    assert.equal(await lookups.enqueueFinds([], NOW), 0)
    assert.deepEqual(await takeAll(lookups), ['submission 3', 'find 2', 'find 5'])
  })

  it('of a find that is submitted meanwhile count as those of a submission', async t => {
    const { submissions, lookups } = await open(engine, t)
    await lookups.enqueueFinds(ids(1), NOW)
    const lookup = await leaseNext(lookups)
    await submissions.submit(ids(1), 10, NOW)
    await lookups.decide(lookup, { kind: 'rejected', reason: 'not_found' }, NOW)
    const { decision, position } = await progressOf(submissions, id(1))
    assert.deepEqual([decision?.state, position], ['rejected', null])
  })

  it('of finds never exceed the number of finds that may wait', async t => {
    const { lookups, db } = await open(engine, t)
    const many = Array.from({ length: 6000 }, (_, i) => id(i))
    assert.equal(await lookups.enqueueFinds(many.slice(0, 3000), NOW), 3000)
    assert.equal(await lookups.enqueueFinds(many, NOW), 2000)
    const { count } = await db
      .tables<LookupTables>()
      .reader.selectFrom('lookups')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('priority', '=', PRIORITY.find)
      .executeTakeFirstOrThrow()
    assert.equal(count, 5000)
  })

  itRunsReviewedStatements(engine.name, 'lookups', 'submissions', 'avatars')
})
