import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import type { Config } from '../../src/config/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { numberedCell } from '../../src/slices/tracking/cells.ts'
import type { TrackingTables } from '../../src/slices/tracking/tables.sql.ts'
import { configOf } from '../support/config.ts'
import { forEachEngine } from '../support/engines.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const FLUSH_MS = 200
/** Pause between two views of a visitor; without it, visitors would keep both cores busy. */
const PAUSE_MS = 5
/** Maximum difference of two clocks that both round to whole milliseconds. */
const ROUNDING_MS = 5
const FIRST_HOUR = numberedCell('hours', 0)

/** A view that was acknowledged. */
interface Acknowledged {
  /** The server counted the view between these two times: the client sent the request, and received the answer. */
  readonly sentMs: number
  readonly toldMs: number
}

async function openCatalog(config: Config) {
  return await openMigratedDatabase({ config, clock: systemClock, log: silentLog })
}

/** The number of views according to each table; all must agree. */
async function viewsIn(config: Config): Promise<Record<string, number>> {
  await using db = await openCatalog(config)
  const { reader } = db.tables<TrackingTables>()
  const sums: Record<string, number> = {}
  for (const table of ['avatar_counters', 'avatar_days', 'site_days'] as const) {
    const { views } = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('views').as('views'))
      .executeTakeFirstOrThrow()
    sums[table] = views ?? 0
  }
  const { views } = await reader
    .selectFrom('audience_cells')
    .select(({ fn }) => fn.sum<number | null>('views').as('views'))
    .where('cell', '>=', FIRST_HOUR)
    .where('cell', '<', FIRST_HOUR + 24)
    .executeTakeFirstOrThrow()
  sums.hours = views ?? 0
  return sums
}

/** Reports views one after the other until it is told to stop. */
async function visit(
  baseUrl: string,
  id: string,
  acknowledged: Acknowledged[],
  signal: AbortSignal,
): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    body: JSON.stringify({ event: 'view', source: 'search' }),
  }
  while (!signal.aborted) {
    const sentMs = performance.now()
    try {
      const answer = await fetch(`${baseUrl}/avatars/${id}/track`, init)
      if (answer.status === 200) acknowledged.push({ sentMs, toldMs: performance.now() })
    } catch {
      return
    }
    await delay(PAUSE_MS)
  }
}

forEachEngine('a server killed at any moment', engine => {
  it('has lost no view but those acknowledged within one flush interval, and counted nothing twice', async t => {
    const folder = testFolder(t, 'tracking-kill')
    const url = await engine.createUrl(t)
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: url.startsWith('postgres') ? url : `sqlite:${url}`,
      FLUSH_INTERVAL_MS: String(FLUSH_MS),
      RATE_LIMIT_GLOBAL: '0',
      RATE_LIMIT_VIEWS: '0',
    }
    const config = configOf(env)
    {
      await using db = await openCatalog(config)
      const avatars = INVENTED_AVATARS.map(({ views: _, likes: __, ...avatar }) => avatar)
      await catalogStore(db).saveMany(avatars, systemClock.now())
    }

    let before = 0
    for (const atLeast of [300, 500, 700]) {
      const server = await startServerProcess(env)
      const acknowledged: Acknowledged[] = []
      const stopping = new AbortController()
      const visitors = INVENTED_AVATARS.map((_, i) =>
        visit(server.baseUrl, inventedId(i + 1), acknowledged, stopping.signal),
      )
      const startedMs = performance.now()
      await until(
        'enough views over some flushes',
        () => acknowledged.length >= atLeast && performance.now() - startedMs > 5 * FLUSH_MS,
      )
      const killedMs = performance.now()
      await server.kill()
      stopping.abort()
      await Promise.all(visitors)

      const { avatar_counters: views, ...others } = await viewsIn(config)
      assert.deepEqual(others, { avatar_days: views, site_days: views, hours: views })
      const added = views! - before
      // The last view was counted after it was sent, and the server acknowledges none while a view acknowledged an
      // interval earlier is unwritten. This holds however busy the machine is.
      const lastMs = Math.max(...acknowledged.map(({ sentMs }) => sentMs))
      const written = acknowledged.filter(({ toldMs }) => toldMs < lastMs - FLUSH_MS - ROUNDING_MS)
      t.diagnostic(lossOf(acknowledged, added, killedMs))
      assert.ok(written.length > 0)
      assert.ok(added >= written.length, `${written.length} views must be written, ${added} are`)
      assert.ok(
        added <= acknowledged.length + visitors.length,
        `${acknowledged.length} were told, ${added} are`,
      )
      before = views!
    }

    {
      await using server = await startServerProcess(env)
      const answer = await fetch(`${server.baseUrl}/avatars/all`)
      const { avatars } = (await answer.json()) as { avatars: { views: number }[] }
      assert.equal(
        avatars.reduce((sum, { views }) => sum + views, 0),
        before,
      )
    }
  })
})

/** Reports the number of acknowledged but unwritten views, and the age of the oldest at the kill. */
function lossOf(acknowledged: readonly Acknowledged[], written: number, killedMs: number): string {
  const told = acknowledged.map(({ toldMs }) => toldMs).sort((a, b) => a - b)
  const lost = told.slice(written)
  const ageMs = lost.length === 0 ? 0 : Math.round(killedMs - lost[0]!)
  return `${lost.length} of ${told.length} acknowledged views lost, the oldest ${ageMs} ms before the end`
}
