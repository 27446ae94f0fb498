import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { catalogOver, fullPatch, NOW, TODAY } from '../../../tests/store/fixtures.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { silentLog } from '../../platform/log.ts'
import { snapshotAt } from '../../platform/read-model/snapshot-at.ts'
import { WrittenCounts } from '../tracking/index.ts'
import { HistoryFollower } from './follow.ts'
import { Histories, type History } from './histories.ts'
import { InsightsSnapshot } from './snapshot.ts'
import { type InsightsReader, InsightsStore } from './store.sql.ts'

const KEYS = [1, 2, 3, 4, 5]
const never = new AbortController().signal

/** A database with some activity, and a path for the snapshot. */
async function setUp(engine: TestEngine, t: TestContext) {
  const folder = testFolder(t, 'insights-snapshot')
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  await catalog.saveMany(
    KEYS.map(key => fullPatch(key)),
    NOW,
  )
  const deltas = KEYS.map(key => ({ key, day: TODAY - 50 * (key - 1), views: key, impressions: 70_000 }))
  await catalog.saveCounters(deltas, NOW)
  const store = new InsightsStore({ db })
  return { catalog, store, clock: new ManualClock(NOW), path: join(folder, 'insights.snapshot') }
}

type Stored = Awaited<ReturnType<typeof setUp>>

/** Reads the activity log; once its history is replaced, as another one of the same length. */
function replaceableLog({ store }: Stored) {
  let movedMs = 0
  const rowAt: InsightsReader['activity']['rowAt'] = async seq => {
    const row = await store.activity.rowAt(seq)
    return row && { ...row, atMs: row.atMs - movedMs }
  }
  const replaceHistory = () => {
    movedMs = 1
  }
  return { rowAt, replaceHistory }
}

/** Starts a process: returns the histories that it loaded, and how often it had to read all rows. */
async function start(
  { store, clock, path }: Stored,
  overrides: Partial<InsightsReader['activity']> = {},
  databaseId = 'one',
) {
  let fullReads = 0
  const reader: InsightsReader = {
    activity: {
      bounds: () => store.activity.bounds(),
      rowAt: seq => store.activity.rowAt(seq),
      after: (after, limit) => store.activity.after(after, limit),
      ...overrides,
    },
    earlier: store.earlier,
    countsOn: (day, keys) => store.countsOn(day, keys),
    siteDays: (from, to) => store.siteDays(from, to),
    readDays: firstDay => {
      fullReads++
      return store.readDays(firstDay)
    },
  }
  const histories = new Histories()
  const snapshot = new InsightsSnapshot({
    file: snapshotAt(path, { clock, log: silentLog }),
    store: reader,
    databaseId: async () => databaseId,
    histories,
  })
  const follower = new HistoryFollower({
    histories,
    store: reader,
    written: new WrittenCounts(),
    snapshot,
    clock,
  })
  await follower.load()
  const saveIfDue = () => snapshot.saveIfDue(follower.position, clock.now(), never)
  const saveLast = () => snapshot.saveLast(follower.position, clock.now(), never)
  return { fullReads, histories, follower, saveIfDue, saveLast, all: allHistories(histories) }
}

function allHistories(histories: Histories): [number, History][] {
  const keys = [...histories.keys].sort((a, b) => a - b)
  return keys.map(key => [key, histories.historyOf(histories.placeOf(key))])
}

