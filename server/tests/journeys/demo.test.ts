import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { catalogStore, openRecord } from '../../src/composition/record.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/kernel/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { createModerationStore } from '../../src/slices/moderation/store.sql.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { startServerProcess } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

describe('the demo', () => {
  it('shows a filled catalog that takes submissions, and makes way for the first real avatars', async t => {
    const folder = tempFolder('demo')
    t.after(folder.remove)
    // An operator blocks what nobody has submitted yet.
    const subject = { kind: 'avatar', id: 'avtr_00000000-0000-4000-8000-000000000009' } as const
    const act = { actor: 'operator', nowMs: Date.now() }
    await inRecord(folder.path, db => createModerationStore({ db }).block(subject, null, act))
    await using server = await startServerProcess({
      DEMO: '1',
      DATA_DIR: folder.path,
      PLATFORM_LOOKUPS_PER_MINUTE: '600',
    })
    const json = async (path: string, init?: RequestInit) =>
      (await (await fetch(server.baseUrl + path, init)).json()) as Record<string, unknown>

    const stats = await json('/stats')
    assert.ok(Number(stats.listed) >= 2000, JSON.stringify(stats))
    const { avatars } = (await json('/avatars/trending?limit=5')) as { avatars: { views: number }[] }
    assert.ok(avatars.every(({ views }) => views > 100))

    const { total } = await json('/world/promoted')
    const { groups } = await json('/world/promoted/groups')
    const { admins } = await json('/world/admins')
    assert.deepEqual([total, (groups as object[]).length, (admins as string[]).length], [4, 2, 3])
    for (const path of ['/world/leaderboard', '/world/supporters']) {
      const { rows } = (await json(path)) as { rows: object[] }
      assert.equal(rows.length >= 10, true, path)
    }

    const { id } = createDemoCatalog().submittable[0]!
    const body = JSON.stringify({ avatarId: id })
    const headers = { 'Content-Type': 'application/json' }
    assert.deepEqual(await json('/avatars/submit', { method: 'POST', headers, body }), {
      ok: true,
      status: 'queued',
      id,
      position: 1,
    })
    await until(
      'the submitted avatar is found',
      async () => (await json(`/avatars/search?q=${id}`)).total === 1,
    )

    await saveRealAvatars(folder.path)
    await until('the demo made way', async () => {
      const now = await json('/stats').catch(() => ({ indexed: -1 }))
      return now.indexed === INVENTED_AVATARS.length
    })
    assert.equal((await json(`/avatars/search?q=${id}`)).total, 0)
  })
})

async function inRecord(dir: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const loaded = loadConfig({ DATA_DIR: dir })
  assert.ok(loaded.ok)
  await using db = await openRecord({ config: loaded.config, clock: systemClock, log: silentLog })
  await work(db)
}

async function saveRealAvatars(dir: string): Promise<void> {
  await inRecord(dir, db => catalogStore(db).saveMany(INVENTED_AVATARS, Date.now()))
}
