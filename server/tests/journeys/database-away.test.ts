import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, before, describe, it, type TestContext } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openMigratedDatabase, openToleratingAway } from '../../src/composition/database.ts'
import type { Config } from '../../src/config/config.ts'
import type { Database } from '../../src/kernel/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { AVAILABILITY_DEADLINES } from '../../src/platform/db/availability.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { NewerDatabaseError } from '../../src/platform/db/migrate.ts'
import { createLog, silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { NO_LIMITS } from '../support/no-limits.ts'
import { hasPostgres, PostgresCluster } from '../support/postgres-cluster.ts'
import { avatarPatch } from '../support/read-model.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'

/** So many changes that a graceful stop writes a snapshot. */
const MANY_AVATARS = Array.from({ length: 1000 }, (_, n) => avatarPatch(n))

interface Line {
  msg: string
  level: string
  err?: unknown
}

/** Collects the lines that an app logs. */
function recordLog() {
  const lines: Line[] = []
  const log = createLog({ level: 'info', output: { write: line => void lines.push(JSON.parse(line)) } })
  return { lines, log }
}

/** Statuses of requests that are answered from memory. */
async function reads({ get }: TestApp): Promise<number[]> {
  const paths = ['/avatars/search?q=fox', '/world/list', '/avatars/all', '/avatars/trending', '/stats']
  return await Promise.all(paths.map(async path => (await get(path)).status))
}

const ALL_WELL = [200, 200, 200, 200, 200]

/** Statuses of requests that need the database. */
async function asks({ get }: TestApp): Promise<number[]> {
  const submission = JSON.stringify({ avatarId: 'avtr_00000000-0000-4000-8000-00000000beef' })
  const headers = { 'Content-Type': 'application/json' }
  const answers = await Promise.all([
    get('/avatars/changes'),
    get('/account/summary', { headers: { Cookie: `avatary_session=${'A'.repeat(43)}` } }),
    get('/avatars/submit', { method: 'POST', headers, body: submission }),
  ])
  return answers.map(({ status }) => status)
}

const ALL_AWAY = [503, 503, 503]

/** Blocks an avatar as soon as possible, and waits until it is visible to nobody. */
async function blockAndHide({ get, adminToken }: TestApp, id: string): Promise<void> {
  const block = {
    method: 'PUT',
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: '{}',
  }
  await until('the database to be back', async () => (await get(`/admin/blocks/${id}`, block)).status === 200)
  await until('it to be hidden', async () => (await get(`/world/avatar/${id}`)).status === 404, 1000)
}

async function cutAllConnections(db: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db.tables().reader as unknown as Kysely<never>,
  )
}

