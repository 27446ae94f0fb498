import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { createPictureCache } from '../../src/composition/picture-cache.ts'
import { demoData } from '../../src/config/demo-data.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { configOf } from './config.ts'
import { copyDemoData } from './demo-data.ts'
import { skipSuiteWithout } from './engines.ts'
import { createPostgresDatabase, hasPostgres } from './postgres.ts'
import { hasRedis, redisSocket } from './redis.ts'
import { testFolder } from './temp-folder.ts'
import { until } from './until.ts'

/** Runs a program that starts a service and prints a path in its folder, and kills the program at that moment. */
async function killWhoever(program: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data')
  child.kill('SIGKILL')
  return String(output).trim()
}

async function isAnswering(socket: string): Promise<boolean> {
  const connection = connect(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}

describe('the throw-away Redis', () => {
  if (!hasRedis) return skipSuiteWithout('redis')

  it('answers on its socket', async () => {
    assert.ok(await isAnswering(await redisSocket()))
  })

  it('ends with the process that started it, even one that was killed', async () => {
    const socket = await killWhoever(`
      import { redisSocket } from './redis.ts'
      console.log(await redisSocket())
      setInterval(() => {}, 1000)`)
    await until('the folder to be gone', () => !existsSync(dirname(socket)))
    assert.equal(await isAnswering(socket), false)
  })
})

describe('the throw-away PostgreSQL', () => {
  if (!hasPostgres) return skipSuiteWithout('postgres')

  it('gives every caller a database of its own', async () => {
    const [one, other] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()])
    assert.notEqual(one.url, other.url)
    await Promise.all([one.drop(), other.drop()])
  })

  it('ends with the process that started it, even one that was killed', async () => {
    const url = await killWhoever(`
      import { PostgresCluster } from './postgres-cluster.ts'
      console.log((await (await PostgresCluster.start()).createDatabase()).url)
      setInterval(() => {}, 1000)`)
    const folder = new URL(url).searchParams.get('host')!
    await until('the folder to be gone', () => !existsSync(folder))
    assert.equal(await isAnswering(`${folder}/.s.PGSQL.5432`), false)
  })
})

describe('copies of the filled demo', () => {
  it('share the pictures of avatars', async t => {
    const [shared, one, other] = ['shared', 'one', 'other'].map(name => testFolder(t, name))
    // A filled folder may also contain pictures.
    await mkdir(join(shared!, 'made/demo/pictures'), { recursive: true })
    const caches = [one!, other!].map(async path => {
      await copyDemoData(path, shared)
      const config = configOf({ DATA_DIR: path })
      const demo = { ...config, data: demoData(config) }
      return createPictureCache({ config: demo, clock: systemClock, log: silentLog })
    })
    const [ofOne, ofOther] = await Promise.all(caches)
    await ofOne!.write('picture-256', Buffer.from('picture'))
    assert.equal(String(await ofOther!.read('picture-256')), 'picture')
  })
})
