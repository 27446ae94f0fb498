import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import type { PlatformAvatar } from '../../../sim/src/platform/platform-sim.ts'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import { startApp } from '../../src/app.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { silentLog } from '../../src/platform/log.ts'
import { configOf } from '../support/config.ts'
import { inventedId } from '../support/invented-avatars.ts'
import { type PlatformTest, platformEnv, startWithPlatform, systemOf } from '../support/platform.ts'

/** The search result once the read model has applied the verdict. */
async function resultFor({ app }: PlatformTest, id: string): Promise<Avatar> {
  await app.settle()
  const { avatars } = (await app.getJson(`/avatars/search?q=${id}`)) as { avatars: Avatar[] }
  return avatars[0]!
}

const isFound = async ({ app }: PlatformTest, id: string) =>
  ((await app.getJson(`/avatars/search?q=${id}`)).total as number) > 0

const lookupsOf = ({ sim }: PlatformTest, id: string) => sim.lookups().filter(lookup => lookup.id === id)

describe('a submitted avatar', () => {
  it('waits at its position with an estimate, is verified, and is found by search', async t => {
    const test = await startWithPlatform(t)
    const [first, second, third] = test.ids as [string, string, string]
    const { results } = await test.submit(first, second, third)
    assert.deepEqual(
      (results as { position: number }[]).map(({ position }) => position),
      [1, 2, 3],
    )
    const waiting = await test.stateOf(third)
    assert.deepEqual([waiting.state, waiting.position, waiting.etaSeconds], ['queued', 3, 9])
    assert.deepEqual(await test.untilDecided(third), {
      id: third,
      state: 'indexed',
      position: null,
      etaSeconds: null,
      reason: null,
    })
    assert.equal(await isFound(test, third), true, 'as soon as it is told to be indexed')
    const avatar = await resultFor(test, third)
    assert.equal(avatar.name, test.avatars[2]!.name)
    assert.equal((await test.app.getJson('/stats')).queue, 0)
    assert.equal((await test.submit(third)).accepted, 0, 'already indexed')
  })

  it('is asked for with a session, and a user agent that says who asks', async t => {
    const test = await startWithPlatform(t, { env: { PLATFORM_2FA_COOKIE: 'second' } })
    await test.submit(test.ids[0]!)
    await test.untilDecided(test.ids[0]!)
    const { headers } = test.sim.requests[0]!
    assert.match(headers['user-agent']!, /^Avatary\/[\d.]+ operator@example\.org$/)
    assert.equal(headers.cookie, 'auth=authcookie_simulated; twoFactorAuth=second')
  })

  it('is rejected with the reason when it is not public', async t => {
    const test = await startWithPlatform(t)
    const states = ['private', 'missing', 'hidden', 'private-shown'] as const
    for (const [i, state] of states.entries()) test.sim.setState(test.ids[i]!, state)
    await test.submit(...test.ids.slice(0, 4))
    await test.untilDecided(test.ids[3]!)
    const reasons = await Promise.all(test.ids.slice(0, 4).map(async id => (await test.stateOf(id)).reason))
    assert.deepEqual(reasons, ['not_found', 'not_found', 'not_public', 'not_public'])
    assert.equal((await test.app.getJson('/stats')).indexed, 0)
    test.sim.setState(test.ids[3]!, 'public')
    assert.equal((await test.submit(test.ids[3]!)).accepted, 1, 'and may be submitted again')
    assert.equal((await test.untilDecided(test.ids[3]!)).state, 'indexed')
  })
})

const SAMPLES = join(import.meta.dirname, '../../../../shared/data/platform-avatars.json')

it('real avatars, named in any way, are all indexed, whatever shape the platform had then', {
  skip: existsSync(SAMPLES) ? false : 'no real samples beside the repository',
}, async t => {
  const all = JSON.parse(readFileSync(SAMPLES, 'utf8')) as PlatformAvatar[]
  const samples = [...new Map(all.map(avatar => [avatar.id, avatar])).values()]
  assert.ok(samples.length >= 15)
  const test = await startWithPlatform(t, { count: 0 })
  for (const avatar of samples) test.sim.put(avatar)
  const urls = [
    'https://vrchat.com/home/avatar/',
    'https://api.vrchat.cloud/api/1/avatars/',
    '/home/avatar/',
    '',
  ]
  const { accepted } = await test.submit(...samples.map(({ id }, i) => urls[i % 4] + id))
  assert.equal(accepted, samples.length)
  await test.untilDecided(samples.at(-1)!.id)
  for (const { id, name } of samples) assert.equal((await resultFor(test, id)).name, name)
})