describe('a server whose PostgreSQL is away', { concurrency: false }, () => {
  if (!hasPostgres) return skipSuiteWithout('postgres')
  let cluster: PostgresCluster
  before(async () => {
    cluster = await PostgresCluster.start()
  })
  afterEach(() => cluster.up())

  async function start(t: TestContext, options: TestAppOptions): Promise<TestApp> {
    const { env, ...others } = options
    const app = await startTestApp({
      env: { ...NO_LIMITS, ...env },
      clock: systemClock,
      deadlines: AVAILABILITY_DEADLINES,
      ...others,
    })
    afterwards(t, async () => await app[Symbol.asyncDispose]())
    return app
  }

  it('lives when all connections are cut, again and again, in the middle of whatever it does', async t => {
    const { url } = await cluster.createDatabase()
    const app = await start(t, { avatars: INVENTED_AVATARS, env: { DATABASE_URL: url } })
    await using other = await openDatabase(url)
    for (let round = 0; round < 10; round++) {
      const pendingAnswers = Promise.all(Array.from({ length: 10 }, () => asks(app)))
      await cutAllConnections(other)
      for (const status of (await pendingAnswers).flat()) assert.ok([200, 401, 409, 503].includes(status))
      assert.deepEqual(await reads(app), ALL_WELL)
    }
    await until('the database to be back', async () => (await asks(app)).every(status => status !== 503))
  })

  it('goes on from memory while it is stopped, says so, and shows what changes within a second of its return', async t => {
    const { url } = await cluster.createDatabase()
    const { lines, log } = recordLog()
    const app = await start(t, { avatars: INVENTED_AVATARS, env: { DATABASE_URL: url }, log })
    await reads(app)
    await cluster.stop()
    const before = lines.length
    await until('the server to notice', async () => (await app.getJson('/ready')).record === 'unavailable')
    for (let times = 0; times < 30; times++) {
      assert.deepEqual(await reads(app), ALL_WELL)
      assert.deepEqual(await asks(app), ALL_AWAY)
    }
    assert.equal((await app.get('/ready')).status, 200)
    const metrics = await (await fetch(`${app.origin}/metrics`)).text()
    assert.match(metrics, /^avatary_record_available 0$/m)
    assert.match(metrics, /^avatary_record_faults_total\{fault="unreachable"\} [1-9]/m)
    const told = lines.slice(before)
    assert.ok(told.length <= 4, JSON.stringify(told))
    assert.deepEqual(
      told.filter(({ err }) => err !== undefined),
      [],
      'no stack traces',
    )
    await cluster.restart()
    await blockAndHide(app, inventedId(1))
    assert.equal((await app.getJson('/ready')).record, 'available')
  })

  it('goes on from memory while it is frozen, answers 503 soon, and goes on when it is thawed', async t => {
    const { url } = await cluster.createDatabase()
    const app = await start(t, { avatars: INVENTED_AVATARS, env: { DATABASE_URL: url } })
    await cluster.freeze()
    const started = performance.now()
    const pendingAnswers = asks(app)
    assert.deepEqual(await reads(app), ALL_WELL)
    assert.deepEqual(await pendingAnswers, ALL_AWAY)
    assert.ok(performance.now() - started < 10_000)
    const again = performance.now()
    assert.deepEqual(await asks(app), ALL_AWAY)
    assert.ok(performance.now() - again < 1000, 'nobody waits for one who is known to be away')
    await cluster.thaw()
    await blockAndHide(app, inventedId(1))
  })

  it('starts from its snapshot while it is away, and becomes complete when it is back', async t => {
    const { url } = await cluster.createDatabase()
    const folder = testFolder(t, 'away')
    const env = { ...NO_LIMITS, DATABASE_URL: url, DATA_DIR: folder }
    {
      await using _first = await startTestApp({ env, avatars: MANY_AVATARS, clock: systemClock })
    }
    assert.ok(existsSync(join(folder, 'catalog.snapshot')))
    await cluster.stop()
    const app = await start(t, { env })
    assert.equal((await app.getJson('/stats')).indexed, 1000)
    assert.deepEqual(await reads(app), ALL_WELL)
    assert.deepEqual(await asks(app), ALL_AWAY)
    assert.deepEqual(await app.getJson('/ready'), { ok: true, record: 'unavailable' })
    assert.equal((await app.get('/insights/avatars')).status, 503, 'nobody waits for what nobody can read')
    await cluster.restart()
    await blockAndHide(app, MANY_AVATARS[1]!.id)
    await until(
      'what was counted to be read',
      async () => (await app.get('/insights/avatars')).status === 200,
    )
  })

  it('waits for it without a snapshot, and brings the schema up to date when it is there', async t => {
    const { url } = await cluster.createDatabase()
    await cluster.stop()
    const starting = start(t, { env: { DATABASE_URL: url } })
    await new Promise(resolve => setImmediate(resolve))
    await cluster.restart()
    const app = await starting
    assert.deepEqual(await reads(app), ALL_WELL)
    assert.deepEqual(await asks(app), [200, 401, 200])
  })

  it('cannot go on when a newer version has been there meanwhile', async t => {
    const { url } = await cluster.createDatabase()
    const deps = { config: { data: { databaseUrl: url } } as Config, clock: systemClock, log: silentLog }
    {
      await using db = await openMigratedDatabase(deps)
      await db
        .tables()
        .transact(tx => sql`insert into migrations values ('9999-of-a-newer-version', 0)`.execute(tx))
    }
    await cluster.stop()
    const { db, whenBroken } = await openToleratingAway(deps)
    afterwards(t, () => db.close())
    await cluster.restart()
    await assert.rejects(whenBroken, NewerDatabaseError)
  })

  it('ends soon after SIGTERM while it is frozen', async t => {
    const { url } = await cluster.createDatabase()
    const folder = testFolder(t, 'away')
    const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: folder, DRAIN_MS: '0' })
    await cluster.freeze()
    const started = performance.now()
    await server[Symbol.asyncDispose]()
    assert.ok(performance.now() - started < 15_000)
  })
})
