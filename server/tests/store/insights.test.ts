import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { it, type TestContext } from 'node:test'
import { COUNTERS } from '@avatary/contract/insights'
import fc from 'fast-check'
import type { CounterDelta } from '../../src/avatars/store.ts'
import type { Database } from '../../src/kernel/database.ts'
import { ByteArena } from '../../src/platform/read-model/byte-arena.ts'
import { HistoryFollower } from '../../src/slices/insights/follow.ts'
import { Histories } from '../../src/slices/insights/histories.ts'
import { packHistory, unpackHistory } from '../../src/slices/insights/packed-history.ts'
import { createInsightsStore } from '../../src/slices/insights/store.sql.ts'
import type { InsightsTables } from '../../src/slices/insights/tables.sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { catalogOver, DAY_MS, fullPatch, NOW, TODAY } from './fixtures.ts'

const AVATARS = 8
const KEYS = Array.from({ length: AVATARS }, (_, i) => i + 1)

async function setUp(engine: TestEngine, t: TestContext) {
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  await catalog.saveMany(
    KEYS.map(key => fullPatch(key)),
    NOW,
  )
  const store = createInsightsStore({ db })
  const clock = new ManualClock(NOW)
  return { db, catalog, store, clock }
}

function followerOver({ store, clock }: Awaited<ReturnType<typeof setUp>>) {
  const histories = new Histories(new ByteArena())
  return { histories, follower: new HistoryFollower({ histories, store, clock }) }
}

/** What was counted on all days, from both tables, by avatar. */
async function totals(db: Database, store: ReturnType<typeof createInsightsStore>): Promise<object> {
  const { reader } = db.tables<InsightsTables>()
  const unpacked = await reader.selectFrom('avatar_days').selectAll().execute()
  const packed = await reader.selectFrom('avatar_histories').selectAll().execute()
  const sums: Record<number, number[]> = {}
  const add = (key: number, counts: readonly number[]) => {
    sums[key] = counts.map((count, i) => count + (sums[key]?.[i] ?? 0))
  }
  for (const row of unpacked)
    add(
      row.avatar_key,
      COUNTERS.map(counter => row[counter]),
    )
  for (const { avatar_key, history } of packed) {
    const { before, days } = unpackHistory(history)
    add(avatar_key, before.counts)
    for (const { counts } of days) add(avatar_key, counts)
  }
  const histories = new Histories(new ByteArena())
  for (const { key, history } of await store.historiesOf(Object.keys(sums).map(Number))) {
    histories.replace(key, history)
    assert.deepEqual(histories.totalsOf(histories.placeOf(key)), sums[key], 'a whole history has both')
  }
  return sums
}

function delta(key: number, day: number, traits: Partial<CounterDelta> = {}): CounterDelta {
  return { key, day, views: 1, impressions: 10, ...traits }
}

forEachEngine('packing histories', engine => {
  it('moves the days before into one row an avatar, and loses nothing', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    const days = Array.from({ length: 400 }, (_, i) => TODAY - i)
    for (const day of days) await catalog.saveCounters([delta(1, day), delta(2 + (day % 5), day)], NOW)
    const before = await totals(db, store)
    assert.equal((await store.unpackedDays()).length, 400)
    while ((await store.packBefore(TODAY - 1)) > 0) {}
    assert.deepEqual(await store.unpackedDays(), [TODAY - 1, TODAY])
    assert.deepEqual(await totals(db, store), before)
    assert.equal(await store.packBefore(TODAY - 1), 0)
  })

  it('packs what is written late, also to a day that is packed already', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(1, TODAY - 9), delta(1, TODAY - 4)], NOW)
    while ((await store.packBefore(TODAY)) > 0) {}
    await catalog.saveCounters([delta(1, TODAY - 9, { likes: -1 }), delta(1, TODAY - 300)], NOW)
    const before = await totals(db, store)
    while ((await store.packBefore(TODAY)) > 0) {}
    assert.deepEqual(await totals(db, store), before)
    const [whole] = await store.historiesOf([1])
    assert.deepEqual(
      unpackHistory(whole!.history).days.map(({ day }) => day),
      [TODAY - 9, TODAY - 4],
    )
  })

  it('loses nothing while processes count and pack at once', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    const write = async (part: number) => {
      for (let i = 0; i < 20; i++)
        await catalog.saveCounters(
          KEYS.map(key => delta(key, TODAY - ((i + part) % 4))),
          NOW,
        )
    }
    const pack = async () => {
      for (let i = 0; i < 20; i++) await store.packBefore(TODAY - 1)
    }
    await Promise.all([write(0), write(1), pack(), pack()])
    const all = [0, 400, 0, 0, 0, 0]
    all[0] = 400
    all[1] = 40
    assert.deepEqual(await totals(db, store), Object.fromEntries(KEYS.map(key => [key, all])))
  })

  it('leaves everything as it was when a step is cut off', async t => {
    const { db, catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(1, TODAY - 9), delta(2, TODAY - 9)], NOW)
    const before = await totals(db, store)
    const { transact } = db.tables<InsightsTables>()
    const put = () =>
      transact(async tx => {
        await tx
          .insertInto('avatar_histories')
          .values({ avatar_key: 2, history: Uint8Array.of(9) })
          .execute()
      })
    await put()
    await assert.rejects(store.packBefore(TODAY), /format 9/)
    await transact(async tx => {
      await tx.deleteFrom('avatar_histories').execute()
    })
    assert.deepEqual(await totals(db, store), before)
    while ((await store.packBefore(TODAY)) > 0) {}
    assert.deepEqual(await totals(db, store), before)
  })
})

