import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'
import { TrackingStore } from '../../src/slices/tracking/store.sql.ts'
import type { TrackingTables } from '../../src/slices/tracking/tables.sql.ts'
import { VISIT, writerOver } from '../support/count-writer.ts'
import { forEachEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { catalogOver, countersOf, fullPatch, kindsAfter, lastSeq, NOW, TODAY } from './fixtures.ts'

const BREAKABLE = [
  'tracking_writers',
  'audience_cells',
  'avatar_days',
  'avatar_counters',
  'site_days',
  'changes',
]

async function run(db: Database, statement: string): Promise<void> {
  await db.tables().transact(async tx => {
    await sql.raw(statement).execute(tx)
  })
}

forEachEngine('counting while the database fails', engine => {
  for (const table of BREAKABLE) {
    it(`loses and doubles nothing when ${table} cannot be written for a while`, async t => {
      const db = await engine.open(t)
      const catalog = catalogOver(db)
      await catalog.saveMany([fullPatch(1), fullPatch(2)], NOW)
      const store = new TrackingStore({ db, counters: catalog })
      const view = { keyOf: (slot: number) => slot + 1 }
      const { pending, writer } = writerOver(store, { view, clock: new ManualClock(NOW) })
      pending.track(0, 'view', VISIT)
      await writer.flush()
      const seq = await lastSeq(catalog)

      await run(db, `alter table ${table} rename to away`)
      for (let i = 0; i < 3; i++) {
        pending.track(0, 'view', VISIT)
        pending.track(1, 'outbound', VISIT)
        await assert.rejects(writer.flush())
      }
      await run(db, `alter table away rename to ${table}`)
      await writer.flush()
      await writer.flush()

      assert.deepEqual(await countersOf(catalog, 1, 2), [{ key: 1, views: 4, likes: 0 }])
      assert.deepEqual(await kindsAfter(catalog, seq), ['counts', 'counts'])
      const { reader } = db.tables<TrackingTables>()
      const { views, outbound } = await reader.selectFrom('site_days').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual([views, outbound], [4, 3])
      for (const { views } of await store.audienceOf(1, TODAY, TODAY)) assert.equal(views, 4)
      const ofOther = await store.audienceOf(2, TODAY, TODAY)
      assert.deepEqual([ofOther.length, ...new Set(ofOther.map(({ outbound }) => outbound))], [7, 3])
    })
  }
})
