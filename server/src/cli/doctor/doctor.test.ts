import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { startPlatformSim } from '../../../../sim/src/platform/platform-sim.ts'
import { afterwards } from '../../../tests/support/cleanup.ts'
import { avatary } from '../../../tests/support/command-line.ts'
import { configOf } from '../../../tests/support/config.ts'
import { forEachEngine, skipSuiteWithout } from '../../../tests/support/engines.ts'
import { platformEnv } from '../../../tests/support/platform.ts'
import { hasRedis } from '../../../tests/support/redis.ts'
import { startRedisRelay } from '../../../tests/support/redis-relay.ts'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { EVERYTHING } from '../../../tests/support/unset.ts'
import type { Config } from '../../config/config.ts'
import { compareClocks } from './clock.ts'
import type { Finding } from './finding.ts'
import { checkMemory } from './memory.ts'
import { checkSettings } from './settings.ts'
import { checkUpstreams } from './upstreams.ts'

function dataDir(t: TestContext): string {
  const folder = testFolder(t, 'doctor')
  const dir = join(folder, 'data')
  mkdirSync(dir, { mode: 0o700 })
  return dir
}

async function platform(t: TestContext): Promise<Record<string, string>> {
  const sim = await startPlatformSim({ now: () => Date.now() })
  afterwards(t, () => sim.stop())
  return platformEnv(sim)
}

async function doctor(env: Record<string, string>) {
  const { code, stdout } = await avatary(['doctor', '--json'], { env })
  const { level, findings } = JSON.parse(stdout) as { level: string; findings: Finding[] }
  const about = (subject: string) => findings.filter(finding => finding.about === subject)
  return { code, level, findings, about }
}

function textsOf(findings: readonly Finding[]): string[] {
  return findings.map(({ level, about, what }) => `${level} ${about}: ${what}`)
}

describe('the doctor', () => {
  it('finds nothing to do when all is well', async t => {
    const env = { DATA_DIR: dataDir(t), ...(await platform(t)) }
    await avatary(['migrate'], { env })
    const { code, level, findings } = await doctor(env)
    assert.deepEqual([code, level], [0, 'ok'], JSON.stringify(findings))
    assert.ok(findings.every(({ advice }) => advice === null))
    const { stdout } = await avatary(['doctor'], { env })
    assert.match(stdout, /^ok {7}data folder: .* can be written; \d+\.\d GB are free\n/)
    assert.match(stdout, /\nok {7}schema: it is that of this version\n/)
    assert.match(stdout, /\nok {7}platform: it answers, and accepts PLATFORM_AUTH_COOKIE\n/)
  })

  it('warns with code 1, and says what to do', async t => {
    const { code, level, about } = await doctor({ DATA_DIR: dataDir(t) })
    assert.deepEqual([code, level], [1, 'warning'])
    assert.match(about('database')[0]!.what, /there is none yet/)
  })

  it('notes with code 0 that no platform account is configured', async t => {
    const env = { DATA_DIR: dataDir(t) }
    await avatary(['migrate'], { env })
    const { code, level, about } = await doctor(env)
    assert.deepEqual([code, level], [0, 'note'])
    assert.match(about('platform')[0]!.advice!, /^Set PLATFORM_AUTH_COOKIE/)
  })

  it('reports problems with folder, database, account and address with code 2', async t => {
    const dir = dataDir(t)
    writeFileSync(join(dir, 'avatary.sqlite'), 'no database at all')
    writeFileSync(join(dir, 'secret.key'), 'x')
    chmodSync(join(dir, 'secret.key'), 0o644)
    const wrong = { ...(await platform(t)), PLATFORM_AUTH_COOKIE: 'authcookie_ended' }
    const env = { DATA_DIR: dir, ...wrong, EXTERNAL_INDEX_URL: 'http://127.0.0.1:1' }
    const { code, level, findings, about } = await doctor(env)
    assert.deepEqual([code, level, findings[0]!.level], [2, 'problem', 'problem'])
    assert.match(about('secrets')[0]!.advice!, /^chmod 600 .*secret\.key$/)
    assert.match(about('secrets')[1]!.what, /secret\.key is not 32 bytes in base64: restore it from a backup/)
    assert.match(about('database')[0]!.what, /^it cannot be read: file is not a database$/)
    assert.match(about('database')[0]!.advice!, /restore a backup with --replace/)
    assert.match(about('platform')[0]!.what, /^it refuses PLATFORM_AUTH_COOKIE \(401\)$/)
    assert.match(about('external index')[0]!.what, /^it does not answer: /)
    const missing = await doctor({ DATA_DIR: join(dir, 'none') })
    assert.match(missing.about('data folder')[0]!.what, /cannot be written: .*ENOENT/)
    const file = join(dir, 'file')
    writeFileSync(file, '')
    const misplaced = await doctor({ DATA_DIR: file })
    assert.match(misplaced.about('data folder')[0]!.what, /cannot be written: .*ENOTDIR/)
  })

  it('shows no secret', async t => {
    const env = {
      DATA_DIR: dataDir(t),
      DATABASE_URL: 'postgres://avatary:hunter2@127.0.0.1:1/avatary',
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
    }
    const { stdout, stderr } = await avatary(['doctor'], { env })
    assert.match(stdout, /problem {2}database: it cannot be read: .*ECONNREFUSED/)
    assert.match(stdout, /problem {2}redis: /)
    assert.doesNotMatch(stdout + stderr, /hunter2/)
  })

  if (!hasRedis) return skipSuiteWithout('redis')

  it('asks Redis, and reports when it is away', async t => {
    const relay = await startRedisRelay(t)
    const env = { DATA_DIR: dataDir(t), REDIS_URL: relay.url }
    assert.deepEqual(textsOf((await doctor(env)).about('redis')), ['ok redis: it answers'])
    relay.mode = 'refusing'
    assert.equal((await doctor(env)).about('redis')[0]!.level, 'problem')
  })
})

