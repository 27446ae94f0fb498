import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { sql as raw } from 'kysely'
import { catalogOver, fullPatch, NOW, TODAY } from '../../../tests/store/fixtures.ts'
import { forEachEngine, type TestEngine } from '../../../tests/support/engines.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { itRunsReviewedStatements } from '../../../tests/support/sql-recorder.ts'
import type { WrittenDay } from '../../avatars/index.ts'
import type { CounterDelta } from '../../avatars/store.ts'
import type { Database } from '../../kernel/database.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { WrittenCounts } from '../tracking/index.ts'
import { countsOf, NO_COUNTS, sum } from './counts.ts'
import { DAYS_KEPT, HistoryFollower } from './follow.ts'
import { Histories, type History } from './histories.ts'
import { type InsightsReader, InsightsStore } from './store.sql.ts'
import type { InsightsTables } from './tables.sql.ts'

const AVATARS = 8
const KEYS = Array.from({ length: AVATARS }, (_, i) => i + 1)

async function setUp(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  await catalog.saveMany(
    KEYS.map(key => fullPatch(key)),
    NOW,
  )
  const store = new InsightsStore({ db })
  const clock = new ManualClock(NOW)
  return { db, catalog, store, clock }
}

function followerOver(
  { store, clock }: Awaited<ReturnType<typeof setUp>>,
  reader: InsightsReader = store,
  writtenCounts = new WrittenCounts(),
) {
  const histories = new Histories()
  return {
    histories,
    follower: new HistoryFollower({ histories, store: reader, written: writtenCounts, clock }),
  }
}

/** Sums over all days from both tables, by avatar. Under the lock, as PostgreSQL may commit for a killed process. */
async function totals(db: Database, store: InsightsStore): Promise<object> {
  const { dialect, transact } = db.tables<InsightsTables>()
  const [days, earlier] = await transact(async tx => {
    await dialect.lock(tx, 'histories')
    const days = await tx.selectFrom('avatar_days').selectAll().execute()
    return [days, await tx.selectFrom('avatar_earlier').selectAll().execute()]
  })
  const sums: Record<number, readonly number[]> = {}
  for (const row of [...days, ...earlier])
    sums[row.avatar_key] = sum(sums[row.avatar_key] ?? NO_COUNTS, countsOf(row))
  for (const { key, counts } of await store.earlier.sumsOf(TODAY + 1, Object.keys(sums).map(Number)))
    assert.deepEqual(counts, sums[key], 'what is read of one avatar has both')
  return sums
}

/** The days that have rows, ascending. */
async function daysWithRows(db: Database): Promise<number[]> {
  const { reader } = db.tables<InsightsTables>()
  const rows = await reader.selectFrom('avatar_days').select('day').distinct().orderBy('day').execute()
  return rows.map(({ day }) => day)
}

function delta(key: number, day: number, traits: Partial<CounterDelta> = {}): CounterDelta {
  return { key, day, views: 1, impressions: 10, ...traits }
}

