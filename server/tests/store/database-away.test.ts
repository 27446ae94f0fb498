import assert from 'node:assert/strict'
import { afterEach, before, describe, it, type TestContext } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'
import { DatabaseUnavailableError } from '../../src/kernel/database-unavailable.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { DatabaseOptions } from '../../src/platform/db/options.ts'
import { afterwards } from '../support/cleanup.ts'
import { skipSuiteWithout } from '../support/engines.ts'
import { hasPostgres, PostgresCluster } from '../support/postgres-cluster.ts'

/** Milliseconds: short, but long enough for a crowded machine. */
const DEADLINES = { silenceMs: 200, probeMs: 1000, graceMs: 200, connectMs: 10_000 }

/** Records what an observer is told, in order; failures by their kind. */
function recordingObserver() {
  const events: string[] = []
  const [away, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    events,
    away: away.promise,
    back: back.promise,
    observer: {
      onFailedStatement: ({ fault }: DatabaseUnavailableError) => events.push(fault),
      onAway: () => away.resolve(void events.push('away')),
      onBack: () => back.resolve(void events.push('back')),
    },
  }
}

async function ask(db: Database, statement = sql`select 1`): Promise<void> {
  await statement.execute(db.tables().reader as unknown as Kysely<never>)
}

function withUser(url: string, name: string): string {
  const other = new URL(url)
  if (other.searchParams.has('user')) other.searchParams.set('user', name)
  else other.username = name
  return other.href
}

function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError
}