forEachEngine('the doctor', engine => {
  it('compares schema and clock, and changes nothing', async t => {
    const url = await engine.createEmptyUrl(t)
    const env = { DATA_DIR: dataDir(t), DATABASE_URL: engine.name === 'sqlite' ? `sqlite:${url}` : url }
    await avatary(['migrate'], { env })
    assert.equal((await doctor(env)).about('schema')[0]!.level, 'ok')
    const db = await engine.open(t, url)
    await db.tables<{ migrations: { name: string; applied_at_ms: number } }>().transact(async tx => {
      await tx.deleteFrom('migrations').where('name', '=', '0026-change-notices').execute()
    })
    const due = await doctor(env)
    assert.equal(due.about('schema')[0]!.what, 'these migrations are due: 0026-change-notices')
    assert.equal((await doctor(env)).about('schema')[0]!.level, 'warning', 'it migrated nothing')
    await db.tables<{ migrations: { name: string; applied_at_ms: number } }>().transact(async tx => {
      await tx.insertInto('migrations').values({ name: '9999-later', applied_at_ms: 0 }).execute()
    })
    const { about, code } = await doctor(env)
    assert.equal(code, 2)
    assert.match(about('schema')[0]!.what, /newer than this program.*9999-later/)
    if (engine.name === 'postgres') assert.match(about('clock')[0]!.what, /agrees with that of the database/)
  })
})

forEachEngine('the doctor, of a database without a table,', engine => {
  it('names the missing table, and advises to restore a backup', async t => {
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    await db.tables().transact(async tx => await sql`drop table avatar_counters`.execute(tx))
    const env = { DATA_DIR: dataDir(t), DATABASE_URL: engine.name === 'sqlite' ? `sqlite:${url}` : url }
    const { code, about } = await doctor(env)
    assert.equal(code, 2)
    const [found] = about('database').filter(({ level }) => level === 'problem')
    assert.equal(found?.what, 'it has no table avatar_counters')
    assert.match(found.advice!, /restore a backup with --replace/)
  })
})

it('the doctor finds overwritten pages of an SQLite file, and advises to restore a backup', async t => {
  const env = { DATA_DIR: dataDir(t) }
  await avatary(['migrate'], { env })
  const path = join(env.DATA_DIR, 'avatary.sqlite')
  using db = new DatabaseSync(path)
  // The doctor reads no row of this table, so that nothing else finds the fault.
  const page = db.prepare("select rootpage from sqlite_master where name = 'avatars'").get()!
    .rootpage as number
  writeFileSync(path, readFileSync(path).fill(0x55, (page - 1) * 4096, page * 4096))
  const { code, about } = await doctor(env)
  assert.equal(code, 2)
  const [found] = about('database').filter(({ level }) => level === 'problem')
  assert.match(found!.what, /^its file is damaged: /)
  assert.match(found!.advice!, /restore a backup with --replace/)
})

describe('clocks', () => {
  const between = { beforeMs: 100_000, afterMs: 101_000 }
  const CASES: readonly (readonly [otherMs: number, expected: string])[] = [
    [100_500, 'ok clock: it agrees with that of them'],
    [96_000, 'ok clock: it agrees with that of them'],
    [94_000, 'warning clock: it is 6 s ahead of that of them'],
    [108_000, 'warning clock: it is 7 s behind that of them'],
    [0, 'problem clock: it is 100 s ahead of that of them'],
  ]
  for (const [otherMs, expected] of CASES)
    it(`of ${otherMs} ms: ${expected}`, () => {
      assert.deepEqual(textsOf([compareClocks('them', otherMs, between)]), [expected])
    })
})

