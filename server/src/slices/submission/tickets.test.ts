import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { catalogOver, fullPatch, idOf, NOW } from '../../../tests/store/fixtures.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import { SubmissionStore } from './store.sql.ts'
import { TicketStore, type TicketTables } from './tickets.sql.ts'

const id = (number: number) => idOf(number) as AvatarId

async function open(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  return {
    db,
    store: new SubmissionStore({ db }),
    tickets: new TicketStore({ db }),
    catalog: catalogOver(db),
  }
}

forEachEngine('tickets of batches', engine => {
  it('return the items of the batch and what is known about them now', async t => {
    const { db, store, tickets, catalog } = await open(engine, t)
    await catalog.saveMany([fullPatch(1), fullPatch(5, { isActive: false })], NOW)
    await db.tables<TicketTables>().transact(async tx => {
      const row = { subject: id(2), kind: 'avatar' as const, reason: '', at_ms: NOW }
      await tx.insertInto('blocks').values(row).execute()
      const decision = { avatar_id: id(3), state: 'rejected', reason: 'not_found', decided_at_ms: NOW }
      await tx.insertInto('submissions').values(decision).execute()
    })
    await store.submit([id(1), id(2), null, id(3), id(3), id(4), id(5)], 2, NOW + 7, 'first')
    const found = (await tickets.find('first'))!
    assert.equal(found.submittedAtMs, NOW + 7)
    assert.equal(found.items.invalidCount, 1)
    assert.deepEqual(Object.fromEntries(found.items.avatars), {
      [id(1)]: 'already_indexed',
      [id(2)]: 'blocked',
      [id(3)]: 'queued',
      [id(4)]: 'queued',
      [id(5)]: 'queue_full',
    })
    assert.deepEqual(Object.fromEntries(found.knownAvatars), {
      [id(1)]: { isBlocked: false, isActive: true, isWithdrawn: false, isQueued: false, decision: null },
      [id(2)]: { isBlocked: true, isActive: null, isWithdrawn: false, isQueued: false, decision: null },
      [id(3)]: {
        isBlocked: false,
        isActive: null,
        isWithdrawn: false,
        isQueued: true,
        decision: { state: 'rejected', reason: 'not_found' },
      },
      [id(4)]: { isBlocked: false, isActive: null, isWithdrawn: false, isQueued: true, decision: null },
      [id(5)]: { isBlocked: false, isActive: false, isWithdrawn: false, isQueued: false, decision: null },
    })
    assert.equal(await tickets.find('second'), null)
  })

  it('are stored together with the queued avatars, or not at all', async t => {
    const { store } = await open(engine, t)
    await store.submit([id(1)], 10, NOW, 'same')
    await assert.rejects(store.submit([id(2)], 10, NOW, 'same'))
    assert.equal(await store.countWaiting(), 1)
  })

  it('can have a thousand avatars', async t => {
    const { store, tickets } = await open(engine, t)
    const many = Array.from({ length: 1000 }, (_, i) => id(i + 1))
    await store.submit(many, 1000, NOW, 'many')
    assert.equal((await tickets.find('many'))!.knownAvatars.size, 1000)
  })

  it('are deleted when they are old', async t => {
    const { db, store, tickets } = await open(engine, t)
    await store.submit([id(1)], 10, NOW, 'old')
    await store.submit([id(2)], 10, NOW + 1, 'new')
    await db.tables<TicketTables>().transact(async tx => {
      const rows = Array.from({ length: 2500 }, (_, i) => ({
        ticket: `t${i}`,
        submitted_at_ms: NOW - i,
        items: '{}',
      }))
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('submission_tickets')
          .values(rows.slice(at, at + 500))
          .execute()
    })
    assert.equal(await tickets.deleteBefore(NOW + 1), 2501)
    assert.equal(await tickets.find('old'), null)
    assert.notEqual(await tickets.find('new'), null)
  })

  itRunsReviewedStatements(engine.name, 'submission_tickets', 'submissions')
})