describe('lookups', () => {
  it('keep their pace: never more than allowed in a minute, never in step', async t => {
    const test = await startWithPlatform(t, { env: { PLATFORM_LOOKUPS_PER_MINUTE: '6' } })
    await test.submit(...test.ids.slice(0, 20))
    await test.untilDecided(test.ids[19]!)
    const times = test.sim.lookups().map(({ atMs }) => atMs)
    assert.equal(times.length, 20)
    for (const at of times)
      assert.ok(times.filter(other => other > at - MINUTE_MS && other <= at).length <= 6)
    assert.ok(times.at(-1)! - times[0]! < 20 * 15_000)
  })

  it('go on at the same pace after a restart', async t => {
    const env = { PLATFORM_LOOKUPS_PER_MINUTE: '1' }
    const test = await startWithPlatform(t, { env })
    await test.submit(test.ids[0]!, test.ids[1]!)
    await test.untilDecided(test.ids[0]!)
    await test.app.app.stop()
    const { config } = test.app
    await using app = await startApp({
      config,
      log: silentLog,
      clock: test.time,
      system: systemOf(test.time, test.sim),
    })
    await app.ready
    await test.time.passUntil('the second lookup', () => test.sim.lookups().length === 2)
    const [first, second] = test.sim.lookups()
    assert.ok(second!.atMs - first!.atMs >= MINUTE_MS, `${second!.atMs - first!.atMs}`)
  })

  it('re-verify known avatars when nothing else waits: hide those that are gone, update those that changed', async t => {
    const test = await startWithPlatform(t)
    const [gone, renamed] = test.ids as [string, string]
    await test.submit(gone, renamed)
    await test.untilDecided(renamed)
    await resultFor(test, gone)
    test.sim.setState(gone, 'hidden')
    test.sim.put({ ...test.avatars[1]!, name: 'Renamed at last' })
    test.time.advance(25 * HOUR_MS)
    await test.time.passUntil('both are looked up again', () => test.sim.lookups().length === 4)
    assert.equal((await resultFor(test, renamed)).name, 'Renamed at last')
    assert.equal(await isFound(test, gone), false)
    const { indexed, active, listed, hidden } = await test.app.getJson('/stats')
    assert.deepEqual([indexed, active, listed, hidden], [2, 1, 1, 1])
    assert.equal((await test.stateOf(gone)).reason, 'not_public')
    await test.time.settle(30_000)
    assert.equal(test.sim.lookups().length, 4, 'what is fresh is left alone')
  })

  it('come to an end when the platform refuses the account, with one line, until there is another', async t => {
    const test = await startWithPlatform(t)
    test.sim.refuseSessions(true)
    await test.submit(...test.ids.slice(0, 3))
    const startedAt = test.time.now()
    while (test.time.now() < startedAt + 0.7 * HOUR_MS) {
      test.time.advance(MINUTE_MS)
      await test.app.settle()
    }
    assert.equal(test.sim.lookups().length, 1)
    const refusals = test.lines.filter(line => line.includes('refuses our account'))
    assert.equal(refusals.length, 1, test.lines.join(''))
    assert.match(refusals[0]!, /"status":401,"reason":/)
    assert.ok(!test.lines.some(line => line.includes('authcookie')), 'the cookie is in no log')
    const metrics = await (await fetch(`${test.app.origin}/metrics`)).text()
    assert.match(metrics, /^avatary_lookups_refused 1$/m)
    assert.match(metrics, /^avatary_lookups_rest_seconds [1-9]\d+$/m)
    assert.match(metrics, /^avatary_lookups_budget \d+$/m)
    assert.match(metrics, /^avatary_lookups_total\{origin="submission",outcome="refused"\} 1$/m)
    const { state, position, etaSeconds } = await test.stateOf(test.ids[2]!)
    assert.deepEqual([state, position, etaSeconds], ['queued', 3, null])

    await test.time.passUntil('it is tried again', () => test.sim.lookups().length === 2)
    test.sim.refuseSessions(false)
    await test.app.app.stop()
    const config = configOf({
      ...platformEnv(test.sim),
      DATA_DIR: test.app.config.data.dir,
      PORT: '0',
      PLATFORM_2FA_COOKIE: 'renewed',
    })
    const { time } = test
    const before = time.now()
    await using app = await startApp({
      config,
      log: silentLog,
      clock: time,
      system: systemOf(time, test.sim),
    })
    await app.ready
    await time.passUntil('all are looked up', () => test.sim.lookups().length === 5)
    assert.ok(time.now() - before < MINUTE_MS, 'at once with other credentials')
  })

  it('pause as long as the platform asks, and lose nothing', async t => {
    const test = await startWithPlatform(t)
    test.sim.faults.add({ fault: 'rate-limited', times: 1, retryAfterSeconds: 300 })
    await test.submit(test.ids[0]!, test.ids[1]!)
    await test.time.passUntil('the first lookup', () => test.sim.lookups().length === 1)
    assert.ok(((await test.stateOf(test.ids[0]!)).etaSeconds as number) > 250)
    await test.untilDecided(test.ids[1]!)
    const [limited, next] = test.sim.lookups()
    assert.ok(next!.atMs - limited!.atMs >= 300_000)
    assert.equal(next!.id, test.ids[0], 'and whose turn it was is first')
  })

  it('are not made by a process of role api, nor without an account, which is logged in one line', async t => {
    for (const env of [{ ROLE: 'api' }, { PLATFORM_AUTH_COOKIE: '', PLATFORM_CONTACT: '' }]) {
      const test = await startWithPlatform(t, { env })
      await test.submit(test.ids[0]!)
      await test.time.settle(30_000)
      const { state, position, etaSeconds } = await test.stateOf(test.ids[0]!)
      assert.deepEqual([state, position], ['queued', 1])
      assert.equal(etaSeconds === null, !('ROLE' in env))
      const said = test.lines.filter(line => line.includes('Nothing is verified'))
      assert.equal(said.length, 'ROLE' in env ? 0 : 1)
      assert.equal(test.sim.requests.length, 0)
    }
  })
})

