import assert from 'node:assert/strict'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  answersOf,
  readModelDeps,
  reopened,
  saveAvatars,
  type TestDeps,
} from '../../../tests/support/read-model.ts'
import { createSnapshotIndex } from '../../../tests/support/snapshot-index.ts'
import { alteredStore, sqliteCatalog } from '../../../tests/support/sqlite-catalog.ts'
import { turnsWhile } from '../../../tests/support/turns.ts'
import type { ChangeLog } from '../../avatars/changes.sql.ts'
import type { CatalogStore } from '../../avatars/store.sql.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { ReadModelFollower } from './follow.ts'
import { openReadModel } from './open-read-model.ts'
import { removeQuietly, saveSnapshot } from './snapshot.ts'

const never = new AbortController().signal

async function save(deps: TestDeps, from: number, to: number, fields = {}): Promise<void> {
  await saveAvatars(deps, from, to, fields)
  deps.clock.advance(1000)
}

/** Opens a catalog of 30 avatars and writes its snapshot to disk. */
async function saveNewSnapshot(t: Parameters<typeof readModelDeps>[0]): Promise<TestDeps> {
  const deps = await readModelDeps(t)
  await save(deps, 0, 30)
  await openReadModel(deps)
  await saveSnapshot({ ...deps, nowMs: deps.clock.now(), signal: never })
  return deps
}

describe('opening the read model', () => {
  it('reads all avatars when there is no snapshot', async t => {
    const deps = await readModelDeps(t)
    await save(deps, 0, 1200)
    await save(deps, 5, 8, { isActive: false })
    assert.deepEqual(await openReadModel(deps), { source: 'rebuild', reason: 'missing' })
    assert.deepEqual(deps.model.counts(), {
      indexed: 1200,
      active: 1197,
      listed: 1197,
      hidden: 3,
      creators: 5,
    })
    assert.equal(deps.model.seq, (await deps.store.changes.bounds()).lastSeq)
    assert.deepEqual(deps.log.warnings, [])
  })

  it('starts from the snapshot and applies what changed since', async t => {
    const deps = await saveNewSnapshot(t)
    await save(deps, 28, 40, { description: 'new' })
    await save(deps, 3, 4, { isActive: false })
    await deps.store.saveCounters([{ key: 2, day: 20_000, views: 7, likes: 1 }], deps.clock.now())
    const fromRows = await reopened(deps, {
      snapshot: { ...deps.snapshot, path: `${deps.snapshot.path}.none` },
    })
    const readAsJson = () => assert.fail('all avatars were read')
    const { model, opening } = await reopened(deps, { store: alteredStore(deps.store, { readAsJson }) })
    assert.deepEqual(opening, { source: 'snapshot' })
    assert.deepEqual(answersOf(model), answersOf(fromRows.model))
  })

  it('starts from a snapshot of an empty catalog', async t => {
    const deps = await readModelDeps(t)
    await openReadModel(deps)
    await saveSnapshot({ ...deps, nowMs: 0, signal: never })
    await save(deps, 0, 2)
    const { model, opening } = await reopened(deps)
    assert.deepEqual(opening, { source: 'snapshot' })
    assert.equal(model.counts().listed, 2)
  })

  it('applies changes that come while all avatars are read', async t => {
    const deps = await readModelDeps(t)
    await save(deps, 0, 700)
    async function* readAsJson(batchSize: number) {
      let batches = 0
      for await (const batch of deps.store.readAsJson(batchSize)) {
        yield batch
        if (batches++ > 0) continue
        await save(deps, 0, 1, { name: 'Changed behind the reader' })
        await save(deps, 699, 701, { addedAtMs: 1, name: 'Moved before the reader' })
      }
    }
    const { model } = await reopened(deps, { store: alteredStore(deps.store, { readAsJson }) })
    assert.deepEqual(answersOf(model), answersOf((await reopened(deps)).model))
    assert.equal(model.counts().indexed, 701)
  })

  it('does not block the event loop while all avatars are read', async t => {
    const deps = await readModelDeps(t)
    await save(deps, 0, 3000)
    assert.ok((await turnsWhile(() => openReadModel(deps))) >= 3)
  })

  it('removes partial files of a killed process, and leaves those that another is writing', async t => {
    const deps = await readModelDeps(t)
    const [old, young] = ['a', 'b'].map(name => `${deps.snapshot.path}.${name}.tmp`) as [string, string]
    for (const path of [old, young]) writeFileSync(path, 'half')
    const minutes = (ago: number) => new Date(deps.clock.now() - ago * 60_000)
    utimesSync(old, minutes(11), minutes(11))
    utimesSync(young, minutes(9), minutes(9))
    await openReadModel(deps)
    assert.deepEqual([existsSync(old), existsSync(young)], [false, true])
  })
})

