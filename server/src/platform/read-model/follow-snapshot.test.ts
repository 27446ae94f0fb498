import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { followedModel, reopened, saveAvatars, type TestDeps } from '../../../tests/support/read-model.ts'
import { alteredStore } from '../../../tests/support/sqlite-catalog.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { isSnapshotDue, ReadModelFollower } from './follow.ts'
import { storedSnapshotMeta } from './snapshot.ts'

const never = new AbortController().signal

async function storedSeq({ snapshot, store }: TestDeps): Promise<number | undefined> {
  return (await storedSnapshotMeta(snapshot, await store.databaseId()))?.seq
}

describe('keeping a snapshot', () => {
  it('writes one at once when there is none, and the next when it is due', async t => {
    const deps = await followedModel(t, 5)
    await deps.follower.keepSnapshot(never)
    const first = await storedSeq(deps)
    assert.equal(first, deps.model.seq)
    await saveAvatars(deps, 5, 6)
    await deps.follower.follow()
    await deps.follower.keepSnapshot(never)
    assert.equal(await storedSeq(deps), first)
    deps.clock.advance(60 * MINUTE_MS)
    await deps.follower.keepSnapshot(never)
    assert.equal(await storedSeq(deps), deps.model.seq)
    assert.equal((await reopened(deps)).opening.source, 'snapshot')
  })

  it('is due by age and number of changes', () => {
    const cases: [string, boolean, { seq: number; rows: number; minutes: number; indexed?: number }][] = [
      ['nothing changed, however long ago', false, { seq: 100, rows: 0, minutes: 1e6 }],
      ['a little changed', false, { seq: 101, rows: 1, minutes: 59 }],
      ['a little changed, long ago', true, { seq: 101, rows: 1, minutes: 60 }],
      ['a little changed, and the clock was set back', true, { seq: 101, rows: 1, minutes: -1 }],
      ['many counters changed', false, { seq: 20_100, rows: 0, minutes: 9 }],
      ['many counters changed, ten minutes ago', true, { seq: 20_100, rows: 0, minutes: 10 }],
      ['many rows changed, just now', false, { seq: 20_100, rows: 20_000, minutes: 0.9 }],
      ['many rows changed, a minute ago', true, { seq: 20_100, rows: 20_000, minutes: 1 }],
      [
        'a catalog of 10 was filled, a minute ago',
        true,
        { seq: 1_100, rows: 1_000, minutes: 1, indexed: 10 },
      ],
      ['a catalog of 10 grew a little', false, { seq: 1_099, rows: 999, minutes: 1, indexed: 10 }],
      ['less than half is new', false, { seq: 5_099, rows: 4_999, minutes: 1, indexed: 5_000 }],
    ]
    for (const [when, isDue, { seq, rows, minutes, indexed = 1e6 }] of cases) {
      const stored = { seq: 100, savedAtMs: 5, indexed }
      assert.equal(
        isSnapshotDue({ storedMeta: stored, seq, rowCount: rows, nowMs: 5 + minutes * MINUTE_MS }),
        isDue,
        when,
      )
    }
    assert.equal(isSnapshotDue({ storedMeta: null, seq: 0, rowCount: 0, nowMs: 0 }), true, 'there is none')
  })

  it('never replaces the newer snapshot of another process', async t => {
    const deps = await followedModel(t, 5)
    const behind = deps.follower
    const captured = Promise.withResolvers<void>()
    let askCount = 0
    // It is asked again once the model is captured.
    const databaseId = async () => {
      if (++askCount === 2) await captured.promise
      return await deps.store.databaseId()
    }
    const slow = new ReadModelFollower({ ...deps, store: alteredStore(deps.store, { databaseId }) })
    const late = slow.keepSnapshot(never)
    await saveAvatars(deps, 5, 9)
    const ahead = (await reopened(deps)).deps
    await new ReadModelFollower(ahead).keepSnapshot(never)
    captured.resolve()
    await late
    assert.equal(await storedSeq(deps), ahead.model.seq)
    assert.ok(deps.model.seq < ahead.model.seq)
    await behind.keepSnapshot(never)
    assert.equal(await storedSeq(deps), ahead.model.seq)
  })

  it('logs a failure and writes again ten minutes later, while following goes on', async t => {
    const deps = await followedModel(t, 5)
    const path = `${dirname(deps.snapshot.path)}/missing/catalog.snapshot`
    const failing = { ...deps, snapshot: { ...deps.snapshot, path } }
    const follower = new ReadModelFollower(failing)
    await follower.keepSnapshot(never)
    deps.clock.advance(9 * MINUTE_MS)
    await follower.keepSnapshot(never)
    assert.equal(deps.log.errors.length, 1)
    await saveAvatars(deps, 5, 6)
    await follower.follow()
    assert.equal(deps.model.counts().listed, 6)
    mkdirSync(dirname(path))
    await follower.keepSnapshot(never)
    assert.equal(existsSync(path), false)
    deps.clock.advance(2 * MINUTE_MS)
    await follower.keepSnapshot(never)
    assert.equal(existsSync(path), true)
  })

  it('logs nothing of its own while the database is away, and writes as soon as it is back', async t => {
    const deps = await followedModel(t, 5)
    let isAway = true
    const store = alteredStore(deps.store, {
      databaseId: async () => {
        if (isAway) throw new DatabaseUnavailableError('unreachable', 'connect ECONNREFUSED')
        return await deps.store.databaseId()
      },
    })
    const follower = new ReadModelFollower({ ...deps, store })
    await assert.rejects(follower.keepSnapshot(never), DatabaseUnavailableError)
    assert.deepEqual(deps.log.errors, [])
    isAway = false
    await follower.keepSnapshot(never)
    assert.equal(await storedSeq(deps), deps.model.seq)
  })

  it('leaves the stored snapshot when a write is aborted', async t => {
    const deps = await followedModel(t, 5)
    writeFileSync(deps.snapshot.path, 'as before')
    await deps.follower.keepSnapshot(AbortSignal.abort())
    assert.equal(await storedSeq(deps), undefined)
    assert.deepEqual(deps.log.errors, [])
  })

  it('is not written while all rows are read', async t => {
    const deps = await followedModel(t, 5)
    await deps.follower.keepSnapshot(never)
    const first = await storedSeq(deps)
    deps.clock.advance(61 * MINUTE_MS)
    await saveAvatars(deps, 0, 5, { name: 'Changed' })
    await saveAvatars(deps, 0, 1, { name: 'Changed again' })
    await deps.store.changes.deleteBefore(deps.clock.now() + 1)
    const readByKey = () => {
      throw new Error('down')
    }
    const follower = new ReadModelFollower({ ...deps, store: alteredStore(deps.store, { readByKey }) })
    await assert.rejects(follower.follow(), /down/)
    await follower.keepSnapshot(never)
    await follower[Symbol.asyncDispose]()
    assert.equal(await storedSeq(deps), first)
  })

  it('writes a last one when disposed after many changes, and none after few', async t => {
    const deps = await followedModel(t, 1000)
    await deps.follower[Symbol.asyncDispose]()
    const first = await storedSeq(deps)
    assert.equal(first, deps.model.seq)
    await saveAvatars(deps, 1000, 1010)
    await deps.follower.follow()
    await deps.follower[Symbol.asyncDispose]()
    assert.equal(await storedSeq(deps), first)
  })
})
