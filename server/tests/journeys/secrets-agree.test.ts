import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it, type TestContext } from 'node:test'
import type { Log } from '../../src/kernel/log.ts'
import { silentLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { avatary } from '../support/command-line.ts'
import { forEachEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'

const [KEY, OTHER_KEY] = [1, 2].map(() => randomBytes(32).toString('base64')) as [string, string]
const [TOKEN, OTHER_TOKEN] = [1, 2].map(() => `ava_${randomBytes(32).toString('base64url')}`) as [
  string,
  string,
]

interface Started {
  app: TestApp
  /** The secrets that the process reported as different, for each run. */
  told: unknown[]
}

async function start(t: TestContext, env: Record<string, string>, clock: ManualClock): Promise<Started> {
  const messages: unknown[] = []
  const error: Log['error'] = ({ event, secrets }) => {
    if (event === 'secrets-disagree') messages.push(secrets)
  }
  const log: Log = { error, warn: () => {}, info: () => {}, debug: silentLog.debug }
  const app = await startTestApp({ env, clock, log })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return { app, told: messages }
}

/** Runs the job that compares a process's secrets with those of others. */
async function compare({ app }: Started): Promise<void> {
  const job = app.app.jobs.find(({ name }) => name === 'compare-secrets')
  await job!.run(new AbortController().signal)
}

async function metricOf({ app }: Started): Promise<string> {
  const text = await (await fetch(`${app.origin.replace('127.0.0.1', 'localhost')}/metrics`)).text()
  return /^avatary_secrets_unlike(?:\{.*\})? (\d)$/m.exec(text)![1]!
}

forEachEngine('processes that share a database', engine => {
  async function setUp(t: TestContext) {
    const url = await engine.createUrl(t)
    const DATABASE_URL = engine.name === 'sqlite' ? `sqlite:${url}` : url
    const clock = new ManualClock(Date.now())
    const begin = (secrets: Record<string, string>) => start(t, { DATABASE_URL, ...secrets }, clock)
    return { DATABASE_URL, clock, begin }
  }

  it('say which secrets are not the same, until they are', async t => {
    const { DATABASE_URL, begin } = await setUp(t)
    const one = await begin({ SECRET_KEY: KEY, ADMIN_TOKEN: TOKEN })
    const other = await begin({ SECRET_KEY: KEY, ADMIN_TOKEN: OTHER_TOKEN })
    for (const process of [one, other, one]) await compare(process)
    assert.deepEqual([one.told, other.told], [[['ADMIN_TOKEN']], [['ADMIN_TOKEN']]])
    assert.deepEqual([await metricOf(one), await metricOf(other)], ['1', '1'])
    const env = { DATABASE_URL, SECRET_KEY: OTHER_KEY, ADMIN_TOKEN: TOKEN }
    const { stdout, code } = await avatary(['doctor'], { env })
    assert.equal(code, 2)
    assert.match(stdout, /problem {2}secrets: SECRET_KEY differs from that of a process/)
    await other.app[Symbol.asyncDispose]()
    await compare(one)
    assert.equal(await metricOf(one), '0')
    assert.equal(one.told.length, 1)
  })

  it('agree while a key is replaced, when each knows that of the other', async t => {
    const { begin } = await setUp(t)
    const before = await begin({ SECRET_KEY: KEY, OLD_SECRET_KEYS: OTHER_KEY, ADMIN_TOKEN: TOKEN })
    const after = await begin({ SECRET_KEY: OTHER_KEY, OLD_SECRET_KEYS: KEY, ADMIN_TOKEN: TOKEN })
    const unaware = await begin({ SECRET_KEY: OTHER_KEY, ADMIN_TOKEN: TOKEN })
    for (const process of [before, after, unaware, before, after]) await compare(process)
    assert.deepEqual([before.told, after.told, unaware.told], [[], [], [['SECRET_KEY']]])
  })

  it('forget a process that was killed', async t => {
    const { DATABASE_URL, clock, begin } = await setUp(t)
    const one = await begin({ SECRET_KEY: KEY, ADMIN_TOKEN: TOKEN })
    // Its clock stands still from then on, as if the process had crashed.
    const killed = new ManualClock(clock.now())
    const dead = await start(t, { DATABASE_URL, SECRET_KEY: KEY, ADMIN_TOKEN: OTHER_TOKEN }, killed)
    for (const process of [dead, one]) await compare(process)
    assert.equal(await metricOf(one), '1')
    clock.advance(15 * 60_000)
    await compare(one)
    assert.equal(await metricOf(one), '0')
    assert.deepEqual(dead.told, [['ADMIN_TOKEN']])
  })
})