describe('a submission, when the platform fails', () => {
  it('waits, is looked up again with growing pauses, and is not lost, whatever the fault', async t => {
    const test = await startWithPlatform(t)
    const rows: string[][] = [['platform', 'what the user sees', 'lookups', 'pauses in s', 'afterwards']]
    for (const [i, fault] of (Object.keys(FAULTS) as Fault[]).entries()) {
      const id = test.ids[i]!
      test.sim.faults.add({ fault })
      const { accepted } = await test.submit(id)
      assert.equal(accepted, 1)
      await test.time.passUntil(`${fault} is met three times`, () => lookupsOf(test, id).length === 3)
      const { state, position, etaSeconds } = await test.stateOf(id)
      assert.deepEqual([state, position], ['queued', 1], fault)
      assert.ok((etaSeconds as number) > 0, fault)
      test.sim.faults.clear()
      const afterwards = await test.untilDecided(id)
      assert.equal(afterwards.state, 'indexed', fault)
      const times = lookupsOf(test, id).map(({ atMs }) => atMs)
      const pauses = times.slice(1).map((atMs, at) => Math.round((atMs - times[at]!) / 1000))
      assert.ok(
        pauses.every(pause => pause >= 5),
        `${fault}: ${pauses}`,
      )
      rows.push([fault, `${state}, position ${position}`, `${times.length}`, pauses.join(' '), 'indexed'])
    }
    const widths = rows[0]!.map((_, at) => Math.max(...rows.map(row => row[at]!.length)))
    for (const row of rows)
      t.diagnostic(
        row
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd(),
      )
    const { length } = Object.keys(FAULTS)
    await test.app.settle()
    assert.equal((await test.app.getJson('/stats')).listed, length)
  })

  it('lets others through that do not fail', async t => {
    const test = await startWithPlatform(t)
    test.sim.faults.add({ fault: 'wrong-types', path: new RegExp(test.ids[0]!) })
    await test.submit(...test.ids.slice(0, 3))
    assert.equal((await test.untilDecided(test.ids[2]!)).state, 'indexed')
    assert.equal((await test.stateOf(test.ids[0]!)).state, 'queued')
  })

  it('that never was is told so', async t => {
    const test = await startWithPlatform(t)
    await test.submit(inventedId(999))
    assert.deepEqual(await test.untilDecided(inventedId(999)), {
      id: inventedId(999),
      state: 'rejected',
      position: null,
      etaSeconds: null,
      reason: 'not_found',
    })
  })
})

it('a worker verifies what another process was asked for, and answers health checks', async t => {
  const test = await startWithPlatform(t, { env: { ROLE: 'api' } })
  await test.submit(test.ids[0]!)
  const { config: answering } = test.app
  const config = { ...answering, role: 'worker', http: { ...answering.http, port: 0 } } as const
  const worker = await startApp({
    config,
    log: silentLog,
    clock: test.time,
    system: systemOf(test.time, test.sim),
  })
  t.after(() => worker.stop())
  assert.equal((await test.untilDecided(test.ids[0]!)).state, 'indexed')
  await resultFor(test, test.ids[0]!)
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${worker.port}${path}`)).status
  assert.equal(await statusOf('/api/health'), 200)
  assert.equal(await statusOf('/api/ready'), 200)
  assert.equal(await statusOf('/metrics'), 200)
  assert.equal(await statusOf('/api/avatars/search'), 404)
})