describe('opening the read model while the database is away', () => {
  const away = () => Promise.reject(new DatabaseUnavailableError('unreachable', 'nobody there'))
  const address = 'the-address'

  /** A store that refuses every statement while `isAway` is true. */
  function leaving(store: CatalogStore) {
    const state = { isAway: true }
    const unlessAway = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
      return (...args: Args) => (state.isAway ? away() : call(...args))
    }
    const other = {
      databaseId: unlessAway(store.databaseId.bind(store)),
      changes: {
        bounds: unlessAway(store.changes.bounds.bind(store.changes)),
        after: unlessAway(store.changes.after.bind(store.changes)),
      },
    }
    return { state, store: alteredStore(store, other) }
  }

  async function keptAt(t: Parameters<typeof readModelDeps>[0]): Promise<TestDeps> {
    const deps = await readModelDeps(t)
    deps.snapshot = { ...deps.snapshot, locationDigest: address }
    await save(deps, 0, 30)
    await openReadModel(deps)
    await saveSnapshot({ ...deps, nowMs: deps.clock.now(), signal: never })
    return deps
  }

  it('uses the snapshot of the same address, which the follower verifies first', async t => {
    const deps = await keptAt(t)
    await save(deps, 3, 4, { isActive: false })
    const { store, state } = leaving(deps.store)
    const { model, opening, deps: restarted } = await reopened(deps, { store })
    assert.ok(opening.source === 'unverified-snapshot')
    assert.equal(model.counts().listed, 30)
    const follower = new ReadModelFollower(restarted)
    follower.verifyFirst(opening.meta)
    await assert.rejects(follower.follow(), DatabaseUnavailableError)
    state.isAway = false
    await follower.follow()
    assert.equal(model.counts().listed, 29)
    assert.deepEqual(answersOf(model), answersOf((await reopened(deps)).model))
  })

  it('reads all avatars when the snapshot turns out to be of another database', async t => {
    const deps = await keptAt(t)
    const { store: other } = await sqliteCatalog(t)
    await save({ ...deps, store: other }, 20, 60)
    const { store, state } = leaving(other)
    const { model, opening, deps: restarted } = await reopened(deps, { store })
    assert.ok(opening.source === 'unverified-snapshot')
    const follower = new ReadModelFollower(restarted)
    follower.verifyFirst(opening.meta)
    state.isAway = false
    await follower.follow()
    assert.equal(model.counts().indexed, 40)
    assert.deepEqual(answersOf(model), answersOf((await reopened(restarted)).model))
  })

  it('uses no snapshot of another address or another analysis version', async t => {
    const deps = await keptAt(t)
    const { store } = leaving(deps.store)
    for (const other of [
      { locationDigest: 'elsewhere' },
      { locationDigest: undefined! },
      { analysisVersion: '2' },
    ]) {
      const snapshot = { ...deps.snapshot, ...other }
      await assert.rejects(reopened(deps, { store, snapshot }), DatabaseUnavailableError)
    }
  })

  it('uses no snapshot of an empty catalog, which would deny every avatar', async t => {
    const deps = await readModelDeps(t)
    deps.snapshot = { ...deps.snapshot, locationDigest: address }
    await openReadModel(deps)
    await saveSnapshot({ ...deps, nowMs: deps.clock.now(), signal: never })
    await save(deps, 0, 30)
    const { store } = leaving(deps.store)
    await assert.rejects(reopened(deps, { store }), DatabaseUnavailableError)
    assert.equal((await reopened(deps)).model.counts().listed, 30)
  })

  it('writes no snapshot of a model that is not verified', async t => {
    const deps = await keptAt(t)
    const { store } = leaving(deps.store)
    const { opening, deps: restarted } = await reopened(deps, { store })
    assert.ok(opening.source === 'unverified-snapshot')
    const follower = new ReadModelFollower({ ...restarted, store: deps.store })
    follower.verifyFirst(opening.meta)
    await removeQuietly(deps.snapshot.path)
    await follower.keepSnapshot(never)
    await follower[Symbol.asyncDispose]()
    assert.equal(existsSync(deps.snapshot.path), false)
  })
})

