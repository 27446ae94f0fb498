import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Kysely, sql } from 'kysely'
import { MIGRATIONS } from '../../migrations/all.ts'
import type { Database } from '../../src/kernel/database.ts'
import { DatabaseUnavailableError } from '../../src/kernel/database-unavailable.ts'
import { type DatabaseOptions, openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { sqliteDialect } from '../../src/platform/db/sqlite-driver.ts'
import { LocalSession } from '../../src/platform/db/sqlite-session.ts'
import { afterwards } from '../support/cleanup.ts'
import { folderOf } from '../support/environment.ts'
import { FailingDisk, SQLITE } from '../support/failing-disk.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'
import { catalogOver, fullPatch, NOW } from './fixtures.ts'

async function openNew(t: TestContext, options?: DatabaseOptions): Promise<{ path: string; db: Database }> {
  const folder = tempFolder('sqlite')
  afterwards(t, () => folder.remove())
  const path = join(folder.path, 'catalog.db')
  const db = await openDatabase(path, options)
  afterwards(t, () => db.close())
  await migrate(db, MIGRATIONS, NOW)
  return { path, db }
}

/** Another process, as far as SQLite is concerned, in the middle of a transaction. */
function lockElsewhere(t: TestContext, path: string): { unlock: () => void } {
  const other = new DatabaseSync(path)
  afterwards(t, () => other.close())
  other.exec('begin immediate')
  return { unlock: () => other.exec('rollback') }
}

/** A statement that takes long. */
function countTo(last: number) {
  return sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(last)})
    select max(i) as last from n`
}

async function pragmas(kysely: Kysely<never>, ...names: string[]): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    names.map(name => sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(kysely)),
  )
  return Object.assign({}, ...rows.map(result => result.rows[0]))
}

describe('the SQLite file', () => {
  it('gives back the space of its write-ahead log, and not while somebody reads from that', async t => {
    const { path, db } = await openNew(t)
    const store = catalogOver(db)
    const logBytes = () => statSync(`${path}-wal`).size
    const saveSome = (from: number) =>
      store.saveMany(
        Array.from({ length: 500 }, (_, n) => fullPatch(from + n)),
        NOW,
      )
    await saveSome(0)
    const other = new DatabaseSync(path)
    afterwards(t, () => other.close())
    other.exec('begin')
    other.prepare('select count(*) from avatars').get()
    await saveSome(500)
    await db.shrinkLog!()
    assert.ok(logBytes() > 100_000)
    other.exec('commit')
    await db.shrinkLog!()
    assert.equal(logBytes(), 0)
    assert.equal((await store.countRows()).indexed, 1000)
  })

  it('is on disk when a commit returns: write-ahead log, synchronised in full', async t => {
    const { db } = await openNew(t)
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'wal_autocheckpoint', 'busy_timeout']
    const writer = await db.tables().transact(tx => pragmas(tx as unknown as Kysely<never>, ...names))
    assert.deepEqual(writer, {
      journal_mode: 'wal',
      synchronous: 2,
      foreign_keys: 1,
      wal_autocheckpoint: 16384,
      timeout: 0,
    })
  })

  it('holds nothing of what was deleted or written over', async t => {
    const { path, db } = await openNew(t)
    const save = (values: string) =>
      db.tables().transact(tx => sql.raw(`insert into meta (name, value) values ${values}`).execute(tx))
    await save(Array.from({ length: 300 }, (_, i) => `('key${i}', 'fox-${i}@example.org')`).join())
    await db.tables().transact(async tx => {
      await sql`delete from meta where name = 'key150'`.execute(tx)
      await sql`update meta set value = '' where name = 'key170'`.execute(tx)
    })
    await db.close()
    const file = readFileSync(path, 'latin1')
    const kept = [149, 150, 170, 171].map(i => file.includes(`fox-${i}@`))
    assert.deepEqual(kept, [true, false, false, true])
  })

  it('is read by a connection that cannot write', async t => {
    const { db } = await openNew(t)
    const reader = db.tables().reader as unknown as Kysely<never>
    assert.deepEqual(await pragmas(reader, 'query_only'), { query_only: 1 })
    await assert.rejects(sql`delete from meta`.execute(reader), /readonly database/)
  })

  it('is waited for while another process writes, and the event loop goes on', async t => {
    const { path, db } = await openNew(t)
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

  it('is waited for by whoever opens it or reads it while another process has it for itself', async t => {
    const folder = tempFolder('sqlite')
    afterwards(t, () => folder.remove())
    const path = join(folder.path, 'catalog.db')
    const other = new DatabaseSync(path)
    afterwards(t, () => other.close())
    other.exec('create table things (name text); begin exclusive')
    const reader = new LocalSession({ path, setup: [] })
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

  it('is given up in words when another process never ends writing', async t => {
    const { path, db } = await openNew(t, { busyDeadlineMs: 30 })
    lockElsewhere(t, path)
    await assert.rejects(catalogOver(db).saveMany([fullPatch(1)], NOW), /locked for 30 ms/)
  })

  it('lets nobody wait longer because others waited before', async t => {
    const { path, db } = await openNew(t, { busyDeadlineMs: 300 })
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
      const { db } = await openNew(t, { usesThreads })
      await catalogOver(db).saveMany([fullPatch(1)], NOW)
      const { scanner } = db.tables<{ avatars: { id: string } }>()
      assert.equal((await scanner.selectFrom('avatars').select('id').execute()).length, 1)
      assert.equal(started.mock.callCount(), threads)
      started.mock.resetCalls()
    }
  })

  it('gives up a statement that takes too long, and goes on when that has ended', async t => {
    const { db } = await openNew(t, { statementTimeoutMs: 50 })
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

  it('says to come back later when the disk is full, cannot be written to, or fails', async t => {
    const disk = new FailingDisk()
    const told: string[] = []
    const observer = {
      failed: ({ fault }: DatabaseUnavailableError) => told.push(fault),
      away: () => {},
      back: () => {},
    }
    const { db } = await openNew(t, { observer, wrapSession: disk.wrapSession })
    const store = catalogOver(db)
    assert.equal(db.isAvailable, true)
    const cases = [
      [SQLITE.full, 'full'],
      [SQLITE.readOnly, 'read_only'],
      [SQLITE.ioErrorOnRead, 'storage'],
    ] as const
    for (const [code, fault] of cases) {
      disk.code = code
      const isFault = (error: unknown) => error instanceof DatabaseUnavailableError && error.fault === fault
      await assert.rejects(store.saveMany([fullPatch(1)], NOW), isFault)
      assert.equal(db.isAvailable, false)
    }
    assert.deepEqual(await store.byKeys([1]), [], 'readers go on')
    disk.code = null
    assert.deepEqual(await store.saveMany([fullPatch(1)], NOW), ['added'])
    assert.deepEqual(told, ['full', 'read_only', 'storage'])
  })

  it('is opened when there is room, if there was none for what its readers share', async t => {
    if (folderOf('prlimit') === undefined) return t.skip('no prlimit on this machine')
    const { path, db } = await openNew(t)
    await db.close()
    // It may write no file beyond 4 KiB until it is told that it may.
    const program = `
      import { once } from 'node:events'
      import { sql } from 'kysely'
      import { openDatabase } from './database.ts'
      const db = await openDatabase(process.argv[1])
      const read = () => sql\`select count(*) as n from avatars\`.execute(db.tables().reader)
      console.log(await read().catch(error => error.fault))
      await once(process.stdin, 'data')
      console.log((await read()).rows[0].n)
      await db.close()
      process.exit()`
    const child = spawn(
      'sh',
      [
        '-c',
        'ulimit -S -f 8 && exec "$@"',
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        program,
        path,
      ],
      { cwd: join(import.meta.dirname, '../../src/platform/db'), stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    assert.equal((await lines.next()).value, 'storage')
    await promisify(execFile)('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
    child.stdin.write('go on\n')
    assert.equal((await lines.next()).value, '0')
  })

  it('takes writers of one process one after the other', async t => {
    const { db } = await openNew(t)
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
    const { db } = await openNew(t)
    const { transact } = db.tables()
    await assert.rejects(
      transact(() => transact(async () => {})),
      /inside a transaction/,
    )
    await transact(async () => {})
  })

  it('is closed only after the transactions that were begun', async t => {
    const { path, db } = await openNew(t)
    const saving = catalogOver(db).saveMany([fullPatch(1), fullPatch(2)], NOW)
    await db.close()
    assert.deepEqual(await saving, ['added', 'added'])
    assert.equal(existsSync(`${path}-wal`), false, 'the last to close merges the log into the file')
    await db.close()
    await assert.rejects(catalogOver(db).saveMany([fullPatch(3)], NOW), /after the database was closed/)
    await assert.rejects(catalogOver(db).countRows(), /database is closed/)
  })

  it('is written in another thread: the event loop goes on while a commit waits for the disk', async t => {
    const { db } = await openNew(t)
    const { transact } = db.tables()
    let turns = 0
    const count = setInterval(() => turns++, 0)
    const endless = countTo(3e6)
    await transact(tx => endless.execute(tx))
    await endless.execute(db.tables().scanner as unknown as Kysely<never>)
    clearInterval(count)
    assert.ok(turns > 10, `only ${turns} turns`)
  })

  it('does not keep a process alive that is done with it', async t => {
    const { path } = await openNew(t)
    const program = `
      import { openDatabase } from './database.ts'
      const db = await openDatabase(process.argv[1])
      await db.tables().transact(async () => {})
      console.log('done')`
    const cwd = join(import.meta.dirname, '../../src/platform/db')
    const args = ['--input-type=module', '-e', program, path]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 60_000 })
    assert.equal(stdout, 'done\n')
  })

  it('is made with its folders', async t => {
    const folder = tempFolder('sqlite')
    afterwards(t, () => folder.remove())
    const path = join(folder.path, 'not', 'yet', 'there.db')
    await using db = await openDatabase(`sqlite:${path}`)
    assert.deepEqual(
      await migrate(db, MIGRATIONS, NOW),
      MIGRATIONS.map(({ name }) => name),
    )
    assert.ok(existsSync(path))
  })

  it('is refused in words when it is something else', async t => {
    const folder = tempFolder('sqlite')
    afterwards(t, () => folder.remove())
    const path = join(folder.path, 'a.db')
    writeFileSync(path, 'This is a text of more than the hundred bytes that a header has. '.repeat(10))
    await assert.rejects(openDatabase(path), (error: Error) => {
      assert.match(error.message, /a\.db.*not a database/)
      return true
    })
  })
})