forEachEngine('rolling days up', engine => {
  it('moves old days into one row per avatar without losing counts', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    const days = Array.from({ length: 400 }, (_, i) => TODAY - i)
    for (const day of days) await catalog.saveCounters([delta(1, day), delta(2 + (day % 5), day)], NOW)
    const before = await totals(db, store)
    assert.equal((await daysWithRows(db)).length, 400)
    while ((await store.earlier.rollUpBefore(TODAY - 1)) > 0) {}
    assert.deepEqual(await daysWithRows(db), [TODAY - 1, TODAY])
    assert.deepEqual(await totals(db, store), before)
    assert.equal(await store.earlier.rollUpBefore(TODAY - 1), 0)
    const [first] = await store.earlier.sumsOf(TODAY - 1, [1])
    assert.deepEqual(first, {
      key: 1,
      activeDays: 398,
      firstDay: TODAY - 399,
      lastDay: TODAY - 2,
      counts: [3980, 398, 0, 0, 0, 0],
    })
  })

  it('adds late counts of a day that was already rolled up', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(1, TODAY - 9), delta(1, TODAY - 4)], NOW)
    while ((await store.earlier.rollUpBefore(TODAY - 5)) > 0) {}
    await catalog.saveCounters([delta(1, TODAY - 9, { likes: -1 }), delta(1, TODAY - 300)], NOW)
    const before = await totals(db, store)
    while ((await store.earlier.rollUpBefore(TODAY - 5)) > 0) {}
    assert.deepEqual(await totals(db, store), before)
    assert.deepEqual(await daysWithRows(db), [TODAY - 4])
    const [earlier] = await store.earlier.sumsOf(TODAY - 5, [1])
    assert.deepEqual([earlier?.firstDay, earlier?.lastDay], [TODAY - 300, TODAY - 9])
  })

  it('omits days on which every event was undone', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([{ key: 1, day: TODAY - 9, likes: 1 }], NOW)
    await catalog.saveCounters([{ key: 1, day: TODAY - 9, likes: -1 }], NOW)
    assert.equal(await store.earlier.rollUpBefore(TODAY), 1)
    assert.deepEqual(await daysWithRows(db), [])
    assert.deepEqual(await store.earlier.sumsOf(TODAY, [1]), [])
  })

  it('keeps days whose counts add up to 0', async t => {
    const { catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([{ key: 1, day: TODAY - 9, likes: 1 }], NOW)
    await catalog.saveCounters([{ key: 1, day: TODAY - 8, likes: -1 }], NOW)
    await catalog.saveCounters([{ key: 1, day: TODAY - 7, wears: 1 }], NOW)
    while ((await store.earlier.rollUpBefore(TODAY - 7)) > 0) {}
    const earlier = {
      key: 1,
      activeDays: 2,
      firstDay: TODAY - 9,
      lastDay: TODAY - 8,
      counts: [0, 0, 0, 0, 0, 0],
    }
    assert.deepEqual(await store.earlier.sumsOf(TODAY - 7, [1]), [earlier])
    while ((await store.earlier.rollUpBefore(TODAY)) > 0) {}
    const all = { ...earlier, activeDays: 3, lastDay: TODAY - 7, counts: [0, 0, 0, 1, 0, 0] }
    assert.deepEqual(await store.earlier.sumsOf(TODAY, [1]), [all])
  })

  it('loses nothing while several processes count and roll up', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    const write = async (part: number) => {
      for (let i = 0; i < 20; i++)
        await catalog.saveCounters(
          KEYS.map(key => delta(key, TODAY - ((i + part) % 4))),
          NOW,
        )
    }
    const rollUp = async () => {
      for (let i = 0; i < 20; i++) await store.earlier.rollUpBefore(TODAY - 1)
    }
    await Promise.all([write(0), write(1), rollUp(), rollUp()])
    const all = [400, 40, 0, 0, 0, 0]
    assert.deepEqual(await totals(db, store), Object.fromEntries(KEYS.map(key => [key, all])))
  })

  it('changes nothing when a step fails', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(1, TODAY - 9), delta(2, TODAY - 9)], NOW)
    const before = await totals(db, store)
    await run(db, 'alter table avatar_earlier rename column last_day to moved')
    await assert.rejects(store.earlier.rollUpBefore(TODAY), /last_day/)
    await run(db, 'alter table avatar_earlier rename column moved to last_day')
    assert.deepEqual(await totals(db, store), before)
    assert.deepEqual(await daysWithRows(db), [TODAY - 9])
    while ((await store.earlier.rollUpBefore(TODAY)) > 0) {}
    assert.deepEqual(await totals(db, store), before)
  })
})

async function run(db: Database, statement: string): Promise<void> {
  await db.tables().transact(async tx => {
    await raw.raw(statement).execute(tx)
  })
}

forEachEngine('a process that is killed while it rolls days up', engine => {
  it('moves each row exactly once, and the next process continues after an interruption', async t => {
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    const catalog = catalogOver(db)
    const keys = Array.from({ length: 200 }, (_, i) => i + 1)
    await catalog.saveMany(
      keys.map(key => fullPatch(key)),
      NOW,
    )
    const days = Array.from({ length: 40 }, (_, i) => TODAY - i)
    for (const day of days)
      await catalog.saveCounters(
        keys.map(key => delta(key, day)),
        NOW,
      )
    const store = new InsightsStore({ db })
    const before = await totals(db, store)
    for (let life = 0; life < 4; life++) {
      const child = startRollingUp(url)
      let steps = 0
      for await (const _ of createInterface({ input: child.stdout! }))
        if (++steps === 1 + life) child.kill('SIGKILL')
      assert.deepEqual(await totals(db, store), before)
    }
    assert.deepEqual(await once(startRollingUp(url), 'exit'), [0, null])
    assert.deepEqual(await daysWithRows(db), [TODAY])
    assert.deepEqual(await totals(db, store), before)
  })
})

function startRollingUp(url: string): ChildProcess {
  const program = join(import.meta.dirname, '../../../tests/store/rolling-up-process.ts')
  return spawn(process.execPath, [program, url, `${TODAY}`], { stdio: ['ignore', 'pipe', 'inherit'] })
}

