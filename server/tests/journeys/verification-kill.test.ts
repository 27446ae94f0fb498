import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import { type PlatformAvatar, startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { SubmissionStore } from '../../src/slices/submission/store.sql.ts'
import { LookupStore } from '../../src/slices/verification/store.sql.ts'
import { Verifier } from '../../src/slices/verification/verifier.ts'
import { catalogOver } from '../store/fixtures.ts'
import { progressOf } from '../store/lookup-stores.ts'
import { afterwards } from '../support/cleanup.ts'
import { forEachEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { PLATFORM_COOKIE } from '../support/platform.ts'
import { until } from '../support/until.ts'
import { testUpstream } from '../support/upstream.ts'

const PROGRAM = join(import.meta.dirname, 'verifying-process.ts')
const PER_MINUTE = 600

async function startPlatform(t: TestContext, count: number) {
  const dataset = createDataset({ size: count, now: Date.now() })
  const avatars = Array.from({ length: count }, (_, i) => dataset.platformRecord(i) as PlatformAvatar)
  const sim = await startPlatformSim({ now: Date.now, avatars, authCookie: PLATFORM_COOKIE })
  afterwards(t, () => sim.stop())
  return { sim, ids: avatars.map(({ id }) => id as AvatarId) }
}

function startWorker(t: TestContext, url: string, apiUrl: string): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, url, apiUrl, `${PER_MINUTE}`], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

forEachEngine('a worker that is killed', engine => {
  it('loses no submission, and only lookups that were under way are repeated', async t => {
    const { sim, ids } = await startPlatform(t, 40)
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    const catalog = catalogOver(db)
    const lookups = new LookupStore({ db, catalog })
    const submissions = new SubmissionStore({ db })
    await submissions.submit(ids, 100, Date.now())
    const apiUrl = `${sim.origin}/api/1`
    const address = /^postgres/.test(url) ? url : `sqlite:${url}`

    for (const enough of [5, 12]) {
      const child = startWorker(t, address, apiUrl)
      await until(`${enough} lookups`, () => sim.lookups().length >= enough)
      await kill(child)
    }
    const last = startWorker(t, address, apiUrl)
    sim.faults.add({ fault: 'silent' })
    const before = sim.lookups().length
    await until('one more lookup, which stays unanswered', () => sim.lookups().length > before)
    await kill(last)
    sim.faults.clear()
    const unanswered = sim.lookups().at(-1)!.id
    const waiting = await submissions.countWaiting()
    assert.ok(waiting > 0 && waiting < ids.length)

    const clock = new ManualClock(Date.now() + 1000)
    const verifier = new Verifier({
      store: lookups,
      platform: testUpstream(apiUrl).upstream,
      credentials: { kind: 'cookies', cookies: { auth: PLATFORM_COOKIE } },
      fingerprint: 'a',
      lookupsPerMinute: PER_MINUTE,
      clock,
      sleep: async () => {},
      random: () => 0.5,
      log: { error() {}, warn() {}, info() {}, debug() {} },
      recorder: { recordLookup() {}, recordRest() {} },
    })
    const workUntil = async (ms: number) => {
      while (clock.now() < ms) clock.advance(await verifier.step())
    }
    const killedAt = clock.now()
    await workUntil(killedAt + MINUTE_MS)
    assert.notEqual((await progressOf(submissions, unanswered as AvatarId)).position, null, 'its lease holds')
    assert.equal(sim.lookups().filter(({ id }) => id === unanswered).length, 1)
    await workUntil(killedAt + 4 * MINUTE_MS)

    assert.equal(await submissions.countWaiting(), 0)
    assert.deepEqual(await catalog.countRows(), { indexed: ids.length, active: ids.length })
    const counts = ids.map(id => sim.lookups().filter(lookup => lookup.id === id).length)
    const twice = counts.filter(count => count > 1)
    assert.ok(twice.length <= 3 && Math.max(...counts) === 2, `looked up more than once: ${twice}`)
    const outcomes = await Promise.all(
      ids.map(async id => (await progressOf(submissions, id)).decision?.state),
    )
    assert.deepEqual(new Set(outcomes), new Set(['indexed']))
  })

  it('causes no more lookups than the budget allows', async t => {
    const { sim, ids } = await startPlatform(t, 60)
    const url = await engine.createUrl(t)
    const db = await engine.open(t, url)
    await new SubmissionStore({ db }).submit(ids, 100, Date.now())
    const address = /^postgres/.test(url) ? url : `sqlite:${url}`
    const children = [1, 2].map(() => startWorker(t, address, `${sim.origin}/api/1`))
    await until('both work', () => sim.lookups().length >= 20)
    for (const child of children) await kill(child)
    const times = sim.lookups().map(({ atMs }) => atMs)
    const leasedAtMs = (await new LookupStore({ db, catalog: catalogOver(db) }).lookupsSince(0)).map(
      ({ atMs }) => atMs,
    )
    assert.ok(leasedAtMs.length >= times.length, 'each lookup was counted in the budget before it was made')
    const sorted = leasedAtMs.sort((a, b) => a - b)
    for (const [i, at] of sorted.slice(1).entries()) assert.ok(at - sorted[i]! >= 75, `${at - sorted[i]!} ms`)
    assert.equal(new Set(sim.lookups().map(({ id }) => id)).size, times.length, 'none twice')
  })
})
