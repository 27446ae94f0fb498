import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { avatarPatch, readModelDeps } from '../../../tests/support/read-model.ts'
import { openReadModel } from './open-read-model.ts'
import { tailOnce } from './tail.ts'

describe('the tail of the log', () => {
  it('is applied a few records at once, however many are read', async t => {
    const deps = await readModelDeps(t)
    await openReadModel(deps)
    await deps.store.saveMany(
      Array.from({ length: 75 }, (_, n) => avatarPatch(n)),
      deps.clock.now(),
    )
    const applied = t.mock.method(deps.model, 'apply')
    await tailOnce(deps.store, deps.model)
    const sizes = applied.mock.calls.map(({ arguments: [{ records }] }) => records.length)
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      75,
    )
    assert.ok(Math.max(...sizes) <= 10, `${sizes}`)
  })

  it('is applied in pieces that block the event loop for about a millisecond', async t => {
    const deps = await readModelDeps(t)
    const patches = Array.from({ length: 450 }, (_, n) => avatarPatch(n))
    await deps.store.saveMany(patches, deps.clock.now())
    await openReadModel(deps)
    const records = await deps.store.byIds(patches.map(({ id }) => id))
    const deltas = records.map(({ key }) => ({ key, day: 20_000, views: 1 }))
    await deps.store.saveCounters(deltas, deps.clock.now())
    const read = t.mock.method(deps.store, 'countersByKeys')
    await tailOnce(deps.store, deps.model)
    const sizes = read.mock.calls.map(({ arguments: [keys] }) => keys.length)
    assert.deepEqual(sizes, [100, 100, 100, 100, 50])
  })
})