describe('settings', () => {
  const PUBLIC = { PUBLIC_URL: 'https://a.example', NODE_ENV: 'production' }
  const CASES: readonly (readonly [env: Record<string, string>, about: string, what: RegExp])[] = [
    [PUBLIC, 'proxy', /TRUST_PROXY names no proxy/],
    [{ ...PUBLIC, PUBLIC_URL: 'http://a.example' }, 'proxy', /not https/],
    [{ HOST: '0.0.0.0' }, 'links', /PUBLIC_URL is http:\/\/localhost:8787/],
    [{ ...PUBLIC, HOST: '0.0.0.0', TRUST_PROXY: 'uniquelocal' }, 'proxy', /may claim to be any client/],
    [{ COUNTRY_HEADER: 'X-Country' }, 'proxy', /COUNTRY_HEADER is read/],
    [{ PUBLIC_URL: 'https://a.example', TRUST_PROXY: 'loopback' }, 'demo', /demo is served/],
    [{ RATE_LIMIT_READ: '0' }, 'limits', /RATE_LIMIT_READ is 0/],
    [{ BODY_MB: '0' }, 'limits', /BODY_MB is 0/],
    [{ CONNECTIONS_PER_ADDRESS: '0' }, 'limits', /CONNECTIONS_PER_ADDRESS is 0/],
    [{ ROLE: 'api' }, 'roles', /ROLE=api with SQLite/],
  ]
  for (const [env, about, what] of CASES)
    it(`${JSON.stringify(env)} get a warning about ${about}`, () => {
      const findings = checkSettings(configOf(env))
      assert.deepEqual(
        findings.map(({ level }) => level),
        ['warning'],
      )
      assert.equal(findings[0]!.about, about)
      assert.match(findings[0]!.what, what)
    })

  it('that fit together get no warning', () => {
    for (const env of [{}, { ...PUBLIC, TRUST_PROXY: 'loopback' }])
      assert.deepEqual(textsOf(checkSettings(configOf(env))), ['ok settings: they fit together'])
  })
})

describe('memory', () => {
  const GIBIBYTE = 2 ** 30
  it('is compared with the catalog of every process', () => {
    const levelOf = (avatars: number, PROCESSES: string, bytes: number) =>
      checkMemory(avatars, configOf({ PROCESSES }), bytes).level
    assert.equal(levelOf(1_000_000, '1', 2 * GIBIBYTE), 'ok')
    assert.equal(levelOf(1_000_000, '1', 0.9 * GIBIBYTE), 'warning')
    assert.equal(levelOf(1_000_000, '4', 2 * GIBIBYTE), 'problem')
  })
})

describe('upstreams', () => {
  /** Origins of the services that a configuration names. */
  const originsIn = ({ http: _, data: __, tracing: ___, ...config }: Config): string[] =>
    JSON.stringify(config).match(/https?:\/\/[^"/]+/g) ?? []
  const { size: count } = new Set(originsIn(configOf(EVERYTHING)))

  it('are asked once by their addresses, whatever is configured', async () => {
    const asked = new Set<string>()
    await checkUpstreams(configOf(EVERYTHING), async url => {
      asked.add(new URL(url).origin)
      return { status: 200, date: null }
    })
    for (const origin of originsIn(configOf(EVERYTHING)))
      assert.ok(asked.has(origin), `add a request to ${origin} to probesOf in upstreams.ts`)
  })

  const levels = async (status: number) =>
    (await checkUpstreams(configOf(EVERYTHING), async () => ({ status, date: null }))).map(
      ({ level }) => level,
    )

  it('are all asked, and judged by their status', async () => {
    assert.deepEqual(await levels(200), Array(count).fill('ok'))
    assert.deepEqual(await levels(401), Array(count).fill('problem'))
    assert.deepEqual(await levels(429), Array(count).fill('warning'))
    assert.deepEqual(await levels(503), Array(count).fill('warning'))
  })

  it('reveal a wrong clock', async () => {
    const findings = await checkUpstreams(configOf(EVERYTHING), async () => ({
      status: 200,
      date: 'Sat, 01 Jan 2000 00:00:00 GMT',
    }))
    assert.equal(
      findings.filter(({ about, level }) => about === 'clock' && level === 'problem').length,
      count,
    )
  })
})
