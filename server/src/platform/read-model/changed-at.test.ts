import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { avatarPatch, emptyModel } from '../../../tests/support/read-model.ts'
import { createSnapshotIndex } from '../../../tests/support/snapshot-index.ts'
import { type CatalogRecord, WIRE_FIELDS } from '../../avatars/index.ts'
import { LOG_START } from './change-position.ts'
import { RecordStore } from './record-store.ts'

const SLOT = 1

/** A model with three avatars; `record` returns the second one. */
function setUp() {
  const model = emptyModel()
  const record = (n: number, fields: Partial<CatalogRecord> = {}) =>
    recordWith({ key: n + 1, id: avatarPatch(n).id, name: `Avatar ${n}`, ...fields })
  model.apply({ records: [0, 1, 2].map(n => record(n)), counters: [] })
  const before = model.version
  const isChangedBy = (batch: {
    records?: CatalogRecord[]
    counters?: { views: number; likes: number }[]
  }) => {
    const counters = (batch.counters ?? []).map(counted => ({ key: SLOT + 1, ...counted }))
    model.apply({ records: batch.records ?? [], counters })
    return model.changedAt(SLOT) > before
  }
  return { model, record, before, isChangedBy }
}

describe('the version with which a record changed', () => {
  it('is that of the batch that brought other values or counters', () => {
    const { record, isChangedBy } = setUp()
    assert.ok(isChangedBy({ records: [record(SLOT, { name: 'Fox' })] }))
    assert.ok(setUp().isChangedBy({ records: [record(SLOT, { views: 2 })] }))
    assert.ok(setUp().isChangedBy({ records: [record(SLOT, { addedAtMs: 2 })] }))
    assert.ok(setUp().isChangedBy({ records: [record(SLOT, { updatedAtMs: 2 })] }))
    assert.ok(setUp().isChangedBy({ counters: [{ views: 1, likes: 0 }] }))
    assert.ok(setUp().isChangedBy({ counters: [{ views: 0, likes: 1 }] }))
  })

  it('stays when nothing changed, or other records did', () => {
    const { model, record, isChangedBy } = setUp()
    assert.equal(isChangedBy({ records: [record(SLOT)], counters: [{ views: 0, likes: 0 }] }), false)
    assert.equal(isChangedBy({ records: [record(0, { name: 'Fox' })] }), false)
    assert.equal(model.changedAt(0), model.version)
  })

  it('comes with dates that answers and orders have', () => {
    const { model, record } = setUp()
    model.apply({ records: [record(SLOT, { addedAtMs: 5, updatedAtMs: 6 })], counters: [] })
    const date = (ms: number) => new Date(ms).toISOString()
    assert.deepEqual(model.read(['addedAt', 'updatedAt'], SLOT), { addedAt: date(5), updatedAt: date(6) })
    for (const sort of ['recent', 'updated'] as const) assert.equal(model.listedSlots(sort)[0], SLOT)
  })

  it('is new for all slots when the model gets other content', async () => {
    const { model, before } = setUp()
    await model.adopt({
      index: createSnapshotIndex(),
      records: RecordStore.create(WIRE_FIELDS),
      position: LOG_START,
    })
    for (let slot = 0; slot < 3; slot++) assert.ok(model.changedAt(slot) > before)
  })
})