forEachEngine('the log of activity', engine => {
  it('names the avatars of each transaction and day, for every counter', async t => {
    const { catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(3, TODAY), delta(1, TODAY), delta(2, TODAY - 1)], NOW)
    await catalog.saveCounters([{ key: 5, day: TODAY, favorites: 1 }], NOW)
    const log = await store.activity.after(0, 10)
    assert.deepEqual(
      log.map(({ day, keys }) => ({ day, keys })),
      [
        { day: TODAY - 1, keys: [2] },
        { day: TODAY, keys: [1, 3] },
        { day: TODAY, keys: [5] },
      ],
    )
    assert.deepEqual(await store.activity.bounds(), { firstSeq: 0, lastSeq: log.at(-1)!.seq })
  })

  it('deletes old rows but never the newest, and reports its bounds', async t => {
    const { catalog, store } = await setUp(engine, t)
    for (let i = 0; i < 3; i++) await catalog.saveCounters([delta(1, TODAY)], NOW + i)
    assert.equal(await store.activity.deleteBefore(NOW + 2), 2)
    assert.equal(await store.activity.deleteBefore(NOW + 9), 0)
    const [left] = await store.activity.after(0, 10)
    assert.deepEqual(await store.activity.bounds(), { firstSeq: left!.seq, lastSeq: left!.seq })
  })
})

forEachEngine('following the log', engine => {
  it('agrees with the database after any writes, roll-ups and prunings', async t => {
    const count = fc.integer({ min: 0, max: 300 })
    const write: fc.Arbitrary<Write> = fc.record({
      kind: fc.constant('write' as const),
      by: fc.constantFrom('this process' as const, 'this process, late' as const, 'another' as const),
      key: fc.integer({ min: 1, max: AVATARS }),
      back: fc.oneof({ weight: 5, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(250) }),
      counts: fc.record({ views: count, impressions: count, favorites: fc.integer({ min: -2, max: 2 }) }),
    })
    const follow = fc.record({
      kind: fc.constant('follow' as const),
      meanwhile: fc.array(write, { maxLength: 3 }),
      failsAt: fc.option(fc.nat(2), { nil: -1 }),
    })
    const kind = fc.constantFrom('load' as const, 'roll up' as const, 'forget' as const, 'night' as const)
    const step = fc.oneof(
      { weight: 6, arbitrary: write },
      { weight: 4, arbitrary: follow },
      { weight: 2, arbitrary: fc.record({ kind }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const parts = await setUp(engine, t)
        const { catalog, store, clock } = parts
        const writtenCounts = new WrittenCounts()
        const late: WrittenDay[] = []
        const today = () => Math.floor(clock.now() / DAY_MS)
        const save = async ({ by, key, back, counts }: Write) => {
          const days = await catalog.saveCounters([{ key, day: today() - back, ...counts }], clock.now())
          if (by === 'this process') writtenCounts.add(days)
          else if (by === 'this process, late') late.push(...days)
        }
        const reads: (() => Promise<unknown>)[] = []
        const { histories, follower } = followerOver(parts, readerBetween(store, reads), writtenCounts)
        await follower.load()
        // Impressions alone have a statement of their own, which not all random steps would execute.
        const shown = { views: 0, impressions: 1, favorites: 0 }
        await save({ kind: 'write', by: 'this process', key: 1, back: 0, counts: shown })
        for (const step of steps) {
          if (step.kind === 'write') await save(step)
          else if (step.kind === 'load') await follower.load()
          else if (step.kind === 'follow') {
            const { meanwhile, failsAt } = step
            reads.push(...meanwhile.map(one => () => save(one)))
            if (failsAt !== -1) reads.splice(failsAt, 0, () => Promise.reject(new Error('away')))
            await follower.follow().catch(error => assert.match(String(error), /away/))
            writtenCounts.add(late.splice(0))
          } else if (step.kind === 'roll up') await store.earlier.rollUpBefore(today() - DAYS_KEPT - 1)
          else if (step.kind === 'forget') await store.activity.deleteBefore(clock.now())
          else clock.advance(DAY_MS)
        }
        reads.length = 0
        await follower.follow()
        assert.deepEqual(activeHistories(histories), await storedHistories(parts))
      }),
      { numRuns: engine.name === 'sqlite' ? 30 : 5 },
    )
  })

  it('reads all rows again when the database lost rows and then wrote as many others, or from a higher number', async t => {
    const parts = await setUp(engine, t)
    let { store } = parts
    const { histories, follower } = followerOver(
      parts,
      readerOf(() => store),
    )
    await follower.load()
    for (const [i, key] of [1, 2, 3].entries()) await parts.catalog.saveCounters([delta(key, TODAY)], NOW + i)
    await follower.follow()
    for (const isHigher of [false, true]) {
      const standby = await setUp(engine, t)
      await standby.catalog.saveCounters([delta(1, TODAY)], NOW)
      if (isHigher) await skipNumbers(standby.db)
      for (const [i, key] of [5, 6, 7].entries())
        await standby.catalog.saveCounters([delta(key, TODAY)], NOW + 100 + i)
      store = standby.store
      await follower.follow()
      assert.deepEqual(activeHistories(histories), await storedHistories(standby))
    }
  })

  it('reads all rows again when the log no longer has enough rows', async t => {
    const parts = await setUp(engine, t)
    const { histories, follower } = followerOver(parts)
    await follower.load()
    for (let i = 0; i < 3; i++) await parts.catalog.saveCounters([delta(1 + i, TODAY)], NOW + i)
    await parts.store.activity.deleteBefore(NOW + 2)
    await follower.follow()
    assert.deepEqual(activeHistories(histories), await storedHistories(parts))
    assert.equal(histories.size, 3)
  })
})