forEachEngine('a snapshot of insights', engine => {
  it('lets a process start without reading all rows', async t => {
    const stores = await setUp(engine, t)
    await (await start(stores)).saveIfDue()
    await stores.catalog.saveCounters([{ key: 2, day: TODAY, views: 9 }], NOW + 1)
    await stores.catalog.saveCounters([{ key: 1, day: TODAY - 300, views: 4, likes: -1 }], NOW + 1)
    stores.clock.advance(DAY_MS)
    const second = await start(stores)
    assert.equal(second.fullReads, 0)
    rmSync(stores.path)
    const third = await start(stores)
    assert.equal(third.fullReads, 1)
    assert.deepEqual(second.all, third.all)
    assert.deepEqual(second.all[0]![1].totals, [70_000, 5, 0, 0, -1, 0])
  })

  const distrusted: [string, (stores: Stored) => Promise<unknown>][] = [
    ['of another database', stores => start(stores, {}, 'other')],
    [
      'of a log that forgot rows since',
      async stores => {
        for (let i = 1; i < 4; i++)
          await stores.catalog.saveCounters([{ key: i, day: TODAY, views: 1 }], NOW + i)
        await stores.store.activity.deleteBefore(NOW + 3)
        return await start(stores)
      },
    ],
    [
      'of a log that ends before it',
      stores => start(stores, { bounds: async () => ({ firstSeq: 0, lastSeq: 1 }) }),
    ],
    [
      'of a log with another history',
      async stores => {
        const { rowAt, replaceHistory } = replaceableLog(stores)
        replaceHistory()
        return await start(stores, { rowAt })
      },
    ],
    [
      'of a log that numbers later rows from a higher one',
      stores => start(stores, { rowAt: async () => null }),
    ],
    [
      'without days that must be there',
      async stores => {
        stores.clock.advance(-3 * DAY_MS)
        return await start(stores)
      },
    ],
    [
      'with a bit that changed',
      async stores => {
        const bytes = readFileSync(stores.path)
        bytes[100]! ^= 1
        writeFileSync(stores.path, bytes)
        return await start(stores)
      },
    ],
    [
      'that was cut short',
      async stores => {
        truncateSync(stores.path, statSync(stores.path).size - 20)
        return await start(stores)
      },
    ],
  ]
  for (const [name, restart] of distrusted) {
    it(`${name} is not used`, async t => {
      const stores = await setUp(engine, t)
      await (await start(stores)).saveIfDue()
      const { fullReads, ...second } = (await restart(stores)) as Awaited<ReturnType<typeof start>>
      assert.equal(fullReads, 1)
      rmSync(stores.path)
      assert.deepEqual(second.all, (await start(stores)).all)
    })
  }

  it('is written at once, and again ten minutes later when counts changed', async t => {
    const stores = await setUp(engine, t)
    const { follower, saveIfDue } = await start(stores)
    const isWritten = async () => {
      await saveIfDue()
      const was = existsSync(stores.path)
      rmSync(stores.path, { force: true })
      return was
    }
    assert.equal(await isWritten(), true)
    stores.clock.advance(10 * MINUTE_MS)
    assert.equal(await isWritten(), false, 'nothing was counted')
    await stores.catalog.saveCounters([{ key: 1, day: TODAY, views: 1 }], NOW)
    await follower.follow()
    assert.equal(await isWritten(), true)
    await stores.catalog.saveCounters([{ key: 1, day: TODAY, views: 1 }], NOW)
    await follower.follow()
    stores.clock.advance(10 * MINUTE_MS - 1)
    assert.equal(await isWritten(), false, 'the last one is not old enough')
    stores.clock.advance(1)
    assert.equal(await isWritten(), true)
    await stores.catalog.saveCounters([{ key: 1, day: TODAY, views: 1 }], NOW)
    await follower.follow()
    stores.clock.setBy(-1)
    assert.equal(await isWritten(), true, 'the clock was set back')
  })

  it('is written again after the log got another history of the same length', async t => {
    const stores = await setUp(engine, t)
    const { rowAt, replaceHistory } = replaceableLog(stores)
    const { follower, saveIfDue } = await start(stores, { rowAt })
    await saveIfDue()
    rmSync(stores.path)
    replaceHistory()
    await follower.follow()
    await saveIfDue()
    assert.equal(existsSync(stores.path), true)
  })

  it('is written again after the log got another history while it was written', async t => {
    const stores = await setUp(engine, t)
    const { rowAt, replaceHistory } = replaceableLog(stores)
    const { follower, saveIfDue } = await start(stores, { rowAt })
    const writing = saveIfDue()
    replaceHistory()
    await follower.follow()
    await writing
    rmSync(stores.path)
    await saveIfDue()
    assert.equal(existsSync(stores.path), true)
  })

  it('is written at a stop when many counts changed', async t => {
    const stores = await setUp(engine, t)
    const { histories, saveIfDue, saveLast } = await start(stores)
    await saveIfDue()
    rmSync(stores.path)
    await saveLast()
    assert.equal(existsSync(stores.path), false)
    for (let views = 1; views <= 1000; views++) histories.set(1, TODAY, [views, views, 0, 0, 0, 0])
    await saveLast()
    assert.equal(existsSync(stores.path), true)
  })

  itRunsReviewedStatements(engine.name, 'activity_log')
})
