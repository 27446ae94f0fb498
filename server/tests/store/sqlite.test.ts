import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { MIGRATIONS } from '../../migrations/all.ts'
import { DatabaseUnavailableError } from '../../src/kernel/database-unavailable.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { afterwards } from '../support/cleanup.ts'
import { folderOf } from '../support/environment.ts'
import { FailingDisk, SQLITE } from '../support/failing-disk.ts'
import { openSqlite } from '../support/sqlite-file.ts'
import { testFolder } from '../support/temp-folder.ts'
import { catalogOver, fullPatch, NOW } from './fixtures.ts'

async function pragmas(kysely: Kysely<never>, ...names: string[]): Promise<Record<string, unknown>> {
  const rows = await Promise.all(
    names.map(name => sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(kysely)),
  )
  return Object.assign({}, ...rows.map(result => result.rows[0]))
}

describe('the SQLite file', () => {
  it('truncates its write-ahead log, but not while somebody reads from it', async t => {
    const { path, db } = await openSqlite(t)
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
    await db.shrinkWal!()
    assert.ok(logBytes() > 100_000)
    other.exec('commit')
    await db.shrinkWal!()
    assert.equal(logBytes(), 0)
    assert.equal((await store.countRows()).indexed, 1000)
  })

  it('tells of each commit, here or by another process, and of no transaction that wrote nothing', async t => {
    const { path, db } = await openSqlite(t)
    const store = catalogOver(db)
    const isTold = async (work: () => unknown) => {
      const before = await db.readDataVersion!()
      await work()
      return (await db.readDataVersion!()) !== before
    }
    assert.equal(await isTold(() => store.saveMany([fullPatch(1)], NOW)), true)
    const other = new DatabaseSync(path)
    afterwards(t, () => other.close())
    assert.equal(await isTold(() => other.exec(`insert into meta values ('written by', 'another')`)), true)
    assert.equal(await isTold(() => db.tables().transact(async () => {})), false)
    assert.equal(await isTold(() => store.countRows()), false)
  })

  it('is on disk when a commit returns: write-ahead log, synchronised in full', async t => {
    const { db } = await openSqlite(t)
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

  it('contains nothing that was deleted or overwritten', async t => {
    const { path, db } = await openSqlite(t)
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
    const { db } = await openSqlite(t)
    const reader = db.tables().reader as unknown as Kysely<never>
    assert.deepEqual(await pragmas(reader, 'query_only'), { query_only: 1 })
    await assert.rejects(sql`delete from meta`.execute(reader), /readonly database/)
  })

  it('keeps at most 20 MiB of its pages in the process', async t => {
    const { db } = await openSqlite(t)
    const { reader, scanner } = db.tables() as unknown as Record<'reader' | 'scanner', Kysely<never>>
    const kib = async (connection: Kysely<never>) =>
      -Number((await pragmas(connection, 'cache_size')).cache_size)
    const writer = await db.tables().transact(tx => kib(tx as unknown as Kysely<never>))
    const all = writer + (await kib(reader)) + (await kib(scanner))
    assert.ok(all > 0 && all <= 20 * 1024, `${all} KiB`)
  })

  it('says to come back later when the disk is full, cannot be written to, or fails', async t => {
    const disk = new FailingDisk()
    const lines: string[] = []
    const observer = {
      onFailedStatement: ({ fault }: DatabaseUnavailableError) => lines.push(fault),
      onAway: () => {},
      onBack: () => {},
    }
    const { db } = await openSqlite(t, { observer, wrapConnection: disk.wrapConnection })
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
    assert.deepEqual(lines, ['full', 'read_only', 'storage'])
  })

  it('is opened when there is room, if there was none for what its readers share', async t => {
    if (folderOf('prlimit') === undefined) return t.skip('no prlimit on this machine')
    const { path, db } = await openSqlite(t)
    await db.close()
    // The process may write no file beyond 4 KiB until it is told otherwise.
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

  it('does not keep a process alive that is done with it', async t => {
    const { path } = await openSqlite(t)
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

  it('is made with its folders, which only their owner may enter', async t => {
    const folder = testFolder(t, 'sqlite')
    const path = join(folder, 'not', 'yet', 'there.db')
    await using db = await openDatabase(`sqlite:${path}`)
    assert.deepEqual(
      await migrate(db, MIGRATIONS, NOW),
      MIGRATIONS.map(({ name }) => name),
    )
    assert.ok(existsSync(path))
    assert.equal(statSync(join(folder, 'not')).mode & 0o777, 0o700)
    assert.equal(statSync(join(folder, 'not', 'yet')).mode & 0o777, 0o700)
  })

  it('is refused with a message when it is something else', async t => {
    const folder = testFolder(t, 'sqlite')
    const path = join(folder, 'a.db')
    writeFileSync(path, 'This is a text of more than the hundred bytes that a header has. '.repeat(10))
    await assert.rejects(openDatabase(path), (error: Error) => {
      assert.match(error.message, /a\.db.*not a database/)
      return true
    })
  })
})
