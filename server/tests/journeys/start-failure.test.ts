import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { startApp } from '../../src/app.ts'
import { silentLog } from '../../src/platform/log.ts'
import { afterwards } from '../support/cleanup.ts'
import { configOf } from '../support/config.ts'
import { INHERITED, MAIN } from '../support/environment.ts'
import { copyMigratedSqlite } from '../support/migrated.ts'
import { NO_NETWORK } from '../support/system-calls.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('a start that fails while the parts are composed closes the database', async t => {
  const folder = tempFolder('start-failure')
  afterwards(t, () => folder.remove())
  const path = join(folder.path, 'avatary.sqlite')
  await copyMigratedSqlite(path)
  const config = configOf({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder.path })
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

it('a start says in one line that a file stands where its data folder should', t => {
  const folder = tempFolder('start-failure')
  afterwards(t, () => folder.remove())
  const path = join(folder.path, 'file')
  writeFileSync(path, '')
  const env = { ...INHERITED, DEMO: '0', PORT: '0', DATA_DIR: path }
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^Avatary could not go on: not a folder: .*file'\n$/)
})
