import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { Kysely, sql } from 'kysely'
import type { DatabaseUnavailableError } from '../../src/kernel/database-unavailable.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LocalConnection } from '../../src/platform/db/sqlite-connection.ts'
import { sqliteDialect } from '../../src/platform/db/sqlite-driver.ts'
import { afterwards } from '../support/cleanup.ts'
import { openSqlite } from '../support/sqlite-file.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'
import { catalogOver, fullPatch, NOW } from './fixtures.ts'

/** Holds a lock as another process would in the middle of a transaction. */
function lockElsewhere(t: TestContext, path: string): { unlock: () => void } {
  const other = new DatabaseSync(path)
  afterwards(t, () => other.close())
  other.exec('begin immediate')
  return { unlock: () => other.exec('rollback') }
}

/** A slow statement. */
function countTo(last: number) {
  return sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(last)})
    select max(i) as last from n`
}

describe('the SQLite file, while others use it', () => {
  it('is waited for while another process writes, and the event loop goes on', async t => {
    const { path, db } = await openSqlite(t)
    const store = catalogOver(db)
    const lock = lockElsewhere(t, path)
    let isSaved = false
    const saving = store.saveMany([fullPatch(1)], NOW).then(() => {
      isSaved = true
    })
    for (let turns = 0; turns < 100; turns++) await nextTurn()
    assert.equal(isSaved, false)
    assert.deepEqual(await store.byKeys([1]), [], 'readers do not wait')
    lock.unlock()
    await saving
    assert.equal((await store.byKeys([1])).length, 1)
  })

  it('makes opening and reading wait while another process has exclusive access', async t => {
    const folder = testFolder(t, 'sqlite')
    const path = join(folder, 'catalog.db')
    const other = new DatabaseSync(path)
    afterwards(t, () => other.close())
    other.exec('create table things (name text); begin exclusive')
    const reader = new LocalConnection({ path, setup: [] })
    afterwards(t, () => reader.close())
    const busy = { deadlineMs: 10_000, now: () => performance.now(), random: Math.random }
    const reading = sql`select * from things`.execute(new Kysely({ dialect: sqliteDialect(reader, busy) }))
    const opening = openDatabase(path)
    let isDone = false
    void Promise.race([reading, opening]).finally(() => {
      isDone = true
    })
    for (let turns = 0; turns < 100; turns++) await nextTurn()
    assert.equal(isDone, false)
    other.exec(`insert into things values ('seen'); commit`)
    assert.equal((await reading).rows.length, 1)
    await (await opening).close()
  })

  it('fails with a message when another process never stops writing', async t => {
    const { path, db } = await openSqlite(t, { busyDeadlineMs: 30 })
    lockElsewhere(t, path)
    await assert.rejects(catalogOver(db).saveMany([fullPatch(1)], NOW), /locked for 30 ms/)
  })

  it('lets nobody wait longer because others waited before', async t => {
    const { path, db } = await openSqlite(t, { busyDeadlineMs: 300 })
    lockElsewhere(t, path)
    const started = performance.now()
    const writers = Array.from({ length: 20 }, () => db.tables().transact(async () => {}))
    const isBusy = (error: DatabaseUnavailableError) => error.fault === 'busy'
    await Promise.all(writers.map(writer => assert.rejects(writer, isBusy)))
    assert.ok(performance.now() - started < 3000)
  })

  it('starts threads for its writer and its scanner, unless it is told to do without', async t => {
    const started = t.mock.fn()
    process.on('worker', started)
    afterwards(t, () => void process.off('worker', started))
    for (const [usesThreads, threads] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const { db } = await openSqlite(t, { usesThreads })
      await catalogOver(db).saveMany([fullPatch(1)], NOW)
      const { scanner } = db.tables<{ avatars: { id: string } }>()
      assert.equal((await scanner.selectFrom('avatars').select('id').execute()).length, 1)
      assert.equal(started.mock.callCount(), threads)
      started.mock.resetCalls()
    }
  })

  it('gives up on a slow statement, and continues when it has ended', async t => {
    const { db } = await openSqlite(t, { statementTimeoutMs: 50 })
    const { transact } = db.tables()
    const counting = transact(async tx => {
      await sql`create table never (n int)`.execute(tx)
      await countTo(3e6).execute(tx)
    })
    const isLate = (error: DatabaseUnavailableError) => error.fault === 'deadline'
    await assert.rejects(counting, isLate)
    await assert.rejects(
      transact(async () => {}),
      isLate,
    )
    await until('the statement to end', () =>
      transact(async tx => {
        const { rows } = await sql`select 1 from sqlite_schema where name = 'never'`.execute(tx)
        assert.deepEqual(rows, [], 'its transaction ended with it')
        return true
      }).catch(() => false),
    )
    await db.withoutDeadline(() => transact(tx => countTo(3e5).execute(tx)))
  })

  it('keeps the process alive until it is closed, also after it gave up on a statement', async t => {
    const folder = testFolder(t, 'sqlite')
    const program = `
      import { sql } from 'kysely'
      import { openDatabase } from './database.ts'
      const db = await openDatabase(process.argv[1], { statementTimeoutMs: 50 })
      const counting = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 3e6) select max(i) from n'
      await db.tables().transact(tx => sql.raw(counting).execute(tx)).catch(error => console.log(error.fault))
      await db.close()
      console.log('closed')`
    const args = ['--input-type=module', '-e', program, join(folder, 'catalog.db')]
    const cwd = join(import.meta.dirname, '../../src/platform/db')
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
    assert.equal(stdout, 'deadline\nclosed\n')
  })

  it('fails statements when its thread has ended without an error', async t => {
    const { db } = await openSqlite(t)
    const { transact } = db.tables()
    const started = new Promise<Worker>(resolve => process.once('worker', resolve))
    const counting = transact(tx => countTo(1e6).execute(tx))
    const hasEnded = /The thread of the SQLite connection ended/
    await Promise.all([assert.rejects(counting, hasEnded), started.then(thread => thread.terminate())])
    await assert.rejects(
      transact(async () => {}),
      hasEnded,
    )
  })

  it('takes writers of one process one after the other', async t => {
    const { db } = await openSqlite(t)
    const { transact } = db.tables()
    const steps: string[] = []
    const work = (name: string) =>
      transact(async () => {
        steps.push(`${name} begins`)
        await nextTurn()
        steps.push(`${name} ends`)
      })
    await Promise.all([work('first'), work('second')])
    assert.deepEqual(steps, ['first begins', 'first ends', 'second begins', 'second ends'])
  })

  it('refuses a transaction inside a transaction, which would wait for itself', async t => {
    const { db } = await openSqlite(t)
    const { transact } = db.tables()
    await assert.rejects(
      transact(() => transact(async () => {})),
      /inside of another one/,
    )
    await transact(async () => {})
  })

  it('is closed only after the transactions that were begun', async t => {
    const { path, db } = await openSqlite(t)
    const saving = catalogOver(db).saveMany([fullPatch(1), fullPatch(2)], NOW)
    await db.close()
    assert.deepEqual(await saving, ['added', 'added'])
    assert.equal(existsSync(`${path}-wal`), false, 'the last to close merges the log into the file')
    await db.close()
    await assert.rejects(catalogOver(db).saveMany([fullPatch(3)], NOW), /after the database was closed/)
    await assert.rejects(catalogOver(db).countRows(), /database is closed/)
  })

  it('is written in another thread: the event loop goes on while a commit waits for the disk', async t => {
    const { db } = await openSqlite(t)
    const { transact } = db.tables()
    let turns = 0
    const count = setInterval(() => turns++, 0)
    const endless = countTo(3e6)
    await transact(tx => endless.execute(tx))
    await endless.execute(db.tables().scanner as unknown as Kysely<never>)
    clearInterval(count)
    assert.ok(turns > 10, `only ${turns} turns`)
  })
})
