import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import {
  answersOf,
  avatarPatch,
  followedModel,
  readModelDeps,
  reopened,
  saveAvatars,
  type TestDeps,
} from '../../../tests/support/read-model.ts'
import { alteredStore, sqliteCatalog } from '../../../tests/support/sqlite-catalog.ts'
import type { CatalogStore } from '../../avatars/store.sql.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { Jobs } from '../jobs.ts'
import { Metrics } from '../metrics.ts'
import { ReadModelFollower } from './follow.ts'
import { openReadModel } from './open-read-model.ts'

const never = new AbortController().signal

/** The answers that a newly started process gives. */
async function freshAnswers(deps: TestDeps): Promise<object> {
  const path = `${deps.snapshot.path}.none`
  return answersOf((await reopened(deps, { snapshot: { ...deps.snapshot, path } })).model)
}

describe('following the change log', () => {
  it('applies all changes in one run', async t => {
    const deps = await followedModel(t, 10)
    await saveAvatars(deps, 5, 5000)
    await saveAvatars(deps, 2, 4, { isActive: false })
    await deps.store.saveCounters([{ key: 1, day: 20_000, views: 9 }], deps.clock.now())
    await deps.follower.follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(deps))
  })

  it('tells for how long the model lacks changes of the log', async t => {
    const { store, ...deps } = await readModelDeps(t)
    const readable = alteredStore(store, {
      changes: { after: () => Promise.reject(new Error('the log cannot be read')) },
    })
    await openReadModel({ ...deps, store })
    const follower = new ReadModelFollower({ ...deps, store })
    const failing = new ReadModelFollower({ ...deps, store: readable })
    deps.clock.advance(7000)
    await follower.follow()
    await assert.rejects(failing.follow(), /cannot be read/)
    assert.deepEqual([follower.behindSeconds, failing.behindSeconds], [0, 7])
  })

  it('calls listeners with the slots that are no longer listed, and no others', async t => {
    const deps = await followedModel(t, 10)
    await saveAvatars(deps, 2, 3, { isActive: false })
    await deps.follower.follow()
    const heard: number[][] = []
    deps.model.onHidden(slots => heard.push([...slots]))
    await saveAvatars(deps, 2, 5, { isActive: false, name: 'Gone' })
    await deps.follower.follow()
    assert.deepEqual(
      heard.flat().map(slot => deps.model.idOf(slot)),
      [3, 4].map(n => avatarPatch(n).id),
    )
  })

  it('reads all rows when the log lacks needed changes; avatars keep their slots', async t => {
    const deps = await followedModel(t, 20)
    const slots = [...Array(20).keys()].map(n => deps.model.slotOf(avatarPatch(n).id))
    await saveAvatars(deps, 3, 8, { name: 'Changed' })
    await saveAvatars(deps, 15, 18, { isActive: false })
    await saveAvatars(deps, 20, 25)
    deps.clock.advance(MINUTE_MS)
    await saveAvatars(deps, 25, 26)
    await deps.store.changes.deleteBefore(deps.clock.now())
    const heard: number[] = []
    deps.model.onHidden(hidden => heard.push(...hidden))
    await deps.follower.follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(deps))
    assert.deepEqual(
      [...Array(20).keys()].map(n => deps.model.slotOf(avatarPatch(n).id)),
      slots,
    )
    assert.equal(heard.length, 3)
    assert.equal(deps.log.warnings.length, 1)
  })

  it('reads all counters, and no other row, when changes of counters were deleted from the log', async t => {
    const deps = await followedModel(t, 3000)
    const count = (key: number, views: number) =>
      deps.store.saveCounters([{ key, day: 20_000, views }], deps.clock.now())
    await count(7, 5)
    await saveAvatars(deps, 2, 4, { name: 'Changed' })
    for (const key of [2, 2500, 9]) await count(key, key)
    await saveAvatars(deps, 10, 2000, { name: 'Changed, too' })
    deps.clock.advance(MINUTE_MS)
    await count(1, 1)
    await deps.store.changes.deleteCounterChanges(deps.clock.now())
    let rowsRead = 0
    const byKeys: CatalogStore['byKeys'] = keys => {
      rowsRead += keys.length
      return deps.store.byKeys(keys)
    }
    const readByKey = () => assert.fail('all rows were read')
    const follower = new ReadModelFollower({
      ...deps,
      store: alteredStore(deps.store, { byKeys, readByKey }),
    })
    await follower.follow()
    assert.equal(rowsRead, 1992)
    assert.deepEqual(answersOf(deps.model), await freshAnswers(deps))
    assert.deepEqual(deps.log.warnings, [])
  })

  it('begins again with all counters when it was stopped among deleted changes', async t => {
    const deps = await followedModel(t, 2000)
    await deps.store.saveCounters([{ key: 1, day: 20_000, views: 9 }], deps.clock.now())
    await saveAvatars(deps, 0, 2000, { name: 'Changed' })
    deps.clock.advance(MINUTE_MS)
    await saveAvatars(deps, 0, 1, { name: 'Changed again' })
    await deps.store.changes.deleteCounterChanges(deps.clock.now())
    const stopping = new AbortController()
    const readCounters: CatalogStore['readCounters'] = async function* () {
      stopping.abort()
      yield []
    }
    const store = alteredStore(deps.store, { readCounters })
    await new ReadModelFollower({ ...deps, store }).follow(stopping.signal).catch(() => {})
    await deps.follower.follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(deps))
  })

  it('removes avatars that a restored backup does not have, also when keys belong to others now', async t => {
    const deps = await followedModel(t, 20)
    const backup = await sqliteCatalog(t)
    const restored = { ...deps, store: backup.store }
    await saveAvatars(restored, 4, 10)
    await saveAvatars(restored, 30, 33)
    const follower = new ReadModelFollower(restored)
    await follower.follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(restored))
    assert.equal(deps.model.slotOf(avatarPatch(0).id), -1)
    await saveAvatars(restored, 0, 5, { name: 'Back again' })
    await follower.follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(restored))
  })

  it('reads all rows when a standby lost the last changes and then made as many others', async t => {
    const deps = await followedModel(t, 10)
    await saveAvatars(deps, 8, 13, { name: 'Lost' })
    await deps.follower.follow()
    const standby = { ...deps, store: (await sqliteCatalog(t)).store }
    await saveAvatars(standby, 0, 10)
    deps.clock.advance(MINUTE_MS)
    await saveAvatars(standby, 2, 7, { name: 'Changed' })
    await saveAvatars(standby, 20, 22)
    await new ReadModelFollower(standby).follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(standby))
    assert.equal(deps.log.warnings.length, 1)
  })

  it('reads all rows when a standby lost the last changes and numbers others from a higher one', async t => {
    const deps = await followedModel(t, 10)
    await saveAvatars(deps, 8, 13, { name: 'Lost' })
    await deps.follower.follow()
    const { db, store } = await sqliteCatalog(t)
    const standby = { ...deps, store }
    await saveAvatars(standby, 0, 10)
    await db.tables().transact(async tx => {
      await sql`update sqlite_sequence set seq = seq + 32 where name = 'changes'`.execute(tx)
    })
    await saveAvatars(standby, 20, 22)
    await new ReadModelFollower(standby).follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(standby))
    assert.equal(deps.log.warnings.length, 1)
  })

  it('stops while it reads all rows when its signal aborts, and starts again later', async t => {
    const deps = await followedModel(t, 2000)
    deps.clock.advance(MINUTE_MS)
    await saveAvatars(deps, 0, 2000, { name: 'Changed' })
    await saveAvatars(deps, 0, 1, { name: 'Changed again' })
    await deps.store.changes.deleteBefore(deps.clock.now() + 1)
    const stop = new AbortController()
    const reason = new Error('stop')
    async function* readByKey(batchSize: number) {
      for await (const batch of deps.store.readByKey(batchSize)) {
        yield batch
        stop.abort(reason)
      }
    }
    const follower = new ReadModelFollower({ ...deps, store: alteredStore(deps.store, { readByKey }) })
    await assert.rejects(follower.follow(stop.signal), reason)
    await deps.follower.follow()
    assert.deepEqual(answersOf(deps.model), await freshAnswers(deps))
  })

  it('applies everything saved before a call, also when calls overlap', async t => {
    const deps = await followedModel(t, 3)
    let readers = 0
    let maximum = 0
    const read = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const after = async (seq: number, limit: number) => {
      maximum = Math.max(maximum, ++readers)
      const changes = await deps.store.changes.after(seq, limit)
      read.resolve()
      await gate.promise
      readers--
      return changes
    }
    const follower = new ReadModelFollower({
      ...deps,
      store: alteredStore(deps.store, { changes: { after } }),
    })
    const first = follower.follow()
    await read.promise
    await saveAvatars(deps, 3, 4)
    const second = follower.follow()
    gate.resolve()
    await second
    assert.equal(deps.model.counts().listed, 4)
    assert.equal(maximum, 1)
    await first
  })

  it('goes on after a run that failed', async t => {
    const deps = await followedModel(t, 3)
    await saveAvatars(deps, 3, 4)
    let isBroken = true
    const after = async (seq: number, limit: number) => {
      if (isBroken) throw new Error('gone')
      return await deps.store.changes.after(seq, limit)
    }
    const follower = new ReadModelFollower({
      ...deps,
      store: alteredStore(deps.store, { changes: { after } }),
    })
    await assert.rejects(follower.follow(), /gone/)
    isBroken = false
    await follower.follow()
    assert.equal(deps.model.counts().listed, 4)
  })

  it('makes a change visible by itself as a job', async t => {
    const deps = await followedModel(t, 3)
    const clock = new ManualClock()
    await using jobs = new Jobs({ log: deps.log, clock, metrics: new Metrics() })
    for (const job of deps.follower.jobs()) jobs.start(job)
    clock.watch(deps.follower.jobs().length)
    await saveAvatars(deps, 3, 4)
    await clock.settle(200)
    assert.equal(deps.model.counts().listed, 4)
  })

  it('reads the log as a job only after commits, and is not behind meanwhile', async t => {
    const { log, clock, ...deps } = await followedModel(t, 3)
    let version = 1
    let reads = 0
    const after = async (seq: number, limit: number) => {
      reads++
      return await deps.store.changes.after(seq, limit)
    }
    const store = alteredStore(deps.store, { changes: { after } })
    const readDataVersion = async () => version
    const follower = new ReadModelFollower({ ...deps, log, clock, store, readDataVersion })
    await using jobs = new Jobs({ log, clock, metrics: new Metrics() })
    jobs.start(follower.jobs().find(({ name }) => name === 'follow-changes')!)
    clock.watch(1)
    await clock.settle(1000)
    const before = reads
    await clock.settle(10_000)
    assert.deepEqual([reads - before, follower.behindSeconds < 1], [0, true])
    await saveAvatars({ ...deps, log, clock }, 3, 4)
    version++
    await clock.settle(200)
    assert.deepEqual([reads > before, deps.model.counts().listed], [true, 4])
  })

  it('agrees with a fresh start after any changes and restarts', async t => {
    const avatars = fc.tuple(fc.nat(15), fc.nat(5)).map(([from, count]) => ({ from, to: from + count }))
    const step = fc.oneof(
      fc.record({ kind: fc.constant('save' as const), avatars, name: fc.constantFrom('Fox', 'Wolf', '') }),
      fc.record({ kind: fc.constant('hide' as const), avatars }),
      fc.record({ kind: fc.constant('show' as const), avatars }),
      fc.record({
        kind: fc.constant('count' as const),
        key: fc.integer({ min: 1, max: 15 }),
        views: fc.nat(9),
      }),
      fc.record({
        kind: fc.constantFrom(
          'follow' as const,
          'delete' as const,
          'delete counts' as const,
          'snapshot' as const,
          'restart' as const,
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        let deps = await followedModel(t, 2)
        for (const step of steps) {
          deps.clock.advance(MINUTE_MS)
          if (step.kind === 'save')
            await saveAvatars(deps, step.avatars.from, step.avatars.to, { name: step.name })
          if (step.kind === 'hide')
            await saveAvatars(deps, step.avatars.from, step.avatars.to, { isActive: false })
          if (step.kind === 'show')
            await saveAvatars(deps, step.avatars.from, step.avatars.to, { isActive: true })
          if (step.kind === 'count' && (await deps.store.byKeys([step.key])).length > 0)
            await deps.store.saveCounters([{ key: step.key, day: 1, views: step.views }], deps.clock.now())
          if (step.kind === 'follow') await deps.follower.follow()
          if (step.kind === 'delete') await deps.store.changes.deleteBefore(deps.clock.now())
          if (step.kind === 'delete counts') await deps.store.changes.deleteCounterChanges(deps.clock.now())
          if (step.kind === 'snapshot') await deps.follower.keepSnapshot(never)
          if (step.kind === 'restart') {
            const restarted = (await reopened(deps)).deps
            deps = { ...restarted, follower: new ReadModelFollower(restarted) }
          }
          deps.clock.advance(60 * MINUTE_MS)
        }
        await deps.follower.follow()
        assert.deepEqual(answersOf(deps.model), await freshAnswers(deps))
      }),
      { numRuns: 12 },
    )
  })
})
