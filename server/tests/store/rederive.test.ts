import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CatalogStore } from '../../src/avatars/store.sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { itRunsReviewedStatements } from '../support/sql-recorder.ts'
import { catalogOver, fullPatch, idOf, lastSeq, NOW, readWhole, recordOf } from './fixtures.ts'

forEachEngine('deriving tags again', engine => {
  it('looks at what an older vocabulary tagged, some at a time, and logs what changed', async t => {
    const db = await engine.open(t)
    const old = catalogOver(db, 1)
    await old.saveMany(
      [1, 2, 3, 4, 5].map(number => fullPatch(number, { name: `Fox ${number}` })),
      NOW,
    )
    const deriveAiTags = (name: string) => (name === 'Fox 3' ? ['FOX'] : ['fox', name])
    const store = new CatalogStore({ db, deriveAiTags, aiTagsVersion: 2 })
    await store.saveMany([{ id: idOf(5), name: 'Wolf' }], NOW)
    const seq = await lastSeq(store)
    const steps = [await store.rederiveAiTags(3, NOW + 1), await store.rederiveAiTags(3, NOW + 2)]
    assert.equal(steps[0]!.examined, 3)
    assert.equal(steps[1]!.examined, 1, 'the one whose name is new was tagged on saving')
    assert.equal(steps[0]!.changed + steps[1]!.changed, 3)
    assert.deepEqual(await store.rederiveAiTags(3, NOW + 3), { examined: 0, changed: 0 })
    const changes = await store.changes.after(seq, 10)
    assert.deepEqual(changes.map(({ key, kind }) => `${key} ${kind}`).sort(), [
      '1 updated',
      '2 updated',
      '4 updated',
    ])
    assert.deepEqual((await recordOf(store, idOf(1))).aiTags, ['fox', 'Fox 1'])
    assert.deepEqual((await recordOf(store, idOf(3))).aiTags, ['FOX'])
    assert.deepEqual((await recordOf(store, idOf(5))).aiTags, ['fox', 'Wolf'])
  })

  it('leaves tags of a newer vocabulary alone', async t => {
    const db = await engine.open(t)
    await catalogOver(db, 3).saveMany([fullPatch(1)], NOW)
    assert.deepEqual(await catalogOver(db, 2).rederiveAiTags(10, NOW), { examined: 0, changed: 0 })
  })

  it('processes each avatar once when several processes work at the same time while others save', async t => {
    const url = await engine.createUrl(t)
    const dbs = await Promise.all([1, 2, 3].map(() => engine.open(t, url)))
    const numbers = Array.from({ length: 300 }, (_, i) => i)
    await catalogOver(dbs[0]!, 1).saveMany(
      numbers.map(number => fullPatch(number)),
      NOW,
    )
    const stores = dbs.map(
      db => new CatalogStore({ db, deriveAiTags: name => [`v2 ${name}`], aiTagsVersion: 2 }),
    )
    const rederive = async (store: (typeof stores)[number]) => {
      let changed = 0
      for (let examined = 1; examined > 0; ) {
        const step = await store.rederiveAiTags(50, NOW)
        changed += step.changed
        examined = step.examined
      }
      return changed
    }
    const [one, other] = await Promise.all([
      rederive(stores[0]!),
      rederive(stores[1]!),
      stores[2]!.saveMany(
        numbers.toReversed().map(number => ({ id: idOf(number), likes: 1, imageUrl: '' })),
        NOW,
      ),
    ])
    assert.equal(one + other, 300)
    const { all } = await readWhole(stores[0]!)
    for (const { aiTags, name, likes } of all) assert.deepEqual([aiTags, likes], [[`v2 ${name}`], 1])
  })

  itRunsReviewedStatements(engine.name, 'avatars')
})