describe('PostgreSQL away', { concurrency: false }, () => {
  if (!hasPostgres) return skipSuiteWithout('postgres')
  let cluster: PostgresCluster
  before(async () => {
    cluster = await PostgresCluster.start()
  })
  afterEach(() => cluster.up())

  async function open(t: TestContext, options?: DatabaseOptions): Promise<Database> {
    const { url } = await cluster.createDatabase()
    const db = await openDatabase(url, options)
    afterwards(t, () => db.close())
    return db
  }

  it('refuses at once while it is stopped, and goes on when it is back', async t => {
    const { events, away, back, observer } = recordingObserver()
    const db = await open(t, { observer })
    await ask(db)
    assert.equal(db.isAvailable, true)
    const sleeping = db.tables().transact(tx => sql`select pg_sleep(30)`.execute(tx))
    const broken = assert.rejects(sleeping, isAway)
    await cluster.stop()
    await broken
    await away
    assert.equal(db.isAvailable, false)
    for (let attempt = 0; attempt < 100; attempt++) await assert.rejects(ask(db), isAway)
    await cluster.restart()
    await back
    await ask(db)
    assert.equal(db.isAvailable, true)
    assert.equal(events.filter(what => what === 'away').length, 1)
  })

  it('is away while it refuses who could sign in before, and back when it accepts them', async t => {
    const { events, away, back, observer } = recordingObserver()
    const { url } = await cluster.createDatabase()
    await cluster.execute('create role renewed login')
    const db = await openDatabase(withUser(url, 'renewed'), { observer })
    afterwards(t, () => db.close())
    await ask(db)
    await cluster.execute('alter role renewed nologin')
    await cluster.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'renewed'")
    await away
    for (let attempt = 0; attempt < 10; attempt++) await assert.rejects(ask(db), isAway)
    await cluster.execute('alter role renewed login')
    await back
    await ask(db)
    assert.equal(events.filter(what => what === 'away').length, 1)
  })

  it('fails for whoever could never sign in', async t => {
    const { url } = await cluster.createDatabase()
    const db = await openDatabase(withUser(url, 'nobody_known'))
    afterwards(t, () => db.close())
    await assert.rejects(ask(db), error => !isAway(error))
  })

  it('refuses waiting callers while it is frozen, and continues when it is thawed', async t => {
    const { back, observer } = recordingObserver()
    const db = await open(t, {
      observer,
      deadlines: DEADLINES,
      poolSizes: { writer: 1, reader: 1, scanner: 1 },
    })
    await ask(db)
    await cluster.freeze()
    const startedMs = performance.now()
    const waiting = Array.from({ length: 20 }, () => assert.rejects(ask(db), isAway))
    await Promise.all(waiting)
    assert.ok(performance.now() - startedMs < 3000, 'nobody waits for the deadline of a statement')
    await assert.rejects(ask(db), isAway)
    await cluster.thaw()
    await back
    await ask(db)
  })

  it('gives up on a statement without an answer, even if the server answers a probe', async t => {
    const db = await open(t, { statementTimeoutMs: 100, deadlines: DEADLINES })
    // A transaction may lift the server's deadline, but not ours.
    const sleeping = db.tables().transact(async tx => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_sleep(30)`.execute(tx)
    })
    await assert.rejects(sleeping, (error: DatabaseUnavailableError) => error.fault === 'deadline')
    await ask(db)
  })

  it('sets no deadline for work that asks for none', async t => {
    const db = await open(t, { statementTimeoutMs: 50, deadlines: DEADLINES })
    await db.withoutDeadline(() =>
      db.tables().transact(async tx => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`select pg_sleep(0.6)`.execute(tx)
      }),
    )
  })

  it('reads while every connection for writing waits', async t => {
    const db = await open(t, { poolSizes: { writer: 2, reader: 1, scanner: 1 } })
    const { transact } = db.tables()
    const ending = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let holding = 0
    const writers = Array.from({ length: 10 }, () =>
      transact(async () => {
        if (++holding === 2) begun.resolve()
        await ending.promise
      }),
    )
    await begun.promise
    await ask(db)
    ending.resolve()
    await Promise.all(writers)
  })

  it('is closed within its deadline while it is frozen', async t => {
    const db = await open(t, { closeDeadlineMs: 200, deadlines: { ...DEADLINES, silenceMs: 60_000 } })
    const { transact } = db.tables()
    const begun = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    const writing = transact(async tx => {
      await sql`select 1`.execute(tx)
      begun.resolve()
      await frozen.promise
      await sql`select 1`.execute(tx)
    })
    const broken = assert.rejects(writing, isAway)
    await begun.promise
    await cluster.freeze()
    frozen.resolve()
    const startedMs = performance.now()
    await db.close()
    assert.ok(performance.now() - startedMs < 3000)
    await broken
  })

  it('is away until what must come first has succeeded', async t => {
    const { events, observer } = recordingObserver()
    const db = await open(t, { observer })
    const { transact } = db.tables()
    let attempts = 0
    const prepared = db.awayUntil(async () => {
      if (++attempts === 1) throw new DatabaseUnavailableError('full', 'no room')
      await transact(tx => sql`create table things (n int)`.execute(tx))
    }, new DatabaseUnavailableError('unreachable', 'not there yet'))
    await assert.rejects(ask(db), isAway)
    await prepared
    await ask(db, sql`select n from things`)
    assert.deepEqual([attempts, events.at(-1)], [2, 'back'])
  })

  it('runs what must come first when it is back, also after an earlier attempt failed', async t => {
    const { url } = await cluster.createDatabase()
    await cluster.stop()
    const db = await openDatabase(url)
    afterwards(t, () => db.close())
    const migrate = async () => {
      await db.tables().transact(tx => sql`create table things (n int)`.execute(tx))
    }
    const cause = await migrate().catch(error => error)
    assert.ok(isAway(cause))
    const prepared = db.awayUntil(migrate, cause)
    await cluster.restart()
    await prepared
    await ask(db, sql`select n from things`)
  })

  it('stays away, and says why, when what must come first cannot succeed', async t => {
    const db = await open(t)
    const away = new DatabaseUnavailableError('unreachable', 'not there yet')
    const prepared = db.awayUntil(() => Promise.reject(new Error('a newer database')), away)
    await assert.rejects(prepared, /a newer database/)
    await assert.rejects(ask(db), isAway)
  })
})
