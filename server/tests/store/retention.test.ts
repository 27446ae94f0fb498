import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { catalogJobs } from '../../src/avatars/jobs.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { forEachEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { catalogOver, fullPatch, NOW, TODAY } from './fixtures.ts'

/** Maximum size of the change log after an hour with a hundred counter changes per second, including indexes. */
const MAX_LOG_BYTES = 200_000_000
/** The test makes one change per second instead of a hundred: sixty avatars every minute. */
const RATE_SHARE = 1 / 100
const AVATARS = 1000
const MINUTES = 4 * 60

forEachEngine('the log of changes', engine => {
  it('keeps counter changes for an hour, however long they continue', async t => {
    const db = await engine.open(t)
    const store = catalogOver(db)
    await store.saveMany(
      Array.from({ length: AVATARS }, (_, n) => fullPatch(n)),
      NOW,
    )
    const clock = new ManualClock(NOW)
    const config = { retention: { changeDays: 14, counterChangeMinutes: 60 } }
    const forget = catalogJobs({ store, clock, config }).filter(({ name }) => name.startsWith('forget-old-'))
    assert.equal(forget.length, 2)
    for (let minute = 0; minute < MINUTES; minute++) {
      clock.advance(MINUTE_MS)
      const deltas = Array.from({ length: 60 }, (_, n) => ({
        key: ((minute * 60 + n) % AVATARS) + 1,
        day: TODAY,
        views: 1,
      }))
      await store.saveCounters(deltas, clock.now())
      for (const { run } of forget) await run(new AbortController().signal)
    }
    const changes = await store.changes.after(0, 100_000)
    const counts = changes.filter(({ kind }) => kind === 'counts')
    assert.equal(changes.length - counts.length, AVATARS)
    // The changes of one more minute may be kept, until the job runs again.
    assert.ok(counts.length >= 3600 && counts.length <= 3600 + 70, `${counts.length} changes of counters`)
    assert.ok((await bytesOfLog(db, engine.name)) < MAX_LOG_BYTES * RATE_SHARE)
  })
})

/** Size on disk, including the space of deleted rows. */
async function bytesOfLog(db: Parameters<typeof catalogOver>[0], name: string): Promise<number> {
  const { rows } = await db
    .tables<Record<string, never>>()
    .transact(tx =>
      name === 'sqlite'
        ? sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name = 'changes'`.execute(tx)
        : sql<{ bytes: number }>`select pg_total_relation_size('changes') as bytes`.execute(tx),
    )
  return rows[0]!.bytes
}