describe('a snapshot is not trusted, and all avatars are read,', () => {
  interface Case {
    when: string
    reason: string
    /** True when the file still exists after the start. */
    isLeft: boolean
    spoil: (deps: TestDeps, t: Parameters<typeof sqliteCatalog>[0]) => Promise<Partial<TestDeps>>
  }
  const cases: Case[] = [
    {
      when: 'when a byte of it is not as it was written',
      reason: 'damaged',
      isLeft: false,
      spoil: async ({ snapshot: { path } }) => {
        const bytes = readFileSync(path)
        bytes[Math.floor(bytes.length / 3)]! ^= 4
        writeFileSync(path, bytes)
        return {}
      },
    },
    {
      when: 'when its end is missing',
      reason: 'truncated',
      isLeft: false,
      spoil: async ({ snapshot: { path } }) => {
        writeFileSync(path, readFileSync(path).subarray(0, -100))
        return {}
      },
    },
    {
      when: 'when it was made from another database',
      reason: 'other-database',
      isLeft: true,
      spoil: async (deps, t) => {
        const { store } = await sqliteCatalog(t)
        await save({ ...deps, store }, 0, 60)
        return { store }
      },
    },
    {
      when: 'when text was analysed in another way',
      reason: 'other-analysis',
      isLeft: true,
      spoil: async ({ snapshot }) => ({ snapshot: { ...snapshot, analysisVersion: '2' } }),
    },
    {
      when: 'when it is ahead of the log',
      reason: 'ahead-of-log',
      isLeft: false,
      spoil: async ({ store }) => {
        const lastSeq = (await store.changes.bounds()).lastSeq - 1
        const after: ChangeLog['after'] = async (seq, limit) =>
          (await store.changes.after(seq, limit)).filter(({ seq }) => seq <= lastSeq)
        const bounds = async () => ({ firstSeq: 0, lastSeq })
        return { store: alteredStore(store, { changes: { after, bounds } }) }
      },
    },
    {
      when: 'when the log no longer reaches back to it',
      reason: 'behind-log',
      isLeft: false,
      spoil: async deps => {
        await save(deps, 30, 40)
        await save(deps, 40, 50)
        await deps.store.changes.deleteBefore(deps.clock.now() - 1000)
        return {}
      },
    },
    {
      when: 'when the log tells another history, as after restoring a backup',
      reason: 'other-history',
      isLeft: false,
      spoil: async ({ store }) => {
        const after: ChangeLog['after'] = async (seq, limit) =>
          (await store.changes.after(seq, limit)).map(change => ({ ...change, atMs: change.atMs + 1 }))
        return { store: alteredStore(store, { changes: { after } }) }
      },
    },
    {
      when: 'when the index cannot be made of its arrays',
      reason: 'inconsistent',
      isLeft: false,
      spoil: async () => ({
        loadIndex: async () => {
          throw new Error('does not fit')
        },
      }),
    },
    {
      when: 'when its index holds other avatars than its records',
      reason: 'inconsistent',
      isLeft: false,
      spoil: async () => ({ loadIndex: async () => createSnapshotIndex() }),
    },
  ]
  for (const { when, reason, isLeft, spoil } of cases) {
    it(when, async t => {
      const deps = await saveNewSnapshot(t)
      const spoilt = await spoil(deps, t)
      const { model, opening, deps: restarted } = await reopened(deps, spoilt)
      assert.deepEqual(opening, { source: 'rebuild', reason })
      assert.equal(deps.log.warnings.length, 1)
      assert.equal(existsSync(deps.snapshot.path), isLeft)
      assert.equal(model.counts().indexed, (await restarted.store.countRows()).indexed)
    })
  }
})
