import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createClient } from '@avatary/client'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { loadAdminToken } from '../../src/config/secrets.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { afterwards } from '../support/cleanup.ts'
import { avatary } from '../support/command-line.ts'
import { configOf } from '../support/config.ts'
import { forEachEngine } from '../support/engines.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

const GROUP = 'grp_00000000-0000-4000-8000-0000000000aa'
/** Maximum time until every process shows an operator's act. */
const BAR_MS = 1000
const EVERYWHERE = [
  ['/world/promoted', (body: Body) => body.avatars],
  ['/world/bundle?include=promoted', ({ sections }: Body) => sections!.promoted!.avatars],
] as const

interface Body {
  avatars?: { id: string }[]
  groups?: { id: string }[]
  admins?: string[]
  sections?: Record<string, Body>
}

forEachEngine('promotions of a running service', engine => {
  it('are shown by two processes within a second, and never before their begin or after their end', async t => {
    const folder = testFolder(t, 'promotions')
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: engine.name === 'sqlite' ? `sqlite:${folder}/catalog.sqlite` : await engine.createUrl(t),
      RATE_LIMIT_WORLD: '0',
      RATE_LIMIT_GLOBAL: '0',
    }
    const config = configOf(env)
    {
      await using db = await openMigratedDatabase({
        config,
        clock: systemClock,
        log: silentLog,
      })
      await catalogStore(db).saveMany(INVENTED_AVATARS, systemClock.now())
    }
    const token = (await loadAdminToken({ dir: folder })).reveal()
    const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
    for (const server of servers) afterwards(t, async () => await server[Symbol.asyncDispose]())
    const headers = { Authorization: `Bearer ${token}` }
    const [first, second] = servers.map(({ baseUrl }) => createClient({ baseUrl, fetch, headers }))
    const cli = async (...args: string[]) => {
      const { code, stderr } = await avatary(args, { env })
      assert.equal(code, 0, stderr)
    }

    const json = async (baseUrl: string, path: string) => (await (await fetch(baseUrl + path)).json()) as Body
    const shownBy = async (baseUrl: string) =>
      await Promise.all(
        EVERYWHERE.map(async ([path, read]) => (read(await json(baseUrl, path)) ?? []).map(({ id }) => id)),
      )
    const tookMs: number[] = []
    const seen = async (
      what: string,
      act: () => Promise<unknown>,
      holds: (baseUrl: string) => Promise<boolean>,
    ) => {
      await Promise.all(servers.map(({ baseUrl }) => shownBy(baseUrl)))
      await act()
      const doneMs = performance.now()
      await Promise.all(servers.map(({ baseUrl }) => until(what, () => holds(baseUrl))))
      tookMs.push(Math.round(performance.now() - doneMs))
    }
    const shows = (ids: readonly string[]) => async (baseUrl: string) =>
      isDeepStrictEqual(await shownBy(baseUrl), [ids, ids])

    const [light, heavy, late] = [inventedId(1), inventedId(2), inventedId(3)]
    await seen('the light one', () => cli('promote', 'add', light, '--weight=1'), shows([light]))
    await seen(
      'the heavy one before it',
      () => first!.addPlacement({ body: { subject: heavy, weight: 9 } }),
      shows([heavy, light]),
    )
    await seen(
      'the blocked one is gone',
      () => second!.block({ params: { id: heavy }, body: {} }),
      shows([light]),
    )
    await seen(
      'the unblocked one is back',
      () => first!.unblock({ params: { id: heavy } }),
      shows([heavy, light]),
    )
    await seen(
      'the changed one is last',
      () => second!.changePlacement({ params: { id: '2' }, body: { weight: 0 } }),
      shows([light, heavy]),
    )
    await seen('the removed one is gone', () => cli('promote', 'remove', '2'), shows([light]))
    await seen(
      'the group',
      () => first!.addPlacement({ body: { subject: GROUP, name: 'Foxes', endsAt: null } }),
      async baseUrl => (await json(baseUrl, '/world/promoted/groups')).groups!.some(({ id }) => id === GROUP),
    )
    await seen(
      'the staff name',
      () => second!.addStaff({ params: { name: 'Zoë / 狐' } }),
      async baseUrl => (await json(baseUrl, '/world/admins')).admins!.includes('Zoë / 狐'),
    )
    t.diagnostic(`until both processes had it: ${tookMs.join(', ')} ms`)
    // A single act may be late on a busy machine; a process that follows too slowly is late for all.
    assert.ok(Math.min(...tookMs) <= BAR_MS, `${tookMs} ms`)

    const second0 = Math.ceil(Date.now() / 1000) * 1000
    const [beginsMs, endsMs] = [second0 + 1000, second0 + 2000]
    const [startsAt, endsAt] = [beginsMs, endsMs].map(ms => new Date(ms).toISOString())
    await first!.addPlacement({ body: { subject: late, weight: 99, startsAt: startsAt!, endsAt: endsAt! } })
    let timesSeen = 0
    while (Date.now() < endsMs + 500) {
      for (const { baseUrl } of servers) {
        const askedMs = Date.now()
        const isShown = (await shownBy(baseUrl)).flat().includes(late)
        const answeredMs = Date.now()
        if (isShown) timesSeen++
        assert.ok(!isShown || answeredMs >= beginsMs, 'it was shown before its begin')
        assert.ok(!isShown || askedMs < endsMs, 'it was shown after its end')
      }
      await delay(5)
    }
    assert.ok(timesSeen > 0, 'it was never shown')

    const audit = await first!.listAudit({})
    assert.ok(audit.kind === 'value')
    assert.deepEqual(
      audit.value.entries.map(({ actor, action }) => `${actor.split(' ')[0]} ${action}`),
      [
        'admin add-placement',
        'admin add-staff',
        'admin add-placement',
        'cli remove-placement',
        'admin change-placement',
        'admin unblock',
        'admin block',
        'admin add-placement',
        'cli add-placement',
      ],
    )
  })
})
