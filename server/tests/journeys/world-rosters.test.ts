import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { type CommunitySim, startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import type { SimMember } from '../../../sim/src/membership/members.ts'
import { type MembershipSim, startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { openSystem } from '../../src/composition/system.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { silentLog } from '../../src/platform/log.ts'
import { Metrics } from '../../src/platform/metrics.ts'
import { openRosters } from '../../src/slices/rosters/index.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { configOf } from '../support/config.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { systemOf } from '../support/platform.ts'
import { sqliteCatalog } from '../support/sqlite-catalog.ts'
import { readVrcJson } from '../support/vrc-json.ts'

const ROWS = Array.from({ length: 60 }, (_, n) => ({
  rank: n + 1,
  username: `user ${n + 1}`,
  balance: 1000 - n,
  avatar: null,
}))

function member(n: number, fields: Partial<SimMember> = {}): SimMember {
  const usual = { userId: `${n}`, fullName: `Given${n} Family${n}`, tierIds: ['9003'], discordId: null }
  return { id: `${n}`, status: 'active_patron', ...usual, ...fields }
}

interface Rows {
  now: string
  rows: { name: string; tier: string; username: string }[]
}

interface Services {
  community: CommunitySim
  membership: MembershipSim
  time: ManualClock
  /** Starts the app; calling it again uses the same database. */
  start(env?: Record<string, string>): Promise<TestApp>
}

async function services(engine: TestEngine, t: TestContext): Promise<Services> {
  const time = new ManualClock()
  const community = await startCommunitySim({ now: () => time.now() })
  afterwards(t, () => community.stop())
  const members = [member(1), member(2, { tierIds: ['9001'] }), member(3, { status: 'former_patron' })]
  const membership = await startMembershipSim({ now: () => time.now(), members })
  afterwards(t, () => membership.stop())
  community.setLeaderboard(ROWS)
  const DATABASE_URL = await engine.createUrl(t)
  const usual = {
    DATABASE_URL: engine.name === 'sqlite' ? `sqlite:${DATABASE_URL}` : DATABASE_URL,
    COMMUNITY_URL: community.origin,
    COMMUNITY_CLIENT_ID: community.clientId,
    COMMUNITY_CLIENT_SECRET: community.clientSecret,
    PATREON_API_URL: membership.url,
    PATREON_ACCESS_TOKEN: membership.accessToken,
    PATREON_CAMPAIGN_ID: membership.campaignId,
  }
  const start = async (env: Record<string, string> = {}) => {
    const app = await startTestApp({
      clock: time,
      system: systemOf(time, community, membership),
      env: { ...usual, ...env },
    })
    afterwards(t, async () => await app[Symbol.asyncDispose]())
    return app
  }
  return { community, membership, time, start }
}

/** Reads a path as worlds do. */
async function read<Value>(app: TestApp, path: string): Promise<Value> {
  const response = await app.get(path)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return readVrcJson(text).value as Value
}

const askedFor = (sim: { requests: readonly { path: string }[] }, path: RegExp) =>
  sim.requests.filter(request => path.test(request.path)).length

forEachEngine('lists of other services', engine => {
  it('are answered with the time of their fetch, alone, in a bundle and to clients', async t => {
    const { membership, time, start } = await services(engine, t)
    const app = await start()
    const fetched = new Date(time.now()).toISOString()
    const supporters = await read<Rows>(app, '/world/supporters')
    assert.deepEqual(
      [supporters.now, supporters.rows],
      [
        fetched,
        [
          { name: 'Given2', tier: 'Gold Fox' },
          { name: 'Given1', tier: 'Friend' },
        ],
      ],
    )
    assert.equal((await read<Rows>(app, '/world/leaderboard')).rows.length, 10)
    assert.equal((await read<Rows>(app, '/world/leaderboard?limit=0')).rows.length, 1)
    assert.equal((await read<Rows>(app, '/world/leaderboard?limit=60')).rows.length, 50)
    time.advance(9 * MINUTE_MS)
    const { now, sections } = await read<{ now: string; sections: Record<string, Rows> }>(
      app,
      '/world/bundle?include=leaderboard,supporters&limit=1',
    )
    assert.notEqual(now, fetched)
    assert.deepEqual(sections.supporters, { ...supporters, rows: supporters.rows.slice(0, 1) })
    assert.deepEqual(
      [sections.leaderboard!.now, sections.leaderboard!.rows[0]!.username],
      [fetched, 'user 1'],
    )
    const client = await read<{ supporters: object[] }>(app, '/world/client')
    assert.deepEqual(client.supporters, supporters.rows)
    assert.equal(askedFor(membership, /members$/), 1)
  })

  it('let caches keep them for the rest of their ten minutes', async t => {
    const { community, membership, time, start } = await services(engine, t)
    const app = await start()
    const cacheControls = async () => {
      const answers = ['/world/supporters', '/world/leaderboard'].map(path => app.get(path))
      return (await Promise.all(answers)).map(({ headers }) => headers.get('cache-control'))
    }
    assert.deepEqual(await cacheControls(), ['public, max-age=600', 'public, max-age=600'])
    time.advance(3 * MINUTE_MS + 1500)
    assert.deepEqual(await cacheControls(), ['public, max-age=418', 'public, max-age=418'])
    for (const sim of [community, membership]) sim.faults.add({ fault: 'server-error' })
    time.advance(7 * MINUTE_MS)
    let late: (string | null)[] = []
    const asking = cacheControls().then(said => {
      late = said
    })
    await time.passUntil('both are answered', () => late.length > 0)
    await asking
    assert.deepEqual(late, ['public, max-age=0', 'public, max-age=0'])
  })

  it('are at most 200 supporters, 50 unless asked for otherwise', async t => {
    const { membership, start } = await services(engine, t)
    membership.setMembers(Array.from({ length: 230 }, (_, n) => member(n)))
    const app = await start({ SUPPORTER_NAMES: 'full' })
    const count = async (query: string) => (await read<Rows>(app, `/world/supporters${query}`)).rows.length
    assert.deepEqual([await count(''), await count('?limit=999'), await count('?limit=0')], [50, 200, 1])
    assert.equal((await read<Rows>(app, '/world/supporters')).rows[0]!.name, 'Given0 Family0')
  })

  it('stay unchanged while their service fails, also in a process that starts then', async t => {
    const { community, membership, time, start } = await services(engine, t)
    const fetchedMs = time.now()
    const first = await start()
    const before = await read<Rows>(first, '/world/supporters')
    const board = await read<Rows>(first, '/world/leaderboard')
    for (const sim of [community, membership]) sim.faults.add({ fault: 'silent' })
    membership.setMembers([member(7)])
    time.advance(10 * MINUTE_MS)
    const still = async (app: TestApp, path: string, expected: Rows) => {
      let answer: Rows | undefined
      const asking = read<Rows>(app, path).then(body => {
        answer = body
      })
      await time.passUntil(`${path} is answered`, () => answer !== undefined)
      await asking
      assert.deepEqual(answer, expected)
    }
    await still(first, '/world/supporters', before)
    const later = await start()
    await still(later, '/world/supporters', before)
    await still(later, '/world/leaderboard', board)

    for (const sim of [community, membership]) sim.faults.clear()
    await time.passUntil('the new list is there', async () => {
      time.advance(MINUTE_MS)
      const { rows, now } = await read<Rows>(later, '/world/supporters')
      return rows[0]?.name === 'Given7' && Date.parse(now) > fetchedMs
    })
  })

  it('delete at once the names that another setting published', async t => {
    const { membership, start } = await services(engine, t)
    const open = await start({ SUPPORTER_NAMES: 'full' })
    assert.match((await read<Rows>(open, '/world/supporters')).rows[0]!.name, /Family/)
    await open.app.stop()
    membership.faults.add({ fault: 'server-error' })
    const closed = await start({
      SUPPORTER_NAMES: 'none',
      COMMUNITY_URL: '',
      COMMUNITY_CLIENT_ID: '',
      COMMUNITY_CLIENT_SECRET: '',
    })
    const answer = await closed.getJson('/world/bundle?include=supporters')
    assert.deepEqual((answer as unknown as { sections: Record<string, Rows> }).sections.supporters!.rows, [])
    assert.doesNotMatch(JSON.stringify(await closed.getJson('/world/client')), /Family/)
  })
})

it('lists of services that are not configured are refused alone, and are empty in a bundle', async () => {
  await using app = await startTestApp({ avatars: INVENTED_AVATARS })
  for (const path of ['/world/leaderboard', '/world/supporters']) {
    const response = await app.get(path)
    assert.equal(response.status, 503)
    assert.equal(((await response.json()) as { code: string }).code, 'upstream_not_configured')
  }
  const { sections } = await read<{ sections: Record<string, Rows> }>(
    app,
    '/world/bundle?include=leaderboard,supporters,stats',
  )
  assert.deepEqual([sections.leaderboard!.rows, sections.supporters!.rows], [[], []])
  assert.match(sections.leaderboard!.now, /^\d{4}-/)
  assert.deepEqual((await read<{ supporters: object[] }>(app, '/world/client')).supporters, [])
})

it('an active member is known by the Discord account that is linked there, and nobody else', async t => {
  const time = new ManualClock()
  const members = [
    member(1, { discordId: '81' }),
    member(2, { discordId: '82', status: 'declined_patron', tierIds: [] }),
  ]
  const membership = await startMembershipSim({ now: () => time.now(), members })
  afterwards(t, () => membership.stop())
  const config = configOf({
    PATREON_API_URL: membership.url,
    PATREON_ACCESS_TOKEN: membership.accessToken,
    PATREON_CAMPAIGN_ID: membership.campaignId,
  })
  const { db } = await sqliteCatalog(t)
  const metrics = new Metrics()
  const given = { db, config, clock: time, log: silentLog, metrics }
  const deps = { ...given, ...openSystem({ ...given, system: systemOf(time, membership) }) }
  const { isSupporter } = openRosters(deps)
  const atMs = time.now()
  for (const [id, value] of [
    ['81', true],
    ['82', false],
    ['', false],
  ] as const)
    assert.deepEqual(await isSupporter(id), { value, atMs })
  membership.faults.add({ fault: 'server-error' })
  time.advance(2 * HOUR_MS)
  let later: unknown
  void isSupporter('81').then(answer => {
    later = answer
  })
  await time.passUntil('it is answered', () => later !== undefined)
  assert.equal(later, null, 'an answer two hours old is not given')
  const noPlatform = { ...config, membership: { ...config.membership, campaign: null } }
  const without = openRosters({ ...deps, config: noPlatform })
  assert.equal(await without.isSupporter('81'), null)
})
