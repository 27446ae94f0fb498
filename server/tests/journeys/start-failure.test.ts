import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { startApp } from '../../src/app.ts'
import { silentLog } from '../../src/platform/log.ts'
import { afterwards } from '../support/cleanup.ts'
import { configOf } from '../support/config.ts'
import { skipWithout } from '../support/engines.ts'
import { CLI, INHERITED, MAIN } from '../support/environment.ts'
import { copyMigratedSqlite } from '../support/migrated.ts'
import { createEmptyPostgres, hasPostgres } from '../support/postgres.ts'
import { NO_NETWORK } from '../support/system-calls.ts'
import { testFolder } from '../support/temp-folder.ts'

it('a start that fails while the parts are composed closes the database', async t => {
  const folder = testFolder(t, 'start-failure')
  const path = join(folder, 'avatary.sqlite')
  await copyMigratedSqlite(path)
  const config = configOf({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder })
  const log = silentLog
  let wasOpen = false
  const system = {
    ...NO_NETWORK,
    get random(): () => number {
      wasOpen = existsSync(`${path}-wal`)
      throw new Error('no randomness')
    },
  }
  await assert.rejects(startApp({ config, log, system }), /no randomness/)
  assert.ok(wasOpen)
  // SQLite removes the log of an open database when its last connection closes (sqlite.org/wal.html).
  assert.ok(!existsSync(`${path}-wal`))
})

it('a start says in one line that its data folder is a file', t => {
  const folder = testFolder(t, 'start-failure')
  const path = join(folder, 'file')
  writeFileSync(path, '')
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: path }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^Avatary could not go on: not a folder: .*file'\n$/)
})

it('a start takes settings as options, and says which others it does not have', () => {
  const startWith = (...args: string[]) =>
    spawnSync(process.execPath, [MAIN, ...args], {
      env: { ...INHERITED, DEMO: '0' },
      encoding: 'utf8',
      timeout: 60_000,
    })
  const invalid = startWith('--port=many')
  assert.equal(invalid.status, 2)
  assert.match(invalid.stderr, /^The configuration has problems:\n {2}PORT has "many"/)
  const unknown = startWith('--prot=9000')
  assert.equal(unknown.status, 2)
  assert.match(unknown.stderr, /^serve has no option --prot; it has --help, and one for each setting/)
})

it('a start says in one line that its data folder cannot be made', () => {
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: '/proc/none/data' }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 1)
  assert.match(stderr, /^Avatary could not go on: no folder can be made there: ENOENT.*'\/proc\/none'\n$/)
})

it('a start says in one line that it may not make its data folder', () => {
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: '/sys/none/data' }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 1)
  assert.match(stderr, /^Avatary could not go on: no permission: E.*'\/sys\/none'\n$/)
})

it('a start says in one line that its port is taken, before it fills a demo', async t => {
  const folder = testFolder(t, 'start-failure')
  await using listening = createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const env = { ...INHERITED, DEMO: '1', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 1)
  assert.equal(
    stderr,
    `Avatary could not go on: port ${port} is taken. Stop what listens there, or set PORT.\n`,
  )
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('demo')),
    [],
  )
})

it('a start says in one line that it cannot listen at its host', t => {
  const folder = testFolder(t, 'start-failure')
  for (const program of [[MAIN], [CLI, 'serve']]) {
    const env = { ...INHERITED, HOST: '203.0.113.7', PORT: '0', DATA_DIR: folder }
    const { status, stderr } = spawnSync(process.execPath, program, {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    })
    assert.equal(status, 1)
    const line = '203.0.113.7 is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.'
    assert.equal(stderr, `Avatary could not go on: ${line}\n`)
  }
})

it('a start says in one line that its database is damaged', t => {
  const folder = testFolder(t, 'start-failure')
  writeFileSync(join(folder, 'avatary.sqlite'), 'x'.repeat(8192))
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: folder }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^Avatary could not go on: Cannot open the database .*: file is not a database\n$/)
})

it('a start says in one line that PostgreSQL refuses it', async t => {
  if (!hasPostgres) return skipWithout(t, 'PostgreSQL server')
  const folder = testFolder(t, 'start-failure')
  const database = await createEmptyPostgres()
  afterwards(t, () => database.drop())
  const url = database.url.replace(/avatary_\d+_\d+/, 'nowhere')
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: folder, DATABASE_URL: url }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 60_000 })
  assert.equal(status, 1)
  assert.equal(
    stderr,
    'Avatary could not go on: the database refuses: database "nowhere" does not exist. Check DATABASE_URL.\n',
  )
})

it('a start of which a part cannot be opened ends', async t => {
  const folder = testFolder(t, 'start-failure')
  const path = join(folder, 'avatary.sqlite')
  await copyMigratedSqlite(path)
  using database = new DatabaseSync(path)
  database.exec('DROP TABLE placements')
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: folder }
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'serve'], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(status, 1)
  assert.match(stderr, /no such table: placements/)
})

it('a start that waits for a file for ever ends at SIGTERM', async t => {
  const folder = testFolder(t, 'start-failure')
  // Opening a pipe for reading blocks until somebody opens it for writing.
  const pipe = join(folder, 'admin.token')
  execFileSync('mkfifo', [pipe])
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: folder }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  afterwards(t, () => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const log = child.stdout.setEncoding('utf8').toArray()
  await using _writer = await open(pipe, 'w')
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [null, 'SIGTERM'])
  assert.match((await log).join(''), /"event":"start-broken-off"/)
})
