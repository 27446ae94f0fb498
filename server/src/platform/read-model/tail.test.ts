import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { avatarPatch, readModelDeps, saveAvatars } from '../../../tests/support/read-model.ts'
import { openReadModel } from './open-read-model.ts'
import type { ReadModelBatch } from './read-model.ts'
import { tailOnce } from './tail.ts'

/** Returns a function that tells the number of turns of the event loop since this call. */
function countTurns(t: TestContext): () => number {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  t.after(() => clearImmediate(next))
  return () => turns
}

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

  it('takes a turn of the event loop for each statement and each few of its changes', async t => {
    const deps = await readModelDeps(t)
    await deps.store.saveMany(
      Array.from({ length: 20 }, (_, n) => avatarPatch(n)),
      deps.clock.now(),
    )
    await openReadModel(deps)
    const known = await deps.store.byIds(Array.from({ length: 20 }, (_, n) => avatarPatch(n).id))
    const deltas = known.map(({ key }) => ({ key, day: 20_000, views: 1 }))
    await deps.store.saveCounters(deltas, deps.clock.now())
    await saveAvatars(deps, 20, 24)
    const pieces: { turn: number; records: number; counters: number }[] = []
    const turns = countTurns(t)
    const { store, model } = deps
    const apply = model.apply.bind(model)
    t.mock.method(model, 'apply', (batch: ReadModelBatch) => {
      const { records, counters } = batch
      pieces.push({ turn: turns(), records: records.length, counters: counters.length })
      apply(batch)
    })
    for (const name of ['byKeys', 'countersByKeys'] as const) {
      const read = store[name].bind(store)
      t.mock.method(store, name, (keys: readonly number[]) => {
        pieces.push({ turn: turns(), records: 0, counters: 0 })
        return read(keys)
      })
    }
    await tailOnce(store, model)
    const some = pieces.slice(0, -1)
    assert.equal(new Set(some.map(({ turn }) => turn)).size, some.length, JSON.stringify(some))
    assert.ok(some[0]!.turn > 0, 'reading the log is a turn of its own')
    assert.deepEqual(
      some.map(({ records, counters }) => [records, counters]),
      [
        [0, 0],
        [3, 0],
        [1, 0],
        [0, 0],
        [0, 10],
        [0, 10],
      ],
    )
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
