import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { avatarPatch, emptyModel } from '../../../tests/support/read-model.ts'
import { createSnapshotIndex } from '../../../tests/support/snapshot-index.ts'
import { WIRE_FIELDS } from '../../avatars/index.ts'
import { LOG_START } from './change-position.ts'
import { RecordStore } from './record-store.ts'

/** A model of three avatars with the keys 1 to 3, and a function that puts avatar `n` with a given key. */
function setUp() {
  const model = emptyModel()
  const put = (n: number, key: number, name = `Avatar ${n}`) =>
    model.apply({ records: [recordWith({ key, id: avatarPatch(n).id, name })], counters: [] })
  for (let n = 0; n < 3; n++) put(n, n + 1)
  return { model, put, before: model.slotsLost }
}

describe('the number of lost slots', () => {
  it('stays when avatars are added or change', () => {
    const { model, put, before } = setUp()
    put(1, 2, 'Fox')
    put(3, 4)
    assert.equal(model.slotsLost, before)
  })

  it('grows when an avatar is deleted, has another key, or its key is that of another', () => {
    const deleted = setUp()
    deleted.model.delete([1])
    assert.ok(deleted.model.slotsLost > deleted.before)
    const moved = setUp()
    moved.put(1, 9)
    assert.ok(moved.model.slotsLost > moved.before)
    const taken = setUp()
    taken.put(5, 2)
    assert.equal(taken.model.slotOfKey(2), 3)
    assert.ok(taken.model.slotsLost > taken.before)
  })

  it('grows when the model gets other content', async () => {
    const { model, before } = setUp()
    await model.adopt({
      index: createSnapshotIndex(),
      records: RecordStore.create(WIRE_FIELDS),
      position: LOG_START,
    })
    assert.ok(model.slotsLost > before)
  })
})