forEachEngine('a process that is killed while it packs', engine => {
  it('has packed each day once or not at all, and the next one goes on', async t => {
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
    const store = createInsightsStore({ db })
    const before = await totals(db, store)
    for (let life = 0; life < 4; life++) {
      const child = startPacking(url)
      let steps = 0
      for await (const _ of createInterface({ input: child.stdout! }))
        if (++steps === 1 + life) child.kill('SIGKILL')
      assert.deepEqual(await totals(db, store), before)
    }
    await once(startPacking(url), 'exit')
    assert.deepEqual(await store.unpackedDays(), [TODAY])
    assert.deepEqual(await totals(db, store), before)
  })
})

function startPacking(url: string): ChildProcess {
  const program = join(import.meta.dirname, 'packing-process.ts')
  return spawn(process.execPath, [program, url, `${TODAY}`], { stdio: ['ignore', 'pipe', 'inherit'] })
}

forEachEngine('the log of activity', engine => {
  it('names the avatars of each transaction and day, whatever was counted', async t => {
    const { catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(3, TODAY), delta(1, TODAY), delta(2, TODAY - 1)], NOW)
    await catalog.saveCounters([{ key: 5, day: TODAY, favorites: 1 }], NOW)
    const log = await store.activityAfter(0, 10)
    assert.deepEqual(
      log.map(({ day, keys }) => ({ day, keys })),
      [
        { day: TODAY - 1, keys: [2] },
        { day: TODAY, keys: [1, 3] },
        { day: TODAY, keys: [5] },
      ],
    )
    assert.deepEqual(await store.activityBounds(), { firstSeq: 0, lastSeq: log.at(-1)!.seq })
  })

  it('forgets what is old but the newest, and says so', async t => {
    const { catalog, store } = await setUp(engine, t)
    for (let i = 0; i < 3; i++) await catalog.saveCounters([delta(1, TODAY)], NOW + i)
    assert.equal(await store.pruneActivity(NOW + 2), 2)
    assert.equal(await store.pruneActivity(NOW + 9), 0)
    const [left] = await store.activityAfter(0, 10)
    assert.deepEqual(await store.activityBounds(), { firstSeq: left!.seq, lastSeq: left!.seq })
  })
})

forEachEngine('following the log', engine => {
  it('comes to what the system of record holds, whatever was written, packed and pruned meanwhile', async t => {
    const count = fc.integer({ min: 0, max: 300 })
    const write = fc.record({
      kind: fc.constant('write' as const),
      key: fc.integer({ min: 1, max: AVATARS }),
      back: fc.oneof({ weight: 5, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(250) }),
      counts: fc.record({ views: count, impressions: count, favorites: fc.integer({ min: -2, max: 2 }) }),
    })
    const kind = fc.constantFrom('follow' as const, 'pack' as const, 'prune' as const, 'night' as const)
    const step = fc.oneof({ weight: 4, arbitrary: write }, { weight: 2, arbitrary: fc.record({ kind }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const parts = await setUp(engine, t)
        const { catalog, store, clock } = parts
        const { histories, follower } = followerOver(parts)
        await follower.load()
        for (const step of steps) {
          const today = Math.floor(clock.now() / DAY_MS)
          if (step.kind === 'write')
            await catalog.saveCounters(
              [{ key: step.key, day: today - step.back, ...step.counts }],
              clock.now(),
            )
          else if (step.kind === 'follow') await follower.follow()
          else if (step.kind === 'pack') await store.packBefore(today - 2)
          else if (step.kind === 'prune') await store.pruneActivity(clock.now())
          else clock.advance(DAY_MS)
        }
        await follower.follow()
        assert.deepEqual(held(histories), await stored(store))
      }),
      { numRuns: engine.name === 'sqlite' ? 15 : 5 },
    )
  })

  it('reads everything again when the log does not reach back', async t => {
    const parts = await setUp(engine, t)
    const { histories, follower } = followerOver(parts)
    await follower.load()
    for (let i = 0; i < 3; i++) await parts.catalog.saveCounters([delta(1 + i, TODAY)], NOW + i)
    await parts.store.pruneActivity(NOW + 2)
    await follower.follow()
    assert.deepEqual(held(histories), await stored(parts.store))
    assert.equal(histories.size, 3)
  })
})

type Held = Record<number, { total: readonly number[]; recent: readonly number[][] }>

/** Totals, and each of the last days, by avatar with any activity. */
function held(histories: Histories): Held {
  const found: Held = {}
  for (const key of histories.keys) {
    const place = histories.placeOf(key)
    if (!histories.isActive(place)) continue
    const last = histories.historyOf(place).days.at(-1)?.day ?? 0
    const recent = Array.from({ length: 180 }, (_, i) => histories.countsOf(place, last - i, last - i))
    found[key] = { total: histories.totalsOf(place), recent }
  }
  return found
}

async function stored(store: ReturnType<typeof createInsightsStore>): Promise<Held> {
  const histories = new Histories(new ByteArena())
  for await (const batch of store.readAll())
    for (const { key, history } of batch) histories.replace(key, packHistory(unpackHistory(history)))
  return held(histories)
}

forEachEngine('the sums of the site', engine => {
  it('are by day, of all avatars together', async t => {
    const { catalog, store } = await setUp(engine, t)
    await catalog.saveCounters([delta(1, TODAY - 3), delta(2, TODAY - 3), delta(2, TODAY)], NOW)
    assert.deepEqual(await store.siteDays(TODAY - 3, TODAY), [
      { day: TODAY - 3, counts: [20, 2, 0, 0, 0, 0] },
      { day: TODAY, counts: [10, 1, 0, 0, 0, 0] },
    ])
    assert.deepEqual(await store.siteDays(TODAY - 2, TODAY - 1), [])
  })
})