interface Write {
  kind: 'write'
  by: 'this process' | 'this process, late' | 'another'
  key: number
  back: number
  counts: Partial<CounterDelta>
}

/** Reads each time from the store that is then the present one. */
function readerOf(store: () => InsightsReader): InsightsReader {
  return {
    get activity() {
      return store().activity
    },
    get earlier() {
      return store().earlier
    },
    readDays: firstDay => store().readDays(firstDay),
    siteDays: (from, to) => store().siteDays(from, to),
    countsOn: (day, keys) => store().countsOn(day, keys),
  }
}

/** Numbers later rows from a higher number, as a standby of PostgreSQL does when it takes over. */
async function skipNumbers(db: Database): Promise<void> {
  await run(
    db,
    db.engine === 'sqlite'
      ? `update sqlite_sequence set seq = seq + 32 where name = 'activity_log'`
      : `select setval(pg_get_serial_sequence('activity_log', 'seq'), 33)`,
  )
}

/** Runs the next of `steps` after each read of counts, as if another process did it. */
function readerBetween(store: InsightsStore, steps: (() => Promise<unknown>)[]): InsightsReader {
  return {
    activity: store.activity,
    earlier: store.earlier,
    readDays: firstDay => store.readDays(firstDay),
    siteDays: (from, to) => store.siteDays(from, to),
    countsOn: async (day, keys) => {
      const counts = await store.countsOn(day, keys)
      await steps.shift()?.()
      return counts
    },
  }
}

/** The history of each avatar with activity. */
function activeHistories(histories: Histories): Record<number, History> {
  const found: Record<number, History> = {}
  for (const key of histories.keys) {
    const place = histories.placeOf(key)
    if (histories.isActive(place)) found[key] = histories.historyOf(place)
  }
  return found
}

/** The same histories, newly loaded from the database. */
async function storedHistories(parts: Awaited<ReturnType<typeof setUp>>): Promise<Record<number, History>> {
  const { histories, follower } = followerOver(parts)
  await follower.load()
  return activeHistories(histories)
}

forEachEngine('the counts by day', engine => {
  it('are read day by day, one list per counter, however many statements that takes', async t => {
    const { catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([1, 2, 3].map(key => delta(key, TODAY - 2)).concat(delta(2, TODAY)), NOW)
    const counts = (avatars: number) => [10, 1, 0, 0, 0, 0].map(count => Array(avatars).fill(count))
    assert.deepEqual(await all(store.readDays(TODAY - 2, 2)), [
      { day: TODAY - 2, keys: [1, 2, 3], counts: counts(3) },
      { day: TODAY, keys: [2], counts: counts(1) },
    ])
    assert.deepEqual(await all(store.readDays(TODAY + 1)), [])
  })
})

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = []
  for await (const item of items) read.push(item)
  return read
}

forEachEngine('the sums of the site', engine => {
  it('are sums over all avatars by day', async t => {
    const { catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(1, TODAY - 3), delta(2, TODAY - 3), delta(2, TODAY)], NOW)
    assert.deepEqual(await store.siteDays(TODAY - 3, TODAY), [
      { day: TODAY - 3, counts: [20, 2, 0, 0, 0, 0] },
      { day: TODAY, counts: [10, 1, 0, 0, 0, 0] },
    ])
    assert.deepEqual(await store.siteDays(TODAY - 2, TODAY - 1), [])
  })

  itRunsReviewedStatements(engine.name, 'avatar_days', 'avatar_earlier', 'site_days', 'activity_log', 'meta')
})
